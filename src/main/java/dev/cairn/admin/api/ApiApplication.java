package dev.cairn.admin.api;

import dev.cairn.admin.api.problem.Problem;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.Components;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.enums.SecuritySchemeType;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirement;
import org.eclipse.microprofile.openapi.annotations.security.SecurityScheme;

/** The HTTP interface, below {@code /api}. */
@ApplicationPath("/api")
@OpenAPIDefinition(
    info =
        @Info(
            title = "Cairn",
            version = "1",
            description =
                "Blobs for applications; jobs, runs and storage for operators. Times are UTC"
                    + " instants, counts of bytes are strings, a member without a value is null."
                    + " Every failure is a problem document (RFC 9457) with a stable code. Every"
                    + " answer carries X-Server-Status."),
    security = @SecurityRequirement(name = "basic"),
    components = @Components(schemas = @Schema(name = "Problem", implementation = Problem.class)))
@SecurityScheme(
    securitySchemeName = "basic",
    type = SecuritySchemeType.HTTP,
    scheme = "basic",
    description = "Realm Cairn. Roles: viewer, operator, application.")
public class ApiApplication extends Application {}
