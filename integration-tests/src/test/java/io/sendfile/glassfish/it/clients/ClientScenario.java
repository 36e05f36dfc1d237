package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.Scenario;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the scenarios with real clients share. */
@Timeout(120)
abstract class ClientScenario extends Scenario {
  static final int MIB = 1 << 20;

  /** A name that is the same in ISO 8859-1 is not enough: some of this one is not in it. */
  static final String NAME = "Grüße – 日本.bin";

  /** Where a client puts what it downloads. */
  @TempDir Path folder;

  final String clear(String target) {
    return "http://localhost:" + server.httpPort() + target;
  }

  final String tls(String target) {
    return "https://localhost:" + server.httpsPort() + target;
  }

  /** Long enough that no buffer takes all of it. */
  static Path large() {
    return TestFiles.settled("client-large.bin", 24 * MIB);
  }

  /** The step that gives a download its name, as RFC 6266 wants it. */
  static String attachment(String name) {
    String encoded =
        java.net.URLEncoder.encode(name, java.nio.charset.StandardCharsets.UTF_8)
            .replace("+", "%20");
    return "header:Content-Disposition=attachment; filename=\"ascii.bin\"; filename*=UTF-8''"
        + encoded;
  }

  /** The first bytes of a file, as an interrupted download leaves them. */
  static Path beginning(Path file, int length, Path copy) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Files.write(copy, in.readNBytes(length));
    }
  }

  static void areSame(Path copy, Path file) throws IOException {
    assertThat(copy).exists();
    assertThat(Files.size(copy)).as("length of %s", copy).isEqualTo(Files.size(file));
    assertThat(Files.mismatch(copy, file)).as("first byte of %s that differs", copy).isEqualTo(-1);
  }

  /**
   * The digest and name of each file in the folder, in lines. Java on a POSIX locale cannot name
   * files such as {@link #NAME}, so it is not asked.
   */
  static String listing(Path folder) throws IOException {
    return Command.run(folder, "sh", "-c", "sha256sum *").succeeded();
  }

  /** What {@link #listing} says of one file. */
  static String listed(Path file, String name) {
    return TestFiles.digest(file) + "  " + name + "\n";
  }
}
