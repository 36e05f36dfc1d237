package io.sendfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.api.Param;
import org.junit.jupiter.api.Test;

/** The asadmin commands that pages show are there, and so are their options. */
class PageCommandsTest {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern CODE = Pattern.compile("(?s)```\\w+\n(.*?)```|(?<!`)`([^`]+)`");
  private static final Pattern VALUE = Pattern.compile("(--[a-z-]+) '[^']*'");
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?<=^|asadmin |')((?!glassfish-)[a-z]{3,}-sendfile(?:-[a-z]+)*)\\b([^\n'#|;]*)",
          Pattern.MULTILINE);
  private static final Pattern OPTION = Pattern.compile("(?<= )--([a-z-]+)");

  @Test
  void areThereWithTheirOptions() throws IOException {
    Map<String, Set<String>> known =
        CommandHelpTest.commands().stream()
            .collect(Collectors.toMap(CommandHelpTest::name, PageCommandsTest::options));
    Set<String> shown = new TreeSet<>();
    Set<String> unknown = new TreeSet<>();
    for (Path page : pages()) {
      for (MatchResult command : commands(Files.readString(page))) {
        String name = command.group(1);
        shown.add(name);
        Set<String> options = known.getOrDefault(name, Set.of());
        if (!known.containsKey(name) || !options.containsAll(optionsIn(command.group(2)))) {
          unknown.add(page + ": " + command.group());
        }
      }
    }
    assertThat(unknown).isEmpty();
    assertThat(shown).hasSizeGreaterThan(known.size() / 2);
  }

  private static Set<String> options(Class<?> command) {
    return CommandHelpTest.options(command).map(Param::name).collect(Collectors.toSet());
  }

  private static List<String> optionsIn(String line) {
    return OPTION.matcher(line).results().map(option -> option.group(1)).toList();
  }

  private static List<MatchResult> commands(String page) {
    return CODE.matcher(page)
        .results()
        .map(PageCommandsTest::lines)
        .map(lines -> VALUE.matcher(lines).replaceAll("$1 …"))
        .flatMap(lines -> COMMAND.matcher(lines).results())
        .toList();
  }

  private static String lines(MatchResult code) {
    String block = code.group(1);
    return block == null
        ? code.group(2).replaceAll("\\s+", " ")
        : block.replaceAll("\\\\\n\\s*", "").replaceAll("(?m)^(\\$ )?\\s*", "");
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.list(PROJECT.resolve("docs"))) {
      return Stream.concat(
              Stream.of(PROJECT.resolve("README.md")),
              docs.filter(page -> page.toString().endsWith(".md")))
          .toList();
    }
  }
}
