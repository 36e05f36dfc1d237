package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ServerUnderTest;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** GlassFish's own access log has one line per request, with the bytes sent. */
@Timeout(120)
@EachGrizzly
@InContainer
class AccessLogIT extends Scenario {
  private static final String HTTP_SERVICE = "configs.config.server-config.http-service.";
  private static final String FORMAT =
      "%request% %status% %response.length% %attribute.io.sendfile.bytes%";
  private static final Pattern LINE =
      Pattern.compile("mark=([^ &]+) [^\"]*\" (\\d{3}) (\\d+) \"([^\"]*)\" ?(.*)");

  /** Marks of this run; earlier runs may have left their lines in the log. */
  private final String run = UUID.randomUUID().toString();

  /** Longer than the unread bytes that sockets hold. */
  private final Path huge = TestFiles.ofLength(20L << 20);

  private final Path large = TestFiles.ofLength(1 << 20);
  private final Path small = TestFiles.ofLength(1 << 10);
  private Path logs;

  /**
   * One line of the log.
   *
   * @param counted value of {@code %attribute.io.sendfile.bytes%}
   * @param more the rest of a longer format
   */
  private record Line(int status, long bytes, String counted, String more) {
    Line(int status, long bytes) {
      this(status, bytes, Long.toString(bytes), "");
    }
  }

  private static void set(String... attributes) {
    ServerUnderTest.current()
        .command("set", Stream.of(attributes).map(HTTP_SERVICE::concat).toArray(String[]::new));
  }

  private static void logIs(boolean on) {
    set("access-logging-enabled=" + on);
  }

  @BeforeAll
  static void switchOn() {
    // A thread writes the lines every so many seconds; at 0, never.
    set("access-log.format=" + FORMAT, "access-log.write-interval-seconds=1");
    logIs(true);
  }

  @AfterAll
  static void switchOff() {
    logIs(false);
    set("access-log.format=", "access-log.write-interval-seconds=300");
  }

  @BeforeEach
  void findLogs() throws IOException {
    Path docroot = Path.of(ask(Play.steps("folder:/")).hasStatus(200).text());
    logs = docroot.resolveSibling("logs").resolve("access");
  }

  /** A target with a mark, by which its line is found. */
  private String marked(String target, String mark) {
    return target + (target.contains("?") ? "&" : "?") + "mark=" + run + mark;
  }

  private List<Line> lines(String mark) throws IOException {
    List<Line> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(logs)) {
      for (Path file : files.toList()) {
        for (String line : Files.readAllLines(file)) {
          Matcher parts = LINE.matcher(line);
          if (parts.find() && parts.group(1).equals(run + mark)) {
            int status = Integer.parseInt(parts.group(2));
            long bytes = Long.parseLong(parts.group(3));
            found.add(new Line(status, bytes, parts.group(4), parts.group(5).strip()));
          }
        }
      }
    }
    return found;
  }

  /** The line of the request with this mark. */
  private Line line(String mark) throws IOException {
    Await.until("a line of " + mark, SOON, () -> !lines(mark).isEmpty());
    assertThat(lines(mark)).as(mark).hasSize(1);
    return lines(mark).get(0);
  }

  private String handOff(Path file, String mark) {
    return marked(Play.steps(sendfile(file), "body:dropped"), mark);
  }

  @Test
  void tellsBytesOverEveryProtocol() throws IOException {
    for (Browser browser : Browser.values()) {
      browser.ask(handOff(large, browser + "-large")).hasStatus(200).isFile(large);
      browser.ask(handOff(small, browser + "-small")).hasStatus(200).isFile(small);
      browser.ask(handOff(large, browser + "-range"), "Range", "bytes=10-109").hasStatus(206);
      browser.head(handOff(large, browser + "-head")).hasStatus(200);
      browser.ask(handOff(Path.of("/nowhere"), browser + "-refused")).hasStatus(404);
      browser.ask(marked("/it/hello", browser + "-hello")).hasStatus(200);
      browser.ask(handOff(large, browser + "-again")).isFile(large);
    }
    for (Browser browser : Browser.values()) {
      Line whole = new Line(200, Files.size(large));
      assertThat(line(browser + "-large")).isEqualTo(whole);
      assertThat(line(browser + "-small")).isEqualTo(new Line(200, Files.size(small)));
      assertThat(line(browser + "-range")).isEqualTo(new Line(206, 100));
      assertThat(line(browser + "-head")).isEqualTo(new Line(200, 0));
      assertThat(line(browser + "-refused").status()).isEqualTo(404);
      assertThat(line(browser + "-refused").bytes()).isBetween(1L, 100L);
      assertThat(line(browser + "-hello").counted()).startsWith("NULL-ATTRIBUTE");
      assertThat(line(browser + "-again")).isEqualTo(whole);
    }
  }

  @Test
  void tellsBytesOfAnAsynchronousRequest() throws IOException {
    String target = Play.at("/async", Play.parameter("later", sendfile(large)));
    ask(marked(target, "async")).isFile(large);
    assertThat(line("async")).isEqualTo(new Line(200, Files.size(large)));
  }

  @Test
  void tellsOfAWebSocket() throws Exception {
    String target = "ws://localhost:" + server.httpPort() + marked("/it/echo", "socket");
    HttpClient.newHttpClient()
        .newWebSocketBuilder()
        .buildAsync(URI.create(target), new WebSocket.Listener() {})
        .get(20, TimeUnit.SECONDS)
        .sendClose(WebSocket.NORMAL_CLOSURE, "")
        .get(20, TimeUnit.SECONDS);
    assertThat(line("socket").status()).isEqualTo(101);
  }

  @Test
  void tellsBytesThatAClientHasTakenWhoLeft() throws IOException {
    isToldWhenAborted(Play.steps(sendfile(huge)), "aborted");
    String async = Play.at("/async", Play.parameter("step", sendfile(huge), "flush"));
    isToldWhenAborted(async, "aborted-async");
  }

  private void isToldWhenAborted(String target, String mark) throws IOException {
    Snapshot before = server.probe();
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(RawConnection.get(marked(target, mark)));
      connection.head();
      connection.bytes(64 << 10, OutputStream.nullOutputStream());
      connection.reset();
    }
    awaitGrown("ClientAborted", 1, before);
    assertThat(line(mark)).isEqualTo(new Line(200, grown("Bytes", before)));
  }

  @Test
  void isSetAnewAndSwitchedOffWhileDownloadsRun() throws IOException {
    try (RawConnection one = RawConnection.withSmallBuffer(server.httpPort(), 4096);
        RawConnection other = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      one.send(RawConnection.get(handOff(huge, "set-anew")));
      other.send(RawConnection.get(handOff(huge, "off")));
      RawConnection.Head head = one.head();
      RawConnection.Head otherHead = other.head();
      set("access-log.format=" + FORMAT + " %http-method%");
      one.answerBody(head).isFile(huge);
      assertThat(line("set-anew").more()).isEqualTo("\"GET\"");
      assertThat(line("set-anew").bytes()).isEqualTo(Files.size(huge));

      logIs(false);
      other.answerBody(otherHead).isFile(huge);
      other.ask(handOff(small, "off-too")).isFile(small);
      logIs(true);
      set("access-log.format=" + FORMAT);
      other.ask(handOff(small, "on-again")).isFile(small);
      assertThat(line("on-again")).isEqualTo(new Line(200, Files.size(small)));
      assertThat(lines("off")).isEmpty();
      assertThat(lines("off-too")).isEmpty();
    }
  }
}
