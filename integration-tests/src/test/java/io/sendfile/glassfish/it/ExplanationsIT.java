package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Explanations of hand-offs for an administrator: refused ones and all others. */
@Timeout(120)
@EachGrizzly
@InContainer
class ExplanationsIT extends Scenario {
  private final Path file = TestFiles.ofLength(300 << 10);

  private String explain(String... arguments) {
    return server.command("explain-sendfile", arguments);
  }

  @Test
  void explanationOfAServedFileIsTheAnswerOfARequest() throws IOException {
    // One of this very second has a weak tag, and a strong one a second later.
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
    Snapshot before = server.probe();
    String told =
        explain("--application", "it", "--virtual-server", "server", TestFiles.value(file));
    assertThat(told)
        .contains("served", "application it, at virtual server server")
        .contains("Content-Length: " + (300 << 10), "by zero-copy over clear HTTP/1.1");
    String etag = play(sendfile(file)).isFile(file).header("ETag");
    assertThat(told).contains("ETag: " + etag);
    awaitGrown("Started", 1, before);
  }

  @Test
  void explanationHasTheMediaTypeOfTheApplication() {
    String value = TestFiles.value(TestFiles.file("a.probe", 10));
    assertThat(explain("--application", "it", value)).contains("Content-Type: application/x-probe");
    assertThat(explain(value)).contains("Content-Type: application/octet-stream");
  }

  @Test
  void explanationTellsOfARange() {
    assertThat(explain("--range", "bytes=10-19", TestFiles.value(file)))
        .contains("206", "Content-Range: bytes 10-19/" + (300 << 10), "in one write");
  }

  @Test
  void explanationHoldsForTheRequestThatIsTold() throws IOException {
    String etag = play(sendfile(file)).header("ETag");
    assertThat(
            explain(
                "--request-header",
                "If-None-Match: " + etag,
                "--request-header",
                "Range: bytes=0-9",
                TestFiles.value(file)))
        .contains("304", "the header only", "the preconditions come first");
    assertThat(explain("--method", "HEAD", TestFiles.value(file))).contains("the header only");
    assertThatThrownBy(() -> explain("--request-header", "gzip", TestFiles.value(file)))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("request-header must be a name, a colon and a value");
  }

  @Test
  void explanationOfARefusalSaysHowToMendIt() {
    Snapshot before = server.probe();
    assertThat(explain("/etc/passwd"))
        .contains("refused: outside-roots", "create a root for it", "404");
    assertThat(explain("--header", "X-Accel-Redirect", "/x")).contains("accel-redirect is false");
    assertThat(server.probe().refused("outside-roots"))
        .as("nothing is counted")
        .isEqualTo(before.refused("outside-roots"));
  }

  @Test
  void pathWithAQueryIsExplainedAsAnAddress() {
    String address = Play.steps("sendfile:files:none-by-path");
    assertThat(explain(address))
        .contains("left to GlassFish", "application    it", "ask for the value that it hands off")
        .doesNotContain("outside-roots");
  }

  @Test
  void clientThatIsNoAddressIsRefused() {
    assertThatThrownBy(() -> explain("--client", "999.1.1.1", TestFiles.value(file)))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("client must be an address");
    assertThat(explain("--client", "12345", TestFiles.value(file))).contains("of 12345", "served");
  }

  @Test
  void explanationDeletesNothing() throws IOException {
    Path temporary = TestFiles.file("explained.tmp", 100);
    server.createRoot("explained", temporary.getParent(), "allow-delete", "true");
    try {
      assertThat(explain("--header", "X-Sendfile-Temporary", "explained:explained.tmp"))
          .contains("served", "the file is deleted");
      assertThat(temporary).exists();
      assertThat(
              explain(
                  "--header",
                  "X-Sendfile-Temporary",
                  "--range",
                  "bytes=0-1",
                  "explained:explained.tmp"))
          .contains("206", "the file stays");
    } finally {
      server.deleteRoot("explained");
    }
  }

  @Test
  void explanationHoldsForAListener() {
    assertThatThrownBy(() -> explain("--listener", "none", TestFiles.value(file)))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("There is no network-listener \"none\"")
        .hasMessageContaining(server.httpListener());
    server.command("set-sendfile-listener", "--enabled", "false", server.httpListener());
    try {
      assertThat(explain("--listener", server.httpListener(), TestFiles.value(file)))
          .contains("not handed off", "enabled is false");
      assertThat(explain(TestFiles.value(file))).contains("served");
    } finally {
      server.command("delete-sendfile-listener", server.httpListener());
    }
  }

  @Test
  void refusalIsListedWithApplicationAndRemedy() throws IOException {
    play("sendfile:files:.git/%E2%80%AEconfig").hasStatus(404);
    List<String> lines =
        server.command("list-sendfile-refusals").lines().filter(line -> !line.isBlank()).toList();
    int refusal =
        IntStream.range(0, lines.size())
            .filter(i -> lines.get(i).contains("E2%80%AEconfig"))
            .findFirst()
            .orElseThrow();
    assertThat(lines.get(refusal))
        .contains("hidden (404)", "it to 127.0.0.1", "X-Sendfile: 'files:.git/%E2%80%AEconfig'");
    assertThat(lines.get(refusal + 1))
        .contains("matches the root's list", "change the attribute hidden", "\\u202econfig");
  }
}
