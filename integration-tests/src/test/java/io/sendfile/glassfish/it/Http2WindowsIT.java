package io.sendfile.glassfish.it;

import static io.sendfile.glassfish.it.harness.Http2Connection.DEFAULT_WINDOW;
import static io.sendfile.glassfish.it.harness.Http2Connection.INITIAL_WINDOW_SIZE;
import static io.sendfile.glassfish.it.harness.Http2Connection.MAX_FRAME_SIZE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Stream;
import io.sendfile.glassfish.it.harness.Http2Way;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Flow control of HTTP/2 (RFC 9113 section 5.2): the client limits the bytes in flight. */
@Timeout(120)
@OnGrizzly
class Http2WindowsIT extends Scenario {
  private static final int MIB = 1 << 20;
  private static final int STALLED = 20;

  /** Memory of one transfer at most while its client takes nothing. */
  private static final int BUFFER = 32 << 10;

  private final Path small = TestFiles.ofLength(1000);
  private final Path medium = TestFiles.ofLength(200 << 10);
  private final Path large = TestFiles.ofLength(20L * MIB);

  private static Http2Stream get(Http2Connection connection, Path file) throws IOException {
    return connection.get(Play.steps(sendfile(file)));
  }

  @ParameterizedTest
  @CsvSource({
    "ALPN, 0, 65535", "PRIOR_KNOWLEDGE, 0, 65535", "UPGRADE, 0, 65535",
    "ALPN, 1, 32768", "PRIOR_KNOWLEDGE, 1, 32768", "UPGRADE, 1, 32768",
    "ALPN, 3, 20000", "ALPN, 100, 20000", "ALPN, 65535, 16384",
  })
  void windowIsOpenedStepByStep(Http2Way way, int initial, int step) throws Exception {
    Snapshot before = server.probe();
    try (Http2Connection connection = way.open(INITIAL_WINDOW_SIZE, Math.max(initial, 5))) {
      connection.change(INITIAL_WINDOW_SIZE, initial);
      Http2Stream stream = get(connection, medium).withhold();
      while (!stream.ended()) {
        connection.windowUpdate(stream.id(), step);
        connection.sync();
      }
      connection.finish(stream).isFile(medium);
      awaitGrown("Completed", 1, before);
    }
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void windowIsOpenedByteByByte(Http2Way way) throws Exception {
    try (Http2Connection connection = way.open(INITIAL_WINDOW_SIZE, 5)) {
      Http2Stream stream = get(connection, small).withhold();
      while (!stream.ended()) {
        connection.windowUpdate(stream.id(), 1);
        connection.sync();
      }
      connection.finish(stream).isFile(small);
    }
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void largestWindowAndFrameSizeAreTaken(Http2Way way) throws Exception {
    try (Http2Connection connection =
        way.open(INITIAL_WINDOW_SIZE, Integer.MAX_VALUE, MAX_FRAME_SIZE, 1 << 16)) {
      Http2Stream stream = get(connection, large).withhold();
      connection.finish(stream).isFile(large);
      assertThat(stream.longestFrame()).isLessThanOrEqualTo(1 << 16);
    }
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void streamsWithoutWindowHoldNoThreadUntilTheSettingChanges(Http2Way way) throws Exception {
    try (Http2Connection connection = way.open(INITIAL_WINDOW_SIZE, 5)) {
      List<Http2Stream> stalled = new ArrayList<>();
      for (int i = 0; i < STALLED; i++) {
        stalled.add(get(connection, medium));
      }
      connection.until(() -> stalled.stream().allMatch(stream -> stream.length() > 0));
      Http2Stream sibling = get(connection, medium);
      connection.windowUpdate(sibling.id(), MIB);
      connection.finish(sibling).isFile(medium);
      Await.until(
          "no request thread is held",
          SOON,
          () -> server.probe().number("threads.others.in.module") == 0);
      assertThat(server.probe().number("Active")).isGreaterThanOrEqualTo(STALLED);

      connection.change(INITIAL_WINDOW_SIZE, MIB);

      for (Http2Stream stream : stalled) {
        connection.finish(stream).isFile(medium);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void windowOfTheConnectionIsNotLostWithAStream(Http2Way way) throws Exception {
    Snapshot before = server.probe();
    try (Http2Connection connection = way.open(INITIAL_WINDOW_SIZE, MIB)) {
      connection.withhold();
      Http2Stream greedy = get(connection, large).withhold();
      connection.until(() -> greedy.length() > 0);
      connection.sync();
      Http2Stream hungry = get(connection, large).withhold();
      connection.until(() -> greedy.length() + hungry.length() >= DEFAULT_WINDOW - 100);
      long taken = greedy.length() + hungry.length();
      connection.reset(greedy, Http2Connection.CANCEL);
      connection.reset(hungry, Http2Connection.CANCEL);
      awaitGrown("ClientAborted", 2, before);

      connection.giveBack((int) taken);

      connection.finish(get(connection, large)).isFile(large);
      assertThat(greedy.length() + hungry.length()).isLessThanOrEqualTo(taken + 3L * BUFFER);
    }
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void stalledStreamIsResetAndItsSiblingsGoOn(Http2Way way) throws Exception {
    configure("stall-timeout-seconds", "2");
    Snapshot before = server.probe();
    try (Http2Connection connection = way.open()) {
      Http2Stream stalled = get(connection, large).withhold();
      while (!stalled.ended()) {
        connection.finish(get(connection, large)).isFile(large);
      }

      assertThat(stalled.length()).isEqualTo(DEFAULT_WINDOW);
      assertThat(stalled.resetCode()).isEqualTo(Http2Connection.INTERNAL_ERROR);
      awaitGrown("Stalled", 1, before);
      connection.windowUpdate(stalled.id(), DEFAULT_WINDOW);
      connection.finish(get(connection, medium)).isFile(medium);
      assertThat(connection.goAwayCode()).as("GOAWAY").isNull();
    }
  }
}
