package io.sendfile.glassfish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Artifacts and versions that pages give: {@code scripts/release.sh} writes the versions. */
class CoordinatesTest {
  private static final Path PROJECT = Path.of("..");

  /** Versions in lines of Maven and of Gradle, in names of files, and in words of install.sh. */
  private static final Pattern VERSIONED =
      Pattern.compile(
          "<artifactId>(?<maven>sendfile-[a-z-]+)</artifactId>\\s*<version>(?<one>[^<]+)</version>"
              + "|io\\.sendfile\\.glassfish:(?<gradle>sendfile-[a-z-]+):(?<two>[^'\"\\s`)]+)"
              + "|sendfile[- ](?<three>\\d+\\.\\d+\\.\\d+(-[A-Za-z0-9]+(\\.\\d+)?)?)");

  private static final Pattern ARTIFACT =
      Pattern.compile("</parent>\\s*<artifactId>(sendfile-[a-z-]+)</artifactId>");
  private static final Pattern POM =
      Pattern.compile("<artifactId>sendfile-parent</artifactId>\\s*<version>([^<]+)</version>");
  private static final Pattern RELEASE =
      Pattern.compile("(?m)^## (\\d\\S*) - \\d{4}-\\d\\d-\\d\\d$");

  @Test
  void readmeHasThemForMavenAndGradle() throws IOException {
    String text = Files.readString(PROJECT.resolve("README.md"));
    assertThat(VERSIONED.matcher(text).results().map(MatchResult::group))
        .anyMatch(found -> found.startsWith("<artifactId>"))
        .anyMatch(found -> found.startsWith("io.sendfile.glassfish:"));
  }

  @Test
  void namedArtifactsExistInTheNamedVersion() throws IOException {
    assertThat(wrong(PROJECT)).isEmpty();
  }

  /**
   * Wrong versions and coordinates on pages of a project's folder. The right version is that of the
   * last release, and before the first one that of the poms.
   */
  static List<String> wrong(Path project) throws IOException {
    Set<String> artifacts = artifacts(project);
    String version =
        RELEASE
            .matcher(Files.readString(project.resolve("CHANGELOG.md")))
            .results()
            .map(release -> release.group(1))
            .findFirst()
            .orElse(first(POM, project.resolve("pom.xml")));
    List<String> wrong = new ArrayList<>();
    try (Stream<Path> docs = Files.list(project.resolve("docs"))) {
      for (Path page : Stream.concat(Stream.of(project.resolve("README.md")), docs).toList()) {
        if (page.toString().endsWith(".md")) {
          VERSIONED
              .matcher(Files.readString(page))
              .results()
              .filter(
                  found ->
                      !version.equals(either(found, 2, 4, 5))
                          || !artifacts.contains(either(found, 1, 3)))
              .forEach(found -> wrong.add(page.getFileName() + ": " + found.group()));
        }
      }
    }
    return wrong;
  }

  /** The first of these groups that was found; the empty string if none was. */
  private static String either(MatchResult found, int... groups) {
    for (int group : groups) {
      if (found.group(group) != null) {
        return found.group(group);
      }
    }
    return "";
  }

  /** Names of all artifacts, and the empty one of a file that is none. */
  private static Set<String> artifacts(Path project) throws IOException {
    try (Stream<Path> files = Files.walk(project, 2)) {
      List<Path> poms = files.filter(file -> file.endsWith("pom.xml")).toList();
      Set<String> artifacts =
          poms.stream()
              .flatMap(pom -> ARTIFACT.matcher(read(pom)).results())
              .map(found -> found.group(1))
              .collect(Collectors.toSet());
      artifacts.add("");
      return artifacts;
    }
  }

  private static String first(Pattern pattern, Path file) {
    return pattern.matcher(read(file)).results().findFirst().orElseThrow().group(1);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
