package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Named;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
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

class PagesTest {
  private static final Path SOURCES = Path.of("src/main/java/io/sendfile/glassfish/console/app");
  private static final Path PAGES = Path.of("src/main/webapp");
  private static final Pattern EXPRESSION = Pattern.compile("#\\{([^}]*)}");
  private static final Pattern MEMBER = Pattern.compile("(?<![\\w.])([a-zA-Z]+)\\.([a-zA-Z]+)");

  private static List<Path> files(Path folder, String suffix) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(suffix)).toList();
    }
  }

  /** Names by which pages use each bean. */
  private static Map<String, Set<String>> beans() throws IOException, ClassNotFoundException {
    Map<String, Set<String>> beans = new HashMap<>();
    for (Path source : files(SOURCES, ".java")) {
      String name = source.getFileName().toString().replace(".java", "");
      if (name.contains("-")) {
        continue;
      }
      Class<?> type = Class.forName(PagesTest.class.getPackageName() + "." + name);
      Named named = type.getAnnotation(Named.class);
      if (named != null) {
        String bean = named.value().isEmpty() ? property(name, 0) : named.value();
        beans.put(
            bean,
            Arrays.stream(type.getMethods())
                .map(Method::getName)
                .flatMap(each -> Stream.of(each, property(each, each.startsWith("is") ? 2 : 3)))
                .collect(Collectors.toSet()));
      }
    }
    return beans;
  }

  /** The rest of a name from there on, with a small first letter. */
  private static String property(String name, int from) {
    return name.length() <= from
        ? name
        : name.substring(from, from + 1).toLowerCase(Locale.ROOT) + name.substring(from + 1);
  }

  /** A page fails only for who opens that part of it. */
  @Test
  void pagesUseWhatTheirBeansHave() throws Exception {
    Map<String, Set<String>> beans = beans();
    assertThat(beans).containsKeys("target", "past", "commands");
    Set<String> missing = new TreeSet<>();
    for (Path page : files(PAGES, ".xhtml")) {
      Matcher expression = EXPRESSION.matcher(Files.readString(page));
      while (expression.find()) {
        Matcher member = MEMBER.matcher(expression.group(1).replaceAll("'[^']*'", "''"));
        while (member.find()) {
          Set<String> known = beans.get(member.group(1));
          if (known != null && !known.contains(member.group(2))) {
            missing.add(page.getFileName() + ": " + member.group());
          }
        }
      }
    }
    assertThat(missing).isEmpty();
  }
}
