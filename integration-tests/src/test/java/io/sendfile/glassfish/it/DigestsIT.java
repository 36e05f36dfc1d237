package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that check what they get by its Repr-Digest, which the optional bundle knows. */
@Timeout(60)
@InContainer
class DigestsIT extends Scenario {
  private static final String FIELD = "Repr-Digest";

  private final Path file = TestFiles.settled("digest.bin", 300_000);
  private final Path sidecar = file.resolveSibling("digest.bin.sha256");
  private final String target = Play.steps(sendfile(file));

  @BeforeEach
  void sidecarExists() throws IOException {
    Files.writeString(sidecar, TestFiles.digest(file) + "  digest.bin\n");
    server.command("set-sendfile-plugin", "--property", "recheck-seconds=1", "digests");
  }

  @AfterEach
  void sidecarGoes() throws IOException {
    server.command("delete-sendfile-plugin", "digests");
    Files.delete(sidecar);
  }

  private void awaitDigest() {
    Await.until("a digest is known", SOON, () -> ask(target).header(FIELD) != null);
  }

  /** The digest of the body that a client has got. */
  private static String digestOf(Answer answer) {
    byte[] digest = HexFormat.of().parseHex(answer.digest());
    return "sha-256=:" + Base64.getEncoder().encodeToString(digest) + ":";
  }

  @Test
  void clientsCheckTheBodyOverEachProtocol() throws IOException {
    awaitDigest();
    Answer first = ask(target).isFile(file);
    String field = digestOf(first);
    for (Browser browser : Browser.values()) {
      Answer whole = browser.ask(target, "Want-Repr-Digest", "sha-512=10, sha-256=1").isFile(file);
      assertThat(whole.header(FIELD)).isEqualTo(digestOf(whole));
      Answer part = browser.ask(target, "Range", "bytes=100-199").hasStatus(206);
      assertThat(part.header(FIELD)).isEqualTo(field);
      assertThat(browser.head(target).hasStatus(200).header(FIELD)).isEqualTo(field);
    }
    Answer known = ask(target, "If-None-Match: " + first.header("ETag")).hasStatus(304);
    assertThat(known.header(FIELD)).isEqualTo(field);
    assertThat(ask(target, "Want-Repr-Digest: sha-256=0").header(FIELD)).isNull();
    assertThat(play(sendfile(file), "header:Repr-Digest=sha-256=:AA==:").header(FIELD))
        .as("the application's own")
        .isEqualTo("sha-256=:AA==:");
  }

  @Test
  void fileThatIsAskedForOftenIsReadInTheBackground() throws IOException {
    server.command(
        "set-sendfile-plugin",
        "--property",
        "sidecar-files=false:background-requests=3",
        "digests");
    awaitDigest();
    Answer answer = ask(target).isFile(file);
    assertThat(answer.header(FIELD)).isEqualTo(digestOf(answer));
    assertThat(server.command("list-sendfile-plugins"))
        .containsPattern("digests +file-digests +true +io.sendfile.glassfish.digests");
  }

  @Test
  void wrongPropertyIsToldAndSwitchesItOff() throws IOException {
    awaitDigest();
    assertThatThrownBy(
            () ->
                server.command("set-sendfile-plugin", "--property", "known-files=many", "digests"))
        .hasMessageContaining("known-files must be a number from 1 to 1000000, not \"many\"");
    assertThatThrownBy(
            () -> server.command("set-sendfile-plugin", "--property", "known-file=1", "digests"))
        .hasMessageContaining("there is no property known-file; there are background-bytes");
    assertThat(ask(target).isFile(file).header(FIELD)).as("nothing has changed").isNotNull();

    String property = "sendfile-config.sendfile-plugin.digests.property.recheck-seconds";
    server.command("set", "configs.config.server-config." + property + "=never");
    assertThat(ask(target).isFile(file).header(FIELD)).isNull();
    assertThat(server.command("get-sendfile-configuration"))
        .contains("file-digests digests: off: recheck-seconds must be a number from 1 to 86400");
    assertThat(server.command("list-sendfile-plugins"))
        .contains("off: recheck-seconds must be a number from 1 to 86400");
  }
}
