package io.sendfile.glassfish.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ResultReceiver;
import io.sendfile.glassfish.it.harness.ResultReceiver.Post;
import io.sendfile.glassfish.it.harness.ServerProcess;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Results of downloads that are posted to a URL. */
@Timeout(300)
class ResultsIT extends Scenario {
  private static final String PLUG_IN = "download-result-sender";

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SECRET = "0123456789abcdef";

  private final Path file = TestFiles.ofLength(300 << 10);
  private ResultReceiver receiver;

  @BeforeEach
  void receive() throws IOException {
    receiver = new ResultReceiver();
  }

  @AfterEach
  void stopSending() {
    send("enabled", "false");
    receiver.close();
  }

  private void send(String... properties) {
    if (properties[0].equals("enabled")) {
      server.command("set-sendfile-plugin", "--enabled", properties[1], PLUG_IN);
      return;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < properties.length; i += 2) {
      text.append(i == 0 ? "" : ":").append(properties[i]).append('=');
      text.append(properties[i + 1].replace(":", "\\:"));
    }
    server.command(
        "set-sendfile-plugin", "--enabled", "true", "--property", text.toString(), PLUG_IN);
  }

  private void sendToReceiver() {
    send("destination-url", receiver.url(), "hmac-secret", "", "longest-pause-seconds", "1");
  }

  private void download(String id) throws IOException {
    play("header:X-Sendfile-Id=" + id, sendfile(file)).isFile(file);
  }

  private List<Post> about(String id, String event) {
    return receiver.posts().stream()
        .filter(post -> post.field("download_id").equals(id) && post.field("event").equals(event))
        .toList();
  }

  private Post await(String id, String event) {
    Await.until(event + " of " + id, SOON, () -> !about(id, event).isEmpty());
    return about(id, event).get(0);
  }

  @Test
  void endOfADownloadIsPosted() throws IOException {
    sendToReceiver();
    download("order-1");
    Post finished = await("order-1", "transfer-finished");
    assertThat(finished.fields())
        .containsEntry("file_path", TestFiles.folder().relativize(file).toString())
        .containsEntry("root", TestFiles.ROOT)
        .containsEntry("result", "200")
        .containsEntry("outcome", "completed")
        .containsEntry("bytes", Long.toString(Files.size(file)))
        .containsEntry("application", "it")
        .containsEntry("client", "127.0.0.1")
        .containsEntry("idempotency_key", finished.key());
    Post whole = await("order-1", "download-complete");
    assertThat(whole.key()).isNotEqualTo(finished.key());
    assertThat(whole.signature()).isNull();
  }

  @Test
  void rangesOfOneDownloadEndInOneEvent() throws IOException {
    sendToReceiver();
    long size = Files.size(file);
    String target = Play.steps("header:X-Sendfile-Id=order-2", sendfile(file));
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      connection.ask(target, "Range: bytes=100000-").hasStatus(206);
      connection.ask(target, "Range: bytes=0-49999").hasStatus(206);
      Await.until("two ends", SOON, () -> about("order-2", "transfer-finished").size() == 2);
      assertThat(about("order-2", "download-complete")).isEmpty();
      connection.ask(target, "Range: bytes=40000-99999").hasStatus(206);
    }
    assertThat(await("order-2", "download-complete").fields())
        .containsEntry("transfers", "3")
        .containsEntry("size", Long.toString(size))
        .containsEntry("bytes", Long.toString(size + 10_000));
  }

  @Test
  void signedIfThereIsASecret() throws IOException {
    send("destination-url", receiver.url(), "hmac-secret", SECRET);
    download("order-3");
    assertThat(await("order-3", "transfer-finished").signature()).matches("t=\\d+,v1=[0-9a-f]{64}");
  }

  @Test
  void secretMayBeAPasswordAlias() throws Exception {
    assumeTrue(ServerProcess.exists(), "embedded GlassFish has no password aliases");
    server.command("create-password-alias", "--aliaspassword", SECRET, "results");
    try {
      send("destination-url", receiver.url(), "hmac-secret", "${ALIAS=results}");
      download("order-5");
      Post post = await("order-5", "transfer-finished");
      String time = post.signature().replaceFirst("t=(\\d+),.*", "$1");
      assertThat(post.signature()).isEqualTo("t=" + time + ",v1=" + mac(time + "." + post.form()));
      for (String command : List.of("get-sendfile-configuration", "list-sendfile-plugins")) {
        assertThat(server.command(command)).contains(PLUG_IN).doesNotContain(SECRET);
      }
    } finally {
      server.command("delete-password-alias", "results");
    }
  }

  private static String mac(String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(US_ASCII), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(US_ASCII)));
  }

  @Test
  void badPropertyIsToldAndNothingIsSent() throws IOException {
    send("destination-url", "ftp://nowhere/", "hmac-secret", "");
    Await.until(
        "the problem is told",
        SOON,
        () ->
            server
                .command("get-sendfile-configuration")
                .contains("destination-url must begin with http:// or https://"));
    download("order-4");
    assertThat(receiver.posts()).isEmpty();
  }

  @Test
  void killedServerPostsEveryResultAfterItsRestart() throws Exception {
    assumeTrue(ServerProcess.exists(), "embedded GlassFish has no process of its own");
    sendToReceiver();
    download("first");
    await("first", "download-complete");
    for (int i = 0; i < 100; i++) {
      if (i == 30) {
        receiver.answer(500);
      }
      download("kill-" + i);
    }
    // Two events each.
    Await.until("all are in the journal", SOON, () -> told() == 202);
    ServerProcess.kill();
    Path journal = ServerProcess.domain().resolve("sendfile/" + PLUG_IN + "/journal");
    assertThat(Files.getPosixFilePermissions(journal))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    receiver.answer(200);
    ServerProcess.start();
    Set<String> wanted =
        IntStream.range(0, 100).mapToObj(i -> "kill-" + i).collect(Collectors.toSet());
    for (String event : List.of("transfer-finished", "download-complete")) {
      Await.until(
          () -> event + " of each; missing " + missing(wanted, event),
          PATIENCE,
          () -> missing(wanted, event).isEmpty());
    }
    assertThat(keysOfEachEvent().values()).allSatisfy(keys -> assertThat(keys).hasSize(1));
    assertThat(receiver.posts())
        .allSatisfy(post -> assertThat(post.key()).isEqualTo(post.field("idempotency_key")));
  }

  /** Events the sender has taken. */
  private long told() {
    String line =
        server
            .command("get-sendfile-configuration")
            .lines()
            .filter(text -> text.contains("transfer-listener " + PLUG_IN + ": told "))
            .findFirst()
            .orElse(": told 0, waiting 0");
    return Long.parseLong(line.replaceFirst(".*: told (\\d+),.*", "$1"));
  }

  private Set<String> missing(Set<String> wanted, String event) {
    Set<String> there =
        receiver.posts().stream()
            .filter(post -> post.status() == 200 && post.field("event").equals(event))
            .map(post -> post.field("download_id"))
            .collect(Collectors.toSet());
    return wanted.stream().filter(id -> !there.contains(id)).collect(Collectors.toSet());
  }

  private Map<String, Set<String>> keysOfEachEvent() {
    return receiver.posts().stream()
        .collect(
            Collectors.groupingBy(
                post -> post.field("event") + " " + post.field("download_id"),
                Collectors.mapping(Post::key, Collectors.toSet())));
  }
}
