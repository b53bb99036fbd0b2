package dev.cairn;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which package may know which: the arrows of docs/architecture.md, one way only. */
@AnalyzeClasses(packages = "dev.cairn", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule arrowsPointOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("dev.cairn..")
          .withOptionalLayers(true)
          .layer("retry")
          .definedBy("dev.cairn.retry..")
          .layer("outcome")
          .definedBy("dev.cairn.outcome..")
          .layer("store")
          .definedBy("dev.cairn.store")
          .layer("backend")
          .definedBy("dev.cairn.store.local..", "dev.cairn.store.s3..", "dev.cairn.store.azure..")
          .layer("layer")
          .definedBy("dev.cairn.store.layer..")
          .layer("catalog")
          .definedBy("dev.cairn.catalog..")
          .layer("migration")
          .definedBy("dev.cairn.migration..")
          .layer("upload")
          .definedBy("dev.cairn.upload..")
          .layer("job")
          .definedBy("dev.cairn.job..")
          .layer("config")
          .definedBy("dev.cairn.config..")
          .layer("admin")
          .definedBy("dev.cairn.admin..")
          .layer("demo and bench")
          .definedBy("dev.cairn.demo..", "dev.cairn.bench..", "dev.cairn.testkit..")
          .whereLayer("admin")
          .mayOnlyBeAccessedByLayers("demo and bench")
          .whereLayer("config")
          .mayOnlyBeAccessedByLayers("admin", "demo and bench")
          .whereLayer("job")
          .mayOnlyBeAccessedByLayers("config", "admin", "demo and bench")
          .whereLayer("upload")
          .mayOnlyBeAccessedByLayers("job", "config", "admin")
          .whereLayer("migration")
          .mayOnlyBeAccessedByLayers("job", "config", "admin", "demo and bench")
          .whereLayer("catalog")
          .mayOnlyBeAccessedByLayers("migration", "job", "config", "admin", "demo and bench")
          .whereLayer("backend")
          .mayOnlyBeAccessedByLayers("config", "demo and bench")
          .whereLayer("layer")
          .mayOnlyBeAccessedByLayers("config", "demo and bench");

  @ArchTest
  static final ArchRule theEngineIsKnownOnlyToJob =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.cairn.job..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.batch..", "org.jberet..");

  @ArchTest
  static final ArchRule restIsKnownOnlyToAdmin =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.cairn.admin..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.ws.rs..");

  @ArchTest
  static final ArchRule theAmazonClientIsKnownOnlyToItsBackend =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.cairn.store.s3..", "dev.cairn.bench..", "dev.cairn.testkit..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("software.amazon.awssdk..");

  @ArchTest
  static final ArchRule theAzureClientIsKnownOnlyToItsBackend =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.cairn.store.azure..", "dev.cairn.testkit..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.azure..", "reactor..");

  @ArchTest
  static final ArchRule theDatabaseIsKnownOnlyToThePackagesThatOwnTables =
      noClasses()
          .that()
          .resideInAnyPackage("dev.cairn.retry..", "dev.cairn.outcome..", "dev.cairn.store..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jakarta.persistence..", "java.sql..", "javax.sql..");
}
