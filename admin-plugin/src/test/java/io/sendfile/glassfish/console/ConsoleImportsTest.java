package io.sendfile.glassfish.console;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.sendfile.core.content.HandOffHeader;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Wildcards;
import io.sendfile.core.http.AddressRange;
import io.sendfile.core.http.NodeAddress;
import io.sendfile.core.transfer.ClientPattern;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.grizzly.jmx.UsedLimits;
import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.operations.ended.EndedCondition;
import io.sendfile.operations.ended.EndedFilter;
import io.sendfile.operations.history.Load;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Missed;
import io.sendfile.operations.history.Point;
import io.sendfile.operations.history.Use;
import io.sendfile.operations.problems.RootChecks;
import io.sendfile.operations.problems.RootState;

/** The console is a client of the commands: it touches nothing that runs in the server. */
@AnalyzeClasses(packages = ConsoleImportsTest.CONSOLE, importOptions = DoNotIncludeTests.class)
class ConsoleImportsTest {
  static final String CONSOLE = "io.sendfile.glassfish.console";

  /** Contracts and answers, and the tables of settings and figures. */
  private static final String[] ALLOWED = {
    CONSOLE + "..",
    "io.sendfile.spi",
    "io.sendfile.glassfish.command",
    "io.sendfile.glassfish.answers",
    "io.sendfile.core.settings",
    "io.sendfile.core.stats"
  };

  /** Further tables, values of answers, and what commands compare texts and folders by. */
  private static final Class<?>[] NAMED = {
    HandOffHeader.class,
    RefusalReason.class,
    EndedColumn.class,
    EndedCondition.class,
    EndedFilter.class,
    Load.class,
    Mark.class,
    Missed.class,
    Point.class,
    Use.class,
    LimitUsage.class,
    UsedLimits.class,
    RootState.class,
    RootChecks.class,
    Wildcards.class,
    NodeAddress.class,
    AddressRange.class,
    ClientPattern.class
  };

  @ArchTest
  static final ArchRule consoleLivesByAnswers =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.sendfile..")
                  .and(not(resideInAnyPackage(ALLOWED)))
                  .and(not(belongToAnyOf(NAMED))));
}
