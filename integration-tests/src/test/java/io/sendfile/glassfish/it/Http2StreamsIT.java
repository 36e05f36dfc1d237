package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Frame;
import io.sendfile.glassfish.it.harness.Http2Stream;
import io.sendfile.glassfish.it.harness.Http2Way;
import io.sendfile.glassfish.it.harness.Multipart;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many streams on one HTTP/2 connection; the end of one leaves the others alone. */
@Timeout(120)
@OnGrizzly
@EachGrizzly
class Http2StreamsIT extends Scenario {
  /** GlassFish's limit of concurrent streams. */
  private static final int MANY = 100;

  /** Several times the number of ended streams that Grizzly remembers. */
  private static final int ROUNDS = 60;

  private static final int RAPID = 1000;
  private static final int MIB = 1 << 20;
  private static final int PART = 200_000;

  private final Path small = TestFiles.ofLength(1000);
  private final Path medium = TestFiles.ofLength(200 << 10);
  private final Path large = TestFiles.ofLength(20L * MIB);

  private static Http2Stream get(Http2Connection connection, Path file) throws IOException {
    return connection.get(Play.steps(sendfile(file)));
  }

  private void works(Http2Connection connection) throws IOException {
    assertThat(connection.ask("/it/hello").text()).isEqualTo("hello");
    connection.finish(get(connection, medium)).hasStatus(200).isFile(medium);
    assertThat(connection.goAwayCode()).as("GOAWAY").isNull();
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void hundredStreamsGetTheirOwnBytes(Http2Way way) throws Exception {
    List<Path> files = new ArrayList<>();
    List<Http2Stream> streams = new ArrayList<>();
    try (Http2Connection connection = way.open()) {
      for (int i = 0; i < MANY; i++) {
        files.add(TestFiles.ofLength(1 + 2003L * i));
        streams.add(get(connection, files.get(i)));
      }
      for (int i = 0; i < MANY; i++) {
        connection.finish(streams.get(i)).hasStatus(200).isFile(files.get(i));
        assertThat(streams.get(i).sections()).as("header sections").isEqualTo(1);
        assertThat(streams.get(i).longestFrame()).isLessThanOrEqualTo(16_384);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void partsConditionsAndHeadAnswerAsOverHttp1(Http2Way way) throws Exception {
    Path file = TestFiles.settled("http2-settled.bin", MIB);
    byte[] all = Files.readAllBytes(file);
    String target = Play.steps(sendfile(file));
    try (Http2Connection connection = way.open()) {
      Answer head = connection.finish(connection.request("HEAD", target)).hasStatus(200);
      assertThat(head.header("content-length")).isEqualTo(Integer.toString(MIB));
      assertThat(head.length()).isZero();
      assertThat(connection.ask(target, "if-none-match", head.header("etag")).hasStatus(304))
          .satisfies(answer -> assertThat(answer.length()).isZero());
      assertThat(connection.ask(target, "range", "bytes=" + MIB + "-").hasStatus(416))
          .satisfies(
              answer -> assertThat(answer.header("content-range")).isEqualTo("bytes */" + MIB));
      Answer part = connection.ask(target, "range", "bytes=70000-799999").hasStatus(206);
      assertThat(part.digest())
          .isEqualTo(TestFiles.digest(Arrays.copyOfRange(all, 70_000, 800_000)));
      Answer parts = connection.ask(target, "range", "bytes=0-9,500000-509999").hasStatus(206);
      assertThat(Multipart.parse(String.valueOf(parts.header("content-type")), parts.start()))
          .extracting(Multipart.Part::body)
          .containsExactly(
              Arrays.copyOfRange(all, 0, 10), Arrays.copyOfRange(all, 500_000, 510_000));
      works(connection);
    }
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void streamsAreResetInEveryStateAndTheConnectionLives(Http2Way way) throws Exception {
    Snapshot before = server.probe();
    try (Http2Connection connection = way.open()) {
      for (int i = 0; i < ROUNDS; i++) {
        Http2Stream asked = get(connection, large);
        connection.reset(asked, Http2Connection.CANCEL);
        Http2Stream running = get(connection, large);
        connection.until(() -> running.length() > PART);
        connection.reset(running, Http2Connection.CANCEL);
        connection.windowUpdate(running.id(), 1000);
        connection.send(new Http2Frame(Http2Frame.PRIORITY, 0, running.id(), new byte[5]));
        Http2Stream whole = get(connection, small);
        connection.finish(whole).isFile(small);
        connection.windowUpdate(whole.id(), 1000);
        connection.reset(whole, Http2Connection.CANCEL);
        connection.reset(running, Http2Connection.CANCEL);
      }
      connection.sync();
      works(connection);
      Await.until("no transfer", SOON, () -> server.probe().transfers() == 0);
    }
    assertThat(grown("Stalled", before)).isZero();
    assertThat(grown("IoErrors", before)).isZero();
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void windowUpdatesForLongEndedStreamsAreNoError(Http2Way way) throws Exception {
    try (Http2Connection connection = way.open()) {
      List<Http2Stream> ended = new ArrayList<>();
      for (int i = 0; i < 3 * ROUNDS; i++) {
        Http2Stream stream = get(connection, small);
        connection.finish(stream);
        ended.add(stream);
      }
      for (Http2Stream stream : ended) {
        connection.windowUpdate(stream.id(), 1);
      }
      connection.sync();
      works(connection);
    }
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void rapidResetsLeaveNothing(Http2Way way) throws Exception {
    try (Http2Connection connection = way.open()) {
      for (int i = 0; i < RAPID; i++) {
        connection.reset(get(connection, large), Http2Connection.CANCEL);
        if (i % 50 == 0) {
          connection.sync();
        }
      }
      connection.sync();
      works(connection);
      Await.until("no transfer", SOON, () -> server.probe().transfers() == 0);
      Await.until("no file", SOON, () -> server.probe().number("descriptors.files") == 0);
    }
  }

  /** The bytes wait for the window of the connection, which the client never opens. */
  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void resetStreamsKeepTheirPlacesUntilTheirBytesHaveLeft(Http2Way way) throws Exception {
    try (Http2Connection connection = way.open().withhold()) {
      // A connection has twice as many places as streams.
      for (int i = 0; i < 2; i++) {
        List<Http2Stream> streams = open(connection, MANY);
        Await.until(
            "all have bytes that wait",
            SOON,
            () -> server.probe().number("transfers.waiting-peer") == MANY);
        reset(connection, streams);
        Await.until("no transfer", SOON, () -> server.probe().transfers() == 0);
      }
      List<Http2Stream> last = open(connection, MANY - 10);
      assertThat(last.stream().filter(stream -> stream.status() == 503)).isNotEmpty();
      reset(connection, last);
      Await.until("no transfer", SOON, () -> server.probe().transfers() == 0);
      connection.giveBack(1 << 30);
      connection.sync();
      works(connection);
    }
  }

  /** Opens streams, and returns when all have begun. */
  private List<Http2Stream> open(Http2Connection connection, int number) throws IOException {
    List<Http2Stream> streams = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      streams.add(get(connection, large).withhold());
    }
    connection.until(() -> streams.stream().allMatch(Http2Stream::begun));
    return streams;
  }

  private static void reset(Http2Connection connection, List<Http2Stream> streams)
      throws IOException {
    for (Http2Stream stream : streams) {
      connection.reset(stream, Http2Connection.CANCEL);
    }
    connection.sync();
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void fileThatShrinksResetsItsStreamOnly(Http2Way way) throws Exception {
    Path shrinking = TestFiles.file("shrinking-" + way + ".bin", 20L * MIB);
    Snapshot before = server.probe();
    try (Http2Connection connection = way.open()) {
      Http2Stream broken = get(connection, shrinking).withhold();
      connection.until(() -> broken.length() == Http2Connection.DEFAULT_WINDOW);
      try (FileChannel channel = FileChannel.open(shrinking, StandardOpenOption.WRITE)) {
        channel.truncate(MIB / 8);
      }
      connection.windowUpdate(broken.id(), MIB);
      connection.until(broken::ended);

      assertThat(broken.resetCode()).isEqualTo(Http2Connection.INTERNAL_ERROR);
      awaitGrown("Changed", 1, before);
      works(connection);
    } finally {
      Files.delete(shrinking);
    }
  }

  @Test
  void upgradedRequestIsResetAndItsConnectionLives() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      Snapshot before = server.probe();
      try (Http2Connection connection =
          Http2Way.upgrade(server.httpPort(), Play.steps(sendfile(large)))) {
        Http2Stream upgraded = connection.stream(1);
        connection.until(() -> upgraded.length() > PART);
        connection.reset(upgraded, Http2Connection.CANCEL);
        awaitGrown("ClientAborted", 1, before);
        works(connection);
      }
    }
  }

  /**
   * RFC 9113 section 6.8 lets running streams complete; Grizzly closes the connection at once, also
   * without the module.
   */
  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void clientThatSaysGoAwayLeavesNothing(Http2Way way) throws Exception {
    Snapshot before = server.probe();
    try (Http2Connection connection = way.open()) {
      Http2Stream running = get(connection, large).withhold();
      connection.until(() -> running.length() == Http2Connection.DEFAULT_WINDOW);
      connection.goAway();
      connection.untilClosed();
    }
    awaitGrown("ClientAborted", 1, before);
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void clientThatVanishesEndsAllItsTransfersOnce(Http2Way way) throws Exception {
    Snapshot before = server.probe();
    Http2Connection connection = way.open();
    for (int i = 0; i < 10; i++) {
      Http2Stream running = get(connection, large).withhold();
      connection.until(() -> running.length() == Http2Connection.DEFAULT_WINDOW);
    }
    connection.abort();

    awaitGrown("ClientAborted", 10, before);
  }
}
