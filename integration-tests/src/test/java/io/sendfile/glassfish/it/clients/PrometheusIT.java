package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.Instance;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Dashboard and alerts of the distribution, in the real Prometheus. */
@Client(
    commands = {"prometheus", "promtool"},
    packages = "prometheus")
@OwnProcess
@Release
class PrometheusIT extends ClientScenario {
  private static final String KEY = "aKeyOf20OrMoreSigns1";

  private static final Duration SOME_SAMPLES = Duration.ofSeconds(60);

  @BeforeEach
  void configuration() throws IOException {
    Path source = Distribution.unpack().file("monitoring");
    String configuration =
        Files.readString(source.resolve("prometheus.yml"))
            .replace("localhost:4848", "127.0.0.1:" + server.adminPort())
            .replace("change-me", KEY)
            .replace("scrape_interval: 15s", "scrape_interval: 1s");
    Files.writeString(folder.resolve("prometheus.yml"), configuration);
    configure("metrics-key", KEY);
    for (String name : List.of("sendfile-alerts.yml", "grafana-dashboard.json")) {
      Files.copy(source.resolve(name), folder.resolve(name));
    }
  }

  private List<String> expressionsOfDashboard() throws IOException {
    List<String> all = new ArrayList<>();
    try (JsonReader reader =
        Json.createReader(Files.newBufferedReader(folder.resolve("grafana-dashboard.json")))) {
      for (JsonValue panel : reader.readObject().getJsonArray("panels")) {
        for (JsonValue target : panel.asJsonObject().getJsonArray("targets")) {
          all.add(
              target
                  .asJsonObject()
                  .getString("expr")
                  .replaceAll("\\$(instance|listener|root)", ".*")
                  .replace("$__rate_interval", "10s"));
        }
      }
    }
    return all;
  }

  @Test
  void everyPanelOfTheDashboardHasValues() throws Exception {
    Path file = TestFiles.ofLength(300_000);
    List<String> expressions = expressionsOfDashboard();
    assertThat(expressions).isNotEmpty();
    try (Prometheus prometheus = Prometheus.start(folder, OwnServer.freePort())) {
      for (String expression : expressions) {
        Await.until(
            expression,
            SOME_SAMPLES,
            () -> {
              // Rates need what changes while Prometheus asks.
              play(sendfile(file)).isFile(file);
              play("header:X-Sendfile=/nowhere");
              String values = prometheus.query(expression);
              return !values.isEmpty() && !values.contains("NaN");
            });
      }
    }
  }

  /** It has a certificate that nobody can check, and nobody has enabled secure admin. */
  @Test
  @Timeout(600)
  void instanceIsScrapedByTheKey() throws Exception {
    try (Instance instance = Instance.create(server, "scraped")) {
      Path file = folder.resolve("prometheus.yml");
      Files.writeString(
          file,
          Files.readString(file)
              .replace("# - targets:", "- targets:")
              .replace("#   labels:", "  labels:")
              .replace("localhost:24848", "localhost:" + instance.adminPort()));
      // The harness has put bad values into default-config, of which its configuration is a copy.
      String[] settings = {"--etag=", "--burst-bytes=", "--worker-threads=", "--metrics-key", KEY};
      server.command(
          "set-sendfile-configuration",
          Stream.concat(Stream.of("--target", instance.name()), Stream.of(settings))
              .toArray(String[]::new));
      instance.start();
      try (Prometheus prometheus = Prometheus.start(folder, OwnServer.freePort())) {
        Await.until(
            () -> targets(prometheus),
            SOME_SAMPLES,
            () ->
                !prometheus
                    .query("count(up{job=\"sendfile\"} == 1) == 2 and count(sendfile_ready) == 2")
                    .isEmpty());
      }
    }
  }

  private static String targets(Prometheus prometheus) {
    try {
      return prometheus.get("targets").toString();
    } catch (IOException | InterruptedException e) {
      return e.toString();
    }
  }

  @Test
  void everyAlertIsKnownToPrometheus() throws Exception {
    try (Prometheus prometheus = Prometheus.start(folder, OwnServer.freePort())) {
      Await.until("rules", SOME_SAMPLES, () -> evaluated(prometheus) > 0);
      assertThat(prometheus.query("ALERTS{alertname=\"SendfileUnreachable\"}")).isEmpty();
    }
  }

  /** The number of rules that have been evaluated; fails if one could not be. */
  private static int evaluated(Prometheus prometheus) throws Exception {
    int evaluated = 0;
    for (JsonValue group : prometheus.get("rules").getJsonArray("groups")) {
      for (JsonValue each : group.asJsonObject().getJsonArray("rules")) {
        JsonObject rule = each.asJsonObject();
        assertThat(rule.getString("health")).as("%s", rule).isIn("ok", "unknown");
        evaluated += rule.getString("health").equals("ok") ? 1 : 0;
      }
    }
    return evaluated;
  }

  @Test
  void alertsFireWhenTheyShould() throws Exception {
    Path tests = Path.of(getClass().getResource("sendfile-alerts-test.yml").toURI());
    Files.copy(tests, folder.resolve("tests.yml"));
    Command.run(folder, "promtool", "check", "config", "prometheus.yml").succeeded();
    Command.run(folder, "promtool", "test", "rules", "tests.yml").succeeded();
  }
}
