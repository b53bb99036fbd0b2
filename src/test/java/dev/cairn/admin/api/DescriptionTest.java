package dev.cairn.admin.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The description is generated from the resources; this shows that it was, and completely. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DescriptionTest {
  private static final List<Class<?>> RESOURCES =
      List.of(
          BlobResource.class,
          JobResource.class,
          RunResource.class,
          FindingResource.class,
          StatusResource.class,
          StorageResource.class,
          OpenApiResource.class);

  private JsonNode description = new ObjectMapper().createObjectNode();

  @BeforeAll
  void read() throws IOException {
    try (InputStream document = OpenApiResource.class.getResourceAsStream("openapi.json")) {
      assertNotNull(document, "the build generates the description before it runs tests");
      description = new ObjectMapper().readTree(document);
    }
  }

  @Test
  void descriptionHasExactlyTheOperationsThatThereAre() {
    Set<String> described = new TreeSet<>();
    description
        .path("paths")
        .fields()
        .forEachRemaining(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(verb -> described.add(verb + " " + path.getKey())));
    Set<String> there = new TreeSet<>();
    operations().forEach(method -> there.add(verb(method) + " " + path(method)));
    assertEquals(there, described);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void everyOperationSaysWhoMayUseItAndHowSigningInFails(Method method) {
    assertNotNull(method.getAnnotation(RolesAllowed.class));
    JsonNode responses =
        description.path("paths").path(path(method)).path(verb(method)).path("responses");
    for (String status : List.of("401", "403", "500", "503")) {
      String schema =
          responses
              .path(status)
              .path("content")
              .path("application/problem+json")
              .path("schema")
              .path("$ref")
              .asText();
      assertEquals("#/components/schemas/Problem", schema, status);
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void onlyReadingIsOpenToViewers(Method method) {
    boolean reads = Set.of("get", "head").contains(verb(method));
    boolean viewers =
        Arrays.asList(method.getAnnotation(RolesAllowed.class).value()).contains(Roles.VIEWER);
    assertEquals(reads, viewers);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void applicationsReachBlobsAndTheDescriptionOnly(Method method) {
    boolean theirs = path(method).startsWith("/api/blobs") || path(method).contains("openapi");
    boolean applications =
        Arrays.asList(method.getAnnotation(RolesAllowed.class).value()).contains(Roles.APPLICATION);
    assertEquals(theirs, applications);
  }

  @Test
  void problemsAreDescribedWithTheirCodes() {
    JsonNode schemas = description.path("components").path("schemas");
    assertTrue(schemas.path("ProblemCode").path("enum").size() > 30);
  }

  static Stream<Method> operations() {
    return RESOURCES.stream()
        .flatMap(type -> Arrays.stream(type.getMethods()))
        .filter(method -> httpMethod(method).isPresent());
  }

  private static Optional<HttpMethod> httpMethod(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(Annotation::annotationType)
        .flatMap(type -> Stream.ofNullable(type.getAnnotation(HttpMethod.class)))
        .findFirst();
  }

  private static String verb(Method method) {
    return httpMethod(method).orElseThrow().value().toLowerCase(Locale.ROOT);
  }

  private static String path(Method method) {
    Path own = method.getAnnotation(Path.class);
    String base = "/api" + method.getDeclaringClass().getAnnotation(Path.class).value();
    return own == null ? base : base + own.value();
  }
}
