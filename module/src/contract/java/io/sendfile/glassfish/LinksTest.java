package io.sendfile.glassfish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each relative link of a Markdown page leads to a file, and to a heading of it. */
class LinksTest {
  private static final Path PROJECT = Path.of("..");

  /** Folders of pages, with the depth of the search; none of them holds the output of a build. */
  private static final Map<String, Integer> FOLDERS =
      Map.of(
          "", 1,
          "docs", 9,
          "proposals", 1,
          "benchmarks", 1,
          "benchmarks/results", 9,
          "samples/languages", 1,
          "samples/results-bridge", 1);

  private static final Pattern CODE = Pattern.compile("```.*?```", Pattern.DOTALL);
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?!\\w+:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);

  @Test
  void everyRelativeLinkLeadsSomewhere() throws IOException {
    Set<String> broken = new TreeSet<>();
    int checked = 0;
    for (Path page : pages()) {
      Matcher link = LINK.matcher(prose(page));
      for (; link.find(); checked++) {
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        if (!Files.exists(target)
            || (link.group(2) != null && !anchors(target).contains(link.group(2)))) {
          broken.add(PROJECT.relativize(page) + ": " + link.group());
        }
      }
    }
    assertThat(checked).isPositive();
    assertThat(broken).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"README.md, 8", "ARCHITECTURE.md, 12"})
  void firstPagesStayShort(String page, int kilobytes) throws IOException {
    assertThat(Files.size(PROJECT.resolve(page))).isLessThanOrEqualTo(kilobytes << 10);
  }

  @Test
  void everyPageIsInTheIndex() throws IOException {
    String index = Files.readString(PROJECT.resolve("docs").resolve("index.md"));
    try (Stream<Path> pages = Files.list(PROJECT.resolve("docs"))) {
      assertThat(pages.map(page -> page.getFileName().toString()))
          .filteredOn(name -> name.endsWith(".md") && !name.equals("index.md"))
          .isNotEmpty()
          .allMatch(name -> index.contains("(" + name + ")"));
    }
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Map.Entry<String, Integer> folder : FOLDERS.entrySet()) {
      Path top = PROJECT.resolve(folder.getKey());
      try (Stream<Path> files = Files.walk(top, folder.getValue())) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }

  private static String prose(Path page) throws IOException {
    return CODE.matcher(Files.readString(page)).replaceAll("");
  }

  /** Anchors of headings as GitHub makes them. */
  private static Set<String> anchors(Path page) throws IOException {
    return HEADING
        .matcher(prose(page))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
