package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.OpenMetricsText;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Smoke;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Monitoring from outside, as an administrator: OpenMetrics on the admin listener, JMX, REST.
 * Embedded GlassFish has neither an admin listener nor a JMX connector.
 */
@Timeout(120)
@OwnProcess
@Smoke
class AdminAccessIT extends Scenario {
  private static final Pattern PORT = Pattern.compile("port=(\\d+)");

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Path large = TestFiles.ofLength(20L << 20);

  private HttpResponse<String> admin(String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.adminPort() + path))
            .timeout(Duration.ofSeconds(30));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String basic(String user, String password) {
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(both);
  }

  private OpenMetricsText metrics() throws Exception {
    HttpResponse<String> answer = admin("/sendfile-metrics", "Authorization", basic("admin", ""));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/openmetrics-text; version=1.0.0");
    return OpenMetricsText.parse(answer.body());
  }

  @Test
  void metricsAreThereWhileDownloadsRun() throws Exception {
    OpenMetricsText before = metrics();
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 1 << 18)) {
      connection.send(RawConnection.get(Play.steps(sendfile(large))));
      Await.until("it runs", SOON, () -> metrics().sum("sendfile_transfers_active") == 1);
      connection.bytes(Files.size(large) / 2, OutputStream.nullOutputStream());
      Await.until(
          "bytes of what still runs",
          SOON,
          () ->
              difference("sendfile_sent_bytes_total", before, metrics())
                  >= Files.size(large) / 2.0);
      play(sendfile(large)).isFile(large);
      connection.reset();
    }
    String refusal = "sendfile_refusals_total{listener=\"%s\",reason=\"missing\",root=\"%s\"}";
    String ofRoot = refusal.formatted(server.httpListener(), TestFiles.ROOT);
    double refused = metrics().samples().getOrDefault(ofRoot, 0.0);
    play("sendfile:" + TestFiles.ROOT + ":missing.bin").hasStatus(404);
    assertThat(metrics().samples().get(ofRoot)).isEqualTo(refused + 1);
    Await.until("both have ended", SOON, () -> metrics().sum("sendfile_transfers_active") == 0);
    OpenMetricsText after = metrics();
    assertThat(difference("sendfile_transfers_started_total", before, after)).isEqualTo(2);
    assertThat(difference("sendfile_transfers_finished_total", before, after)).isEqualTo(2);
    assertThat(difference("sendfile_sent_bytes_total", before, after))
        .isGreaterThanOrEqualTo(Files.size(large));
    assertThat(difference("sendfile_first_byte_seconds_count", before, after)).isEqualTo(2);
  }

  private static double difference(String name, OpenMetricsText before, OpenMetricsText after) {
    return after.sum(name) - before.sum(name);
  }

  @Test
  void metricsAreForAdministratorsOnly() throws Exception {
    HttpResponse<String> answer =
        admin("/sendfile-metrics", "Authorization", basic("admin", "wrong"));
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic");
    assertThat(answer.body()).doesNotContain("sendfile_");
    assertThat(ask("/sendfile-metrics").status()).as("on the public listener").isEqualTo(404);
  }

  @Test
  void metricsAreForWhoeverHasTheKey() throws Exception {
    String key = "aKeyOf20OrMoreSigns1";
    String[] given = {"Authorization", "Bearer " + key};
    assertThat(admin("/sendfile-metrics", given).statusCode()).as("without a key").isEqualTo(401);

    configure("metrics-key", key);

    HttpResponse<String> answer = admin("/sendfile-metrics", given);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(OpenMetricsText.parse(answer.body()).samples()).containsKey("sendfile_ready");
    assertThat(admin("/sendfile-metrics", "Authorization", "Bearer " + key + "1").statusCode())
        .isEqualTo(401);
  }

  @Test
  void whatTheAdminListenerHasStaysReachableBesideStaticFiles() throws Exception {
    Map<String, Integer> before = statusesOfAdminAddresses();
    assertThat(before).containsEntry("/sendfile-metrics", 200);

    configure("static-files", "true");

    assertThat(statusesOfAdminAddresses()).isEqualTo(before);
  }

  private Map<String, Integer> statusesOfAdminAddresses() throws Exception {
    Map<String, Integer> statuses = new TreeMap<>();
    for (String path :
        List.of(
            "/sendfile-metrics",
            "/sendfile-metrics/",
            "/management",
            "/management/domain.json",
            "/monitoring/domain.json",
            "/command/version",
            "/__asadmin/version")) {
      statuses.put(path, admin(path).statusCode());
    }
    return statuses;
  }

  @Test
  void statisticsAreThereByRest() throws Exception {
    HttpResponse<String> list =
        admin(
            "/management/domain/servers/server/server/list-sendfile-statistics",
            "Accept",
            "application/json");
    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(list.body())
        .contains("\"statistics\":", "\"bytes-zero-copy\":", "\"listeners\":")
        .contains("\"" + server.httpListener() + "\":", "\"roots\":");
  }

  @Test
  void beansAreThereByRemoteJmx() throws Exception {
    Snapshot before = server.probe();
    play(sendfile(large)).isFile(large);
    awaitGrown("Completed", 1, before);
    try (JMXConnector connector = connect("")) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      for (String bean :
          new String[] {
            "type=Sendfile",
            "type=Listener,name=" + server.httpListener(),
            "type=Root,name=" + TestFiles.ROOT
          }) {
        ObjectName name = new ObjectName("io.sendfile.glassfish:" + bean);
        CompositeData bytes = (CompositeData) beans.getAttribute(name, "Bytes");
        assertThat((long) bytes.get("count")).isGreaterThanOrEqualTo(Files.size(large));
        assertThat(bytes.get("unit")).isEqualTo("bytes");
      }
    }
    assertThatThrownBy(() -> connect("wrong").close()).isInstanceOfAny(Exception.class);
  }

  private JMXConnector connect(String password) throws IOException {
    String answer =
        server.command(
            "get", "configs.config.server-config.admin-service.jmx-connector.system.port");
    Matcher port = PORT.matcher(answer);
    assertThat(port.find()).as(answer).isTrue();
    return JMXConnectorFactory.connect(
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port.group(1) + "/jmxrmi"),
        Map.of(JMXConnector.CREDENTIALS, new String[] {"admin", password}));
  }
}
