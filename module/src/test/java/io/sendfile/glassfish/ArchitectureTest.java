package io.sendfile.glassfish;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The package table of ARCHITECTURE.md, as rules: who may import whom. */
@AnalyzeClasses(packages = ArchitectureTest.ROOT, importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  static final String ROOT = "io.sendfile.glassfish";

  @ArchTest
  static final ArchRule importsPointDownTheTable =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .ensureAllClassesAreContainedInArchitecture()
          .layer("spi")
          .definedBy(in("spi"))
          .layer("threads")
          .definedBy(in("threads"))
          .layer("http")
          .definedBy(in("http"))
          .layer("content")
          .definedBy(in("content"))
          .layer("algorithm")
          .definedBy(in("algorithm"))
          .layer("buffer")
          .definedBy(in("buffer"))
          .layer("stats")
          .definedBy(in("stats"))
          .layer("metrics")
          .definedBy(in("metrics"))
          .layer("transfer")
          .definedBy(in("transfer"))
          .layer("results")
          .definedBy(in("results"))
          .layer("engine")
          .definedBy(in("engine"))
          .layer("grizzly")
          .definedBy(in("grizzly"))
          .layer("measurement")
          .definedBy(in("measurement"))
          .layer("glassfish")
          .definedBy(in("glassfish"))
          .whereLayer("spi")
          .mayNotAccessAnyLayer()
          .whereLayer("threads")
          .mayNotAccessAnyLayer()
          .whereLayer("http")
          .mayOnlyAccessLayers("spi")
          .whereLayer("content")
          .mayOnlyAccessLayers("http", "spi", "threads")
          .whereLayer("algorithm")
          .mayOnlyAccessLayers("spi")
          .whereLayer("buffer")
          .mayOnlyAccessLayers("spi")
          .whereLayer("stats")
          .mayOnlyAccessLayers("content", "spi")
          .whereLayer("metrics")
          .mayOnlyAccessLayers("stats", "spi")
          .whereLayer("transfer")
          .mayOnlyBeAccessedByLayers("engine", "grizzly", "glassfish")
          .whereLayer("results")
          .mayOnlyAccessLayers("spi", "threads")
          .whereLayer("engine")
          .mayOnlyBeAccessedByLayers("grizzly", "measurement", "glassfish")
          .whereLayer("grizzly")
          .mayOnlyBeAccessedByLayers("measurement", "glassfish")
          .whereLayer("measurement")
          .mayOnlyBeAccessedByLayers("glassfish")
          .whereLayer("glassfish")
          .mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule importsWithinTheEdgePointDownToo =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("health")
          .definedBy(in("glassfish.health"))
          .layer("jmx")
          .definedBy(in("glassfish.jmx"))
          .layer("versions")
          .definedBy(in("glassfish.versions"))
          .layer("plugins")
          .definedBy(in("glassfish.plugins"))
          .layer("config")
          .definedBy(in("glassfish.config"))
          .layer("catalina")
          .definedBy(in("glassfish.catalina"))
          .layer("core")
          .definedBy(ROOT + ".glassfish")
          .layer("monitoring")
          .definedBy(in("glassfish.monitoring"))
          .layer("applications")
          .definedBy(in("glassfish.applications"))
          .layer("listeners")
          .definedBy(in("glassfish.listeners"))
          .layer("admin")
          .definedBy(in("glassfish.admin"))
          .whereLayer("health")
          .mayNotAccessAnyLayer()
          .whereLayer("jmx")
          .mayNotAccessAnyLayer()
          .whereLayer("versions")
          .mayNotAccessAnyLayer()
          .whereLayer("catalina")
          .mayNotAccessAnyLayer()
          .whereLayer("plugins")
          .mayOnlyAccessLayers("health", "jmx")
          .whereLayer("config")
          .mayOnlyAccessLayers("health", "plugins")
          .whereLayer("core")
          .mayOnlyAccessLayers("health", "plugins", "config")
          .whereLayer("monitoring")
          .mayOnlyAccessLayers("core", "config", "jmx")
          .whereLayer("applications")
          .mayOnlyAccessLayers("core", "catalina", "jmx", "health")
          .whereLayer("listeners")
          .mayOnlyAccessLayers(
              "applications",
              "core",
              "monitoring",
              "config",
              "plugins",
              "jmx",
              "health",
              "catalina")
          .whereLayer("admin")
          .mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule noCyclesBetweenPackages =
      slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest
  static final ArchRule spiNeedsNothingButTheJdk =
      classes()
          .that()
          .resideInAPackage(in("spi"))
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(in("spi"), "java..", "javax..", "org.jspecify..");

  @ArchTest
  static final ArchRule grizzlyStaysAtTheEdge =
      noClasses()
          .that()
          .resideOutsideOfPackages(in("grizzly"), in("measurement"), in("glassfish"))
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.glassfish.grizzly..");

  @ArchTest
  static final ArchRule glassFishStaysAtTheEdge =
      noClasses()
          .that()
          .resideOutsideOfPackage(in("glassfish"))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "com.sun.enterprise..",
              "org.glassfish.api..",
              "org.glassfish.config..",
              "org.glassfish.external..",
              "org.glassfish.flashlight..",
              "org.glassfish.grizzly.config..",
              "org.glassfish.hk2..",
              "org.glassfish.internal..",
              "org.jvnet.hk2..");

  private static String in(String layer) {
    return ROOT + "." + layer + "..";
  }
}
