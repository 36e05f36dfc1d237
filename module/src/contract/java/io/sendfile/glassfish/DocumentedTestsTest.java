package io.sendfile.glassfish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each test that a page names as a proof exists. */
class DocumentedTestsTest {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern PROOF = Pattern.compile("`([A-Z]\\w+(?:Test|IT))\\.(\\w+)`");

  @Test
  void everyTestNamedAsProofExists() throws IOException {
    Set<String> missing = new TreeSet<>();
    int named = 0;
    try (Stream<Path> documents = Files.list(PROJECT.resolve("docs"))) {
      for (Path document : documents.filter(file -> file.toString().endsWith(".md")).toList()) {
        Matcher proof = PROOF.matcher(Files.readString(document));
        for (; proof.find(); named++) {
          if (!exists(proof.group(1), proof.group(2))) {
            missing.add(document.getFileName() + ": " + proof.group());
          }
        }
      }
    }
    assertThat(named).isPositive();
    assertThat(missing).isEmpty();
  }

  private static boolean exists(String type, String method) throws IOException {
    try (Stream<Path> modules = Files.list(PROJECT)) {
      for (Path sources : modules.map(module -> module.resolve("src")).toList()) {
        if (Files.isDirectory(sources) && declares(sources, type, method)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean declares(Path sources, String type, String method) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.endsWith(type + ".java")).toList()) {
        if (Files.readString(file).contains("void " + method + "(")) {
          return true;
        }
      }
    }
    return false;
  }
}
