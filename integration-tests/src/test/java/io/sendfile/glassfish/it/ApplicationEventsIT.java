package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Stream;
import io.sendfile.glassfish.it.harness.Http2Way;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An application learns the result of its hand-off, inside its own context. */
@Timeout(120)
@EachGrizzly
class ApplicationEventsIT extends ToldScenario {
  private final Path file = TestFiles.ofLength(300 << 10);
  private final Path large = TestFiles.ofLength(20 << 20);

  /** One CDI event per hand-off, whatever its result, for applications that observe it. */
  @AfterEach
  void isToldOnceAtHome() throws Exception {
    Properties told = known("id=" + id);
    if (!told.isEmpty()) {
      assertThat(told)
          .containsEntry("thread", "sendfile-application-it")
          .containsEntry("loader", "WebappClassLoader")
          .containsEntry("jndi", "it")
          .doesNotContainKey("again");
    }
  }

  private void assertComplete(Properties told, Path sent) {
    long length = sent.toFile().length();
    assertThat(told)
        .containsEntry("method", "GET")
        .containsEntry("outcome", "completed")
        .containsEntry("delivered", "true")
        .containsEntry("reason", "")
        .containsEntry("status", "200")
        .containsEntry("bytes", Long.toString(length))
        .containsEntry("length", Long.toString(length))
        .containsEntry("size", Long.toString(length))
        .containsEntry("range", "")
        .containsEntry("root", TestFiles.ROOT)
        .containsEntry("file_path", sent.getFileName().toString())
        .containsEntry("application", "it")
        .containsEntry("virtual_server", "server")
        .containsEntry("client", "127.0.0.1");
  }

  @ParameterizedTest
  @CsvSource({"event, 300", "event, 307200", "map, 300", "map, 307200"})
  void completeDownload(String way, int length) throws Exception {
    Path sent = TestFiles.ofLength(length);
    play(steps(way, sendfile(sent))).isFile(sent);
    assertComplete(awaitTold(), sent);
    awaitGrown(TOLD, 1, before);
  }

  @Test
  void range() throws Exception {
    ask(target("event", sendfile(file)), "Range: bytes=100-199999").hasStatus(206);
    assertThat(awaitTold())
        .containsEntry("outcome", "completed")
        .containsEntry("delivered", "false")
        .containsEntry("status", "206")
        .containsEntry("range", "100-199999")
        .containsEntry("bytes", "199900")
        .containsEntry("length", "199900")
        .containsEntry("size", Long.toString(file.toFile().length()));
  }

  @Test
  void answerWithoutABody() throws Exception {
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      connection.send(RawConnection.request("HEAD", target("event", sendfile(file))));
      connection.answer("HEAD").hasStatus(200);
    }
    assertThat(awaitTold())
        .containsEntry("method", "HEAD")
        .containsEntry("outcome", "completed")
        .containsEntry("delivered", "false")
        .containsEntry("bytes", "0")
        .containsEntry("length", "0");
  }

  @Test
  void clientKilledHalfWay() throws Exception {
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 64 << 10)) {
      connection.send(RawConnection.get(target("event", sendfile(large))));
      connection.head();
      connection.bytes(100_000, new java.io.ByteArrayOutputStream());
      connection.reset();
    }
    Properties told = awaitTold();
    assertThat(told)
        .containsEntry("outcome", "client-abort")
        .containsEntry("length", Integer.toString(20 << 20));
    assertThat(Long.parseLong(told.getProperty("bytes"))).isBetween(100_000L, (20L << 20) - 1);
  }

  @ParameterizedTest
  @CsvSource({"files:no-such-file, missing, 404", "nowhere:f, unknown-root, 404"})
  void refusal(String value, String reason, int status) throws Exception {
    play(steps("event", "sendfile:" + value)).hasStatus(status).leaksNothing();
    Properties told = awaitTold();
    assertThat(told)
        .containsEntry("outcome", "refused")
        .containsEntry("reason", reason)
        .containsEntry("status", Integer.toString(status))
        .containsEntry("application", "it")
        .containsEntry("bytes", "0");
    assertThat(told.getProperty("asked")).contains(value);
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void http2(Http2Way way) throws Exception {
    try (Http2Connection connection = way.open()) {
      connection.ask(target("event", sendfile(file))).isFile(file);
      assertComplete(awaitTold(), file);
      isToldOnceAtHome();
      nextId();
      Http2Stream stream = connection.get(target("event", sendfile(large))).withhold();
      connection.until(() -> stream.length() > 0);
      connection.reset(stream, Http2Connection.CANCEL);
      assertThat(awaitTold()).containsEntry("outcome", "client-abort");
    }
  }

  @Test
  void tls() throws Exception {
    try (RawConnection connection =
        RawConnection.over(Http2Way.secure(Http2Way.connect(server.httpsPort()), "http/1.1"))) {
      connection.ask(target("event", sendfile(file))).isFile(file);
    }
    assertComplete(awaitTold(), file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"step", "later"})
  void asynchronousServlet(String when) throws Exception {
    String asked = Play.at("/async", Play.parameter(when, steps("event", sendfile(file))));
    ask(asked).isFile(file);
    assertComplete(awaitTold(), file);
  }

  @Test
  void listenerThatThrowsLosesThatResultOnly() throws Exception {
    play(steps("throw", sendfile(file))).isFile(file);
    awaitGrown(FAILED, 1, before);
    awaitGrown("PlugInFailures", 1, before);
    assertThat(server.command("get-sendfile-configuration")).contains("application listeners");
    play(steps("event", sendfile(file))).isFile(file);
    assertComplete(awaitTold(), file);
  }

  @Test
  void listenerThatBlocksHoldsNoDownloadAndNoRequest() throws Exception {
    play(steps("block", sendfile(file))).isFile(file);
    // With this thread blocked, no event of earlier scenarios is delivered any more.
    Await.until("its turn", SOON, () -> server.probe().number(WAITING) == 0);
    Snapshot blocked = server.probe();
    try {
      for (int i = 0; i < 20; i++) {
        play(steps("event", sendfile(file))).isFile(file);
      }
      assertThat(ask("/it/hello").text()).isEqualTo("hello");
      Snapshot now = server.probe();
      assertThat(now.number(TOLD)).isEqualTo(blocked.number(TOLD));
      assertThat(now.transfers()).isZero();
    } finally {
      known("release=yes");
    }
    awaitGrown(TOLD, 21, blocked);
    // All hand-offs had one id.
    nextId();
  }

  @Test
  void attributeThatIsNoListenerChangesNothing() throws Exception {
    play(steps("text", sendfile(file))).isFile(file);
    play(steps("event", sendfile(file))).isFile(file);
    assertComplete(awaitTold(), file);
    assertThat(grown(TOLD, before)).isEqualTo(1);
  }

  @Test
  void nothingIsToldOfARequestWithoutAHandOff() throws Exception {
    assertThat(play("tell:event", "header:X-Sendfile-Id=" + id, "body:own").text())
        .isEqualTo("own");
    nextId();
    play(steps("event", sendfile(file))).isFile(file);
    assertComplete(awaitTold(), file);
    assertThat(grown(TOLD, before)).isEqualTo(1);
  }
}
