package io.sendfile.glassfish.it.installation;

import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of an installation, without those that a running server writes. */
final class FileTree {
  private static final Pattern OF_EACH_RUN =
      Pattern.compile(
          "glassfish/domains/domain1/(logs|osgi-cache|generated|imq)/.*"
              + "|glassfish/domains/domain1/config/(pid.*|local-password|lockfile)"
              + "|glassfish/domains/domain1/config/(\\.consolestate|domain\\.xml\\.bak)"
              + "|glassfish/modules/\\.lock");

  /** The copies kept by {@code install.sh} and {@code uninstall.sh}. */
  private static final Pattern KEPT =
      Pattern.compile(
          "glassfish/domains/domain1/config/domain\\.xml\\.before-sendfile-(un)?install-\\d{8}-\\d{6}");

  private FileTree() {}

  /** Each file with the digest of its content; without the kept copies. */
  static Map<String, String> of(Path home) throws IOException {
    Map<String, String> files = new TreeMap<>();
    for (Path file : files(home)) {
      String name = home.relativize(file).toString();
      if (!OF_EACH_RUN.matcher(name).matches() && !KEPT.matcher(name).matches()) {
        files.put(name, TestFiles.digest(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  /** The copies of domain.xml, the oldest first. */
  static List<Path> kept(Path home) throws IOException {
    return files(home).stream()
        .filter(file -> KEPT.matcher(home.relativize(file).toString()).matches())
        .sorted((a, b) -> stamp(a).compareTo(stamp(b)))
        .toList();
  }

  private static String stamp(Path kept) {
    return kept.toString().replaceAll(".*install-", "");
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /** Whether a small file below a folder contains that text. */
  static boolean mentions(Path folder, String text) throws IOException {
    for (Path file : files(folder)) {
      if (Files.size(file) < 100_000
          && new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)
              .contains(text)) {
        return true;
      }
    }
    return false;
  }
}
