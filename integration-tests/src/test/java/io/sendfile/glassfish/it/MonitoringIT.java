package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.Smoke;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Figures for an administrator: MXBeans of listeners and roots, commands, GlassFish's monitoring.
 */
@Timeout(120)
@Smoke
@InContainer
class MonitoringIT extends Scenario {
  private static final String LEVEL =
      "configs.config.server-config.monitoring-service.module-monitoring-levels.http-service=";

  private final Path large = TestFiles.ofLength(20L << 20);
  private final Path small = TestFiles.ofLength(1 << 10);

  private String listener(String attribute) {
    return "Listener." + server.httpListener() + "." + attribute;
  }

  private static String root(String attribute) {
    return "Root." + TestFiles.ROOT + "." + attribute;
  }

  @Test
  void countsForServerListenerAndRoot() throws IOException {
    Snapshot before = server.probe();
    play(sendfile(large)).isFile(large);
    play(sendfile(small)).isFile(small);
    ask(Play.steps(sendfile(large)), "Range: bytes=0-99").hasStatus(206);
    play("sendfile:/nowhere").hasStatus(404);
    play("sendfile:" + TestFiles.ROOT + ":missing.bin").hasStatus(404);
    long bytes = Files.size(large) + Files.size(small) + 100;
    for (String bean : new String[] {"", listener(""), root("")}) {
      awaitGrown(bean + "Completed", 3, before);
      assertThat(grown(bean + "Started", before)).as(bean).isEqualTo(3);
      assertThat(grown(bean + "Bytes", before)).as(bean).isEqualTo(bytes);
      assertThat(grown(bean + "BytesZeroCopy", before)).as(bean).isEqualTo(Files.size(large));
      assertThat(grown(bean + "AnsweredByStatus.200", before)).as(bean).isEqualTo(2);
      assertThat(grown(bean + "AnsweredByStatus.206", before)).as(bean).isEqualTo(1);
      assertThat(server.probe().number(bean + "FirstByteMicros.p50")).as(bean).isPositive();
      assertThat(server.probe().number(bean + "RateBytesPerSecond.p50")).as(bean).isPositive();
    }
    assertThat(grown(listener("Refused"), before)).isEqualTo(2);
    assertThat(grown(root("Refused"), before)).as("what named it").isEqualTo(1);
    assertThat(grown(root("RefusedByReason.missing"), before)).isEqualTo(1);
    assertThat(grown(root("AnsweredByStatus.404"), before)).isEqualTo(1);
    assertThat(grown("Listener." + server.httpsListener() + ".Started", before)).isZero();
  }

  @Test
  void showsTransfersInProgress() throws IOException {
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(RawConnection.get(Play.steps(sendfile(large))));
      Await.until("it runs", SOON, () -> server.probe().number(listener("Active")) == 1);
      assertThat(server.probe().number(root("Active"))).isEqualTo(1);
      assertThat(value(statistics(), "active")).isEqualTo(1);
      connection.reset();
    }
    Await.until("it is gone", SOON, () -> server.probe().number(root("Active")) == 0);
  }

  @Test
  void bytesAreCountedWhileTheyAreSent() throws IOException {
    int half = (int) Files.size(large) / 2;
    Snapshot before = server.probe();
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 1 << 18)) {
      RawConnection.Head head =
          connection.send(RawConnection.get(Play.steps(sendfile(large)))).head();
      connection.bytes(half, OutputStream.nullOutputStream());
      for (String bean : new String[] {"", listener(""), root("")}) {
        Await.until("half of them", SOON, () -> grown(bean + "Bytes", before) >= half);
        assertThat(grown(bean + "Bytes", before)).as(bean).isLessThan(Files.size(large));
        assertThat(grown(bean + "Completed", before)).as(bean).isZero();
      }
      assertThat(head.status()).isEqualTo(200);
      connection.bytes(Files.size(large) - half, OutputStream.nullOutputStream());
    }
    Await.until("its end", SOON, () -> grown(root("Completed"), before) == 1);
    assertThat(grown(root("Bytes"), before)).isEqualTo(Files.size(large));
  }

  @Test
  void beansComeAndGoWithRootsAndListeners() throws IOException {
    assertThat(shows("Root.later")).isFalse();
    server.createRoot("later", TestFiles.folder());
    assertThat(shows("Root.later")).isTrue();
    server.deleteRoot("later");
    assertThat(shows("Root.later")).isFalse();
    int unused = server.createListener("watched");
    Await.until("its bean is there", SOON, () -> shows("Listener.watched"));
    server.command("delete-http-listener", "watched");
    Await.until("its bean is gone", SOON, () -> !shows("Listener.watched"));
  }

  private boolean shows(String bean) {
    return server.probe().values().containsKey(bean + ".Started");
  }

  private String statistics(String... options) {
    return server.command("list-sendfile-statistics", options);
  }

  /** Names in a row of the first table. */
  private static long value(String text, String statistic) {
    return Arrays.stream(text.split("\\n"))
        .map(line -> line.strip().split(" +"))
        .filter(columns -> columns.length > 1 && columns[0].endsWith(statistic))
        .map(columns -> Long.parseLong(columns[1]))
        .findFirst()
        .orElseThrow(() -> new AssertionError(statistic + " is not in " + text));
  }

  @Test
  void commandListsStatistics() throws IOException {
    long completed = value(statistics(), "completed");
    long bytes = value(statistics(), "bytes");
    String[] clear = {"--listener", server.httpListener()};
    String[] tls = {"--listener", server.httpsListener()};
    long started = value(statistics(clear), "started");
    long startedOverTls = value(statistics(tls), "started");
    play(sendfile(small)).isFile(small);
    play(sendfile(Path.of("/nowhere"))).hasStatus(404);
    Await.until("it is counted", SOON, () -> value(statistics(), "completed") == completed + 1);

    assertThat(value(statistics(), "bytes")).isEqualTo(bytes + Files.size(small));
    assertThat(statistics())
        .contains("microseconds", "outside-roots", server.httpListener(), TestFiles.ROOT);
    assertThat(value(statistics(clear), "started")).isEqualTo(started + 1);
    assertThat(value(statistics(tls), "started")).isEqualTo(startedOverTls);
    assertThatThrownBy(() -> statistics("--listener", "no-such"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining("no-such")
        .hasMessageContaining(server.httpListener());
  }

  @Test
  void glassFishMonitoringFollowsItsLevel() throws IOException {
    String wanted = "server.network." + server.httpListener() + ".sendfile.*";
    try {
      for (String level : new String[] {"LOW", "HIGH"}) {
        server.command("set", LEVEL + level);
        play(sendfile(small)).isFile(small);
        Await.until("shown at " + level, SOON, () -> monitored(wanted).contains("bytes-count"));
        assertThat(monitored(wanted)).contains("active-current", "workers-busy-count");
      }
    } finally {
      server.command("set", LEVEL + "OFF");
    }
    assertThat(monitored(wanted)).doesNotContain("bytes-count");
  }

  /**
   * GlassFish answers this request with plain text, and with an error when there is nothing to
   * show.
   */
  private String monitored(String names) {
    try {
      return server.command("get", "--monitor", "true", names);
    } catch (CommandFailed e) {
      return String.valueOf(e.getMessage());
    }
  }
}
