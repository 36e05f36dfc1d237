package io.sendfile;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.sendfile.glassfish.monitoring.PlatformBeans;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Agreement of the rule {@link Room#ALL}, the code and ARCHITECTURE.md about imports. */
@AnalyzeClasses(
    packages = ArchitectureTest.ROOT,
    importOptions = ArchitectureTest.MainClasses.class)
class ArchitectureTest {
  static final String ROOT = "io.sendfile";

  /** Classes of the modules, but not those of their tests. */
  static final class MainClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/test-classes/") && !location.contains("-tests.jar");
    }
  }

  /** Packages that an optional bundle may import. */
  private static final String[] CONTRACTS = {"io.sendfile.spi", "io.sendfile.glassfish.command"};

  /** All but optional bundles. */
  private static final DescribedPredicate<JavaClass> INSIDE =
      resideInAnyPackage(
          "io.sendfile.spi",
          "io.sendfile.core..",
          "io.sendfile.grizzly..",
          "io.sendfile.operations..",
          "io.sendfile.glassfish..");

  private static final Path PAGE = Path.of("..", "ARCHITECTURE.md");
  private static final String BEGIN = "<!-- packages -->\n";
  private static final String END = "<!-- /packages -->";

  @ArchTest
  static void packagesImportWhatTheRuleSays(JavaClasses all) {
    Map<String, String> names = Room.ALL.stream().collect(toMap(Room::fullName, Room::name));
    for (Room room : Room.ALL) {
      Set<String> imports =
          all.stream()
              .filter(type -> type.getPackageName().equals(room.fullName()))
              .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
              .map(dependency -> names.get(dependency.getTargetClass().getPackageName()))
              .filter(name -> name != null && !name.equals(room.name()))
              .collect(toCollection(TreeSet::new));
      assertThat(imports).as("imports of " + room.name()).isEqualTo(room.imports());
    }
  }

  /** The root package of a module has no class, but the story of the module. */
  @ArchTest
  static void eachPackageIsInTheRule(JavaClasses all) {
    assertThat(
            all.stream()
                .filter(INSIDE)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .map(type -> type.getPackageName())
                .distinct())
        .containsExactlyInAnyOrderElementsOf(Room.ALL.stream().map(Room::fullName).toList());
  }

  @ArchTest
  static void importsPointDownwards(JavaClasses all) {
    Set<String> below = new HashSet<>();
    for (Room room : Room.ALL) {
      assertThat(below).as("packages below " + room.name()).containsAll(room.imports());
      below.add(room.name());
    }
  }

  /** With {@code -Darchitecture.write=true} the table is printed into the page. */
  @ArchTest
  static void pageShowsTheRule(JavaClasses all) throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("architecture.write")) {
      Files.writeString(PAGE, page.substring(0, begin) + table() + page.substring(end));
    }
    assertThat(Files.readString(PAGE))
        .as(
            "printed by mvn -pl contracts -am test -Dtest=ArchitectureTest -Darchitecture.write=true")
        .contains(BEGIN + table() + END);
  }

  private static String table() throws IOException {
    StringBuilder table = new StringBuilder("| package | content | start at |\n|---|---|---|\n");
    for (Room.Module module : Room.Module.values()) {
      table.append(module.row());
      for (Room room : Room.ALL) {
        if (room.module() == module) {
          table.append(
              "| `%s` | %s | `%s` |\n".formatted(room.name(), room.purpose(), room.start()));
        }
      }
    }
    return table.toString();
  }

  /**
   * The first one to ask makes it, with its own class loader, and a starting GlassFish may be
   * slower than a thread of the module.
   */
  @ArchTest
  static final ArchRule platformsMBeanServerIsLeftToTheServerUntilThatIsReady =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName(PlatformBeans.class.getName())
          .should()
          .callMethod(ManagementFactory.class, "getPlatformMBeanServer");

  /** Ours are as a stranger's, which sees nothing else. */
  @ArchTest
  static final ArchRule bundlesLiveByTheContracts =
      noClasses()
          .that(not(INSIDE))
          .should()
          .dependOnClassesThat(INSIDE.and(not(resideInAnyPackage(CONTRACTS))));

  @ArchTest
  static final ArchRule spiNeedsNothingButTheJdk =
      classes()
          .that()
          .resideInAPackage("io.sendfile.spi")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.sendfile.spi", "java..", "javax..", "org.jspecify..");
}
