package io.sendfile.glassfish.it.console;

import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Names that would run as a script or an expression, reorder a line, or break the page. */
final class HostileNames {
  static final String IMAGE = "\"><img src=x onerror=alert(1)>'";

  static final String LONG = "x".repeat(240) + ".bin";

  /** With a slash: that file is in a folder. */
  static final String SCRIPT = "<script>alert(1)</script>";

  /** Hostile text in a file's name. */
  static final List<String> NAMES =
      List.of(
          SCRIPT,
          IMAGE + ".bin",
          "#{1+1}${2+2}#{target.name}.bin",
          "invoice\u202egpj.exe",
          "zero\u200bwidth\u2066isolate.bin",
          "\u05e9\u05dc\u05d5\u05dd.pdf",
          LONG);

  private HostileNames() {}

  /** Expected text on the page: characters that reorder or hide are spelt out. */
  static String shown(String name) {
    StringBuilder shown = new StringBuilder();
    name.codePoints()
        .forEach(
            c -> {
              if (Character.getType(c) == Character.FORMAT || Character.isISOControl(c)) {
                shown.append(String.format("\\u%04x", c));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The step that hands off the file with this name. */
  static String handOff(String name) {
    return "sendfile:" + TestFiles.ROOT + ":" + encoded(name).replace("%2F", "/");
  }

  /** Makes the file with this name. */
  static void make(String name) throws IOException {
    Path file = TestFiles.folder().resolve(name);
    Files.createDirectories(file.getParent());
    if (!Files.exists(file)) {
      Files.createLink(file, TestFiles.ofLength(20 << 20));
    }
  }
}
