package io.sendfile.glassfish.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.ResultReceiver.Post;
import io.sendfile.glassfish.it.harness.ServerProcess;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Results of downloads, in a server that can be killed and knows password aliases. */
@Timeout(300)
@OwnProcess
class ResultsJournalIT extends ResultsScenario {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void secretMayBeAPasswordAlias() throws Exception {
    server.command("create-password-alias", "--aliaspassword", SECRET, "results");
    try {
      String alias = "${ALIAS=results}";
      send("destination-url", receiver.url() + "?token=" + alias, "hmac-secret", alias);
      download("order-5");
      Post post = await("order-5", "transfer-finished");
      assertThat(post.query()).isEqualTo("token=" + SECRET);
      String time = post.signature().replaceFirst("t=(\\d+),.*", "$1");
      assertThat(post.signature()).isEqualTo("t=" + time + ",v1=" + mac(time + "." + post.form()));
      for (String command : List.of("get-sendfile-configuration", "list-sendfile-plugins")) {
        assertThat(server.command(command)).contains(PLUG_IN).doesNotContain(SECRET, "token=");
      }
      assertThat(server.command("list-sendfile-plugins"))
          .contains("destination-url=" + receiver.url() + "?********");
      // GlassFish's own resolver does not know aliases that are younger than its first look.
      server.command("create-password-alias", "--aliaspassword", SECRET, "younger");
      send("hmac-secret", "${ALIAS=younger}");
      server.command("delete-password-alias", "younger");
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
  @Release
  void killedServerPostsEveryResultAfterItsRestart() throws Exception {
    sendToReceiver();
    download("first");
    await("first", "download-complete");
    downloadBytes("resumed", "0-199999");
    for (int i = 0; i < 100; i++) {
      if (i == 30) {
        receiver.answer(500);
      }
      download("kill-" + i);
    }
    // Two events each, and one of the download that is resumed later.
    Await.until("all are in the journal", SOON, () -> told() == 203);
    privateJournal(PLUG_IN);
    Path downloads = privateJournal("downloads");
    Await.until("all are remembered", SOON, () -> Files.readString(downloads).contains("kill-99"));
    ServerProcess.kill();
    receiver.answer(200);
    ServerProcess.start();
    downloadBytes("resumed", "200000-");
    assertThat(await("resumed", "download-complete").fields()).containsEntry("transfers", "2");
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

  private void downloadBytes(String id, String range) throws IOException {
    String target = Play.steps("header:X-Sendfile-Id=" + id, sendfile(file));
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      connection.ask(target, "Range: bytes=" + range).hasStatus(206);
    }
  }

  private static Path privateJournal(String folder) throws IOException {
    Path journal = ServerProcess.domain().resolve("sendfile").resolve(folder).resolve("journal");
    assertThat(Files.getPosixFilePermissions(journal))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    return journal;
  }

  /** Number of events the sender has accepted. */
  private long told() {
    String line =
        server
            .command("get-sendfile-configuration")
            .lines()
            .filter(text -> text.contains("transfer-listener " + PLUG_IN + ": "))
            .filter(text -> text.contains("; received "))
            .findFirst()
            .orElse("; received 0, waiting 0");
    return Long.parseLong(line.replaceFirst(".*; received (\\d+),.*", "$1"));
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
                post -> post.field("event") + post.field("download_id") + post.field("range"),
                Collectors.mapping(Post::key, Collectors.toSet())));
  }
}
