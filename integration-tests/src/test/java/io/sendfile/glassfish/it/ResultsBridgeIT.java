package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.RabbitMq;
import io.sendfile.glassfish.it.harness.RabbitMq.Message;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.sample.results.ResultsBridge;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Results of downloads in a queue of RabbitMQ, by the bridge of samples/results-bridge. */
@Client(commands = RabbitMq.PROGRAM, packages = "rabbitmq-server")
@Timeout(300)
@Release
class ResultsBridgeIT extends ResultsScenario {
  private static final int DOWNLOADS = 100;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void everyResultIsInTheQueueAfterTheBrokerWasKilled() throws Exception {
    try (RabbitMq broker = new RabbitMq(folder);
        ResultsBridge bridge =
            ResultsBridge.start(
                Map.of(
                    "LISTEN",
                    "127.0.0.1:0",
                    "AMQP_URI",
                    broker.address().toString(),
                    "HMAC_SECRET",
                    SECRET))) {
      send(
          "destination-url",
          "http://127.0.0.1:" + bridge.port(),
          "hmac-secret",
          SECRET,
          "longest-pause-seconds",
          "1");
      Set<String> wanted = new TreeSet<>();
      for (int i = 0; i < DOWNLOADS; i++) {
        if (i == DOWNLOADS / 2) {
          broker.kill();
        }
        download("queued-" + i);
        wanted.add("transfer-finished queued-" + i);
        wanted.add("download-complete queued-" + i);
      }
      Await.until(
          "they wait", SOON, () -> server.command("list-sendfile-problems").contains("status 503"));
      broker.start();

      List<Message> come = new ArrayList<>();
      Await.until(
          () -> wanted + " are missing of " + come.size() + "; " + figures(),
          PATIENCE,
          () -> {
            broker.take("downloads", come::add);
            come.forEach(
                message ->
                    wanted.remove(field(message, "event") + " " + field(message, "download_id")));
            return wanted.isEmpty();
          });
      assertThat(come).hasSizeGreaterThanOrEqualTo(2 * DOWNLOADS);
      Map<String, Message> byId = new TreeMap<>();
      for (Message message : come) {
        assertThat(field(message, "idempotency_key")).isEqualTo(message.id());
        // One that came twice has the same id, and is the same.
        assertThat(byId.putIfAbsent(message.id(), message)).isIn(null, message);
      }
    }
  }

  private static String field(Message message, String name) {
    return Arrays.stream(message.body().split("&"))
        .filter(field -> field.startsWith(name + "="))
        .map(field -> field.substring(name.length() + 1))
        .collect(Collectors.joining());
  }
}
