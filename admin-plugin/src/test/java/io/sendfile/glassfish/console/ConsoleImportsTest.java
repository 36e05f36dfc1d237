package io.sendfile.glassfish.console;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.sendfile.core.transfer.LimitUsage;

/** The console is a client of the commands: it touches nothing that runs in the server. */
@AnalyzeClasses(packages = ConsoleImportsTest.CONSOLE, importOptions = DoNotIncludeTests.class)
class ConsoleImportsTest {
  static final String CONSOLE = "io.sendfile.glassfish.console";

  /** Contracts, answers, and the names and forms of their values. */
  private static final String[] ALLOWED = {
    CONSOLE + "..",
    "io.sendfile.spi",
    "io.sendfile.glassfish.command",
    "io.sendfile.glassfish.answers",
    "io.sendfile.glassfish.monitoring",
    "io.sendfile.glassfish.versions",
    "io.sendfile.core.amounts",
    "io.sendfile.core.content",
    "io.sendfile.core.files",
    "io.sendfile.core.http",
    "io.sendfile.core.records",
    "io.sendfile.core.settings",
    "io.sendfile.core.stats",
    "io.sendfile.grizzly.jmx",
    "io.sendfile.operations.ended",
    "io.sendfile.operations.history",
    "io.sendfile.operations.problems"
  };

  @ArchTest
  static final ArchRule consoleLivesByAnswers =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.sendfile..")
                  .and(not(resideInAnyPackage(ALLOWED)))
                  .and(not(type(LimitUsage.class))));
}
