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

/** Base of the scenarios with real clients. */
@Timeout(120)
abstract class ClientScenario extends Scenario {
  static final int MIB = 1 << 20;

  /** Some characters of this name are outside ISO 8859-1, where encodings would agree. */
  static final String NAME = "Grüße – 日本.bin";

  /** Folder of a client's downloads. */
  @TempDir Path folder;

  final String clear(String target) {
    return "http://localhost:" + server.httpPort() + target;
  }

  final String tls(String target) {
    return "https://localhost:" + server.httpsPort() + target;
  }

  /** Longer than all buffers on the way. */
  static Path large() {
    return TestFiles.settled("client-large.bin", 24 * MIB);
  }

  /** The step that names a download by RFC 6266. */
  static String attachment(String name) {
    String encoded =
        java.net.URLEncoder.encode(name, java.nio.charset.StandardCharsets.UTF_8)
            .replace("+", "%20");
    return "header:Content-Disposition=attachment; filename=\"ascii.bin\"; filename*=UTF-8''"
        + encoded;
  }

  /** The first bytes of a file, as left by an interrupted download. */
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
   * Digest and name of each file in the folder, one per line. Asks a program, because Java in a
   * POSIX locale cannot name files such as {@link #NAME}.
   */
  static String listing(Path folder) throws IOException {
    return Command.run(folder, "sh", "-c", "sha256sum *").succeeded();
  }

  /** Line of {@link #listing} for one file. */
  static String listed(Path file, String name) {
    return TestFiles.digest(file) + "  " + name + "\n";
  }
}
