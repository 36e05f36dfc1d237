package io.sendfile.glassfish.it;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.ResultReceiver;
import io.sendfile.glassfish.it.harness.ResultReceiver.Post;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of the scenarios of {@code download-result-sender}: a receiver of its posts. */
@InContainer
abstract class ResultsScenario extends Scenario {
  static final String PLUG_IN = "download-result-sender";
  static final String SECRET = "0123456789abcdef";

  final Path file = TestFiles.ofLength(300 << 10);
  ResultReceiver receiver;

  @BeforeEach
  void receive() throws IOException {
    receiver = new ResultReceiver();
  }

  @AfterEach
  void stopSending() {
    send("enabled", "false");
    receiver.close();
  }

  final void send(String... properties) {
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

  final void sendToReceiver() {
    send("destination-url", receiver.url(), "hmac-secret", "", "longest-pause-seconds", "1");
  }

  final void download(String id) throws IOException {
    play("header:X-Sendfile-Id=" + id, sendfile(file)).isFile(file);
  }

  final List<Post> about(String id, String event) {
    return receiver.posts().stream()
        .filter(post -> post.field("download_id").equals(id) && post.field("event").equals(event))
        .toList();
  }

  final Post await(String id, String event) {
    Await.until(event + " of " + id, SOON, () -> !about(id, event).isEmpty());
    return about(id, event).get(0);
  }

  /** The sender's line of the health. */
  final String figures() {
    return server
        .command("get-sendfile-configuration")
        .lines()
        .filter(line -> line.contains("transfer-listener " + PLUG_IN))
        .collect(Collectors.joining());
  }
}
