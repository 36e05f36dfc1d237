package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.Dockerfile;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The set-up of monitoring/many-servers, without containers: by its Dockerfile and files. */
@Client(
    commands = {"nginx", "prometheus", "promtool", "docker-compose"},
    packages = "nginx prometheus docker-compose")
@Timeout(600)
@OwnProcess
@Release
class ManyServersIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int DOWNLOADS = 40;
  private static final String HELLO = "/sample/hello";

  private final Path file = TestFiles.ofLength(300 << 10);

  @TempDir Path folder;

  @Test
  void figuresAlertsAndLogsAreOfBothServers() throws Exception {
    Distribution distribution = Distribution.unpack();
    Path setUp = distribution.file("monitoring/many-servers");
    Files.writeString(setUp.resolve("metrics-key"), "aKeyOf20OrMoreSigns1");
    Command.run(setUp, "env", "FILES=/srv", "docker-compose", "config", "--quiet").succeeded();
    try (OwnServer one = server("one", distribution);
        OwnServer two = server("two", distribution)) {
      int port = OwnServer.freePort();
      String servers =
          Files.readString(setUp.resolve("nginx.conf"))
              .replace("one:8080", "127.0.0.1:" + one.httpPort())
              .replace("two:8080", "127.0.0.1:" + two.httpPort())
              .replace("listen 80", "listen 127.0.0.1:" + port);
      configurePrometheus(setUp, one, two);
      try (Nginx nginx = Nginx.serve(folder, servers, port, HELLO);
          Prometheus prometheus = Prometheus.start(folder, OwnServer.freePort())) {
        download(nginx, DOWNLOADS);
        has(prometheus, "count(up{job=\"sendfile\"} == 1) == 2");
        has(prometheus, "sum(sendfile_transfers_finished_total) == " + DOWNLOADS);
        has(prometheus, "count(sum by (instance) (sendfile_transfers_finished_total) > 0) == 2");
        Await.until(
            "a line for each", SOON, () -> lines(one).size() + lines(two).size() == DOWNLOADS);
        assertThat(prometheus.query("ALERTS")).isEmpty();

        two.stop();
        download(nginx, DOWNLOADS);
        has(prometheus, "ALERTS{alertname=\"SendfileUnreachable\",alertstate=\"pending\"}");
        String ended = "sum(sendfile_transfers_finished_total{instance=\"127.0.0.1:%d\"}) == %d";
        Await.until(
            "figures and log agree",
            SOON,
            () -> {
              int lines = lines(one).size();
              return lines > DOWNLOADS
                  && !prometheus.query(ended.formatted(one.adminPort(), lines)).isEmpty();
            });
      }
    }
  }

  /** As its image would be, and started. */
  private OwnServer server(String name, Distribution distribution) throws IOException {
    OwnServer server = OwnServer.unpack(name);
    Path setUp = distribution.file("monitoring/many-servers");
    Path temporary = Files.createDirectory(folder.resolve(name));
    new Dockerfile(server, distribution.file(""), source -> source, temporary)
        .play(
            Files.readString(setUp.resolve("Dockerfile")).replace("172.16.0.0/12", "127.0.0.1"),
            file.getParent());
    server.start();
    Await.until("the application", SOON, () -> server.ask(HELLO).status() == 200);
    return server;
  }

  /** The image has secure admin, these servers do not. */
  private void configurePrometheus(Path setUp, OwnServer one, OwnServer two) throws IOException {
    String configuration =
        Files.readString(setUp.resolve("prometheus.yml"))
            .replace("one:4848", "127.0.0.1:" + one.adminPort())
            .replace("two:4848", "127.0.0.1:" + two.adminPort())
            .replace("scheme: https", "scheme: http")
            .replace("/run/secrets/metrics-key", setUp.resolve("metrics-key").toString())
            .replace("interval: 15s", "interval: 1s");
    Files.writeString(folder.resolve("prometheus.yml"), configuration);
    Files.copy(setUp.resolveSibling("sendfile-alerts.yml"), folder.resolve("sendfile-alerts.yml"));
    Command.run(folder, "promtool", "check", "config", "prometheus.yml").succeeded();
  }

  private void download(Nginx nginx, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      try (RawConnection connection = RawConnection.to(nginx.port())) {
        connection.ask("/sample/send?value=media:" + file.getFileName()).isFile(file);
      }
    }
  }

  private static void has(Prometheus prometheus, String expression) {
    Await.until(expression, SOON, () -> !prometheus.query(expression).isEmpty());
  }

  private static List<String> lines(OwnServer server) throws IOException {
    Path log = server.domain().resolve("logs/sendfile-downloads.0.jsonl");
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }
}
