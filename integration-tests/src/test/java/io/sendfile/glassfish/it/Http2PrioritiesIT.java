package io.sendfile.glassfish.it;

import static io.sendfile.glassfish.it.harness.Http2Connection.DEFAULT_WINDOW;
import static io.sendfile.glassfish.it.harness.Http2Connection.INITIAL_WINDOW_SIZE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Stream;
import io.sendfile.glassfish.it.harness.Http2Way;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Priorities of HTTP/2 streams (RFC 9218). The client keeps the window of the connection closed
 * until all streams have begun, so that they compete from there on.
 */
@Timeout(120)
@EachGrizzly
@OnGrizzly
class Http2PrioritiesIT extends Scenario {
  private static final int NO_RFC7540_PRIORITIES = 9;
  private static final int MIB = 1 << 20;
  private static final int WIDE = 1 << 30;

  /** Bytes that a stream may have in buffers when another one overtakes it. */
  private static final int ON_THEIR_WAY = DEFAULT_WINDOW + 3 * (32 << 10);

  private final Path medium = TestFiles.ofLength(MIB);
  private final Path large = TestFiles.ofLength(20L * MIB);

  private static Http2Connection open(Http2Way way) throws IOException {
    return way.open(INITIAL_WINDOW_SIZE, WIDE).withhold();
  }

  private static Http2Stream get(Http2Connection connection, Path file, String... priority)
      throws IOException {
    return get(connection, Play.steps(sendfile(file)), priority);
  }

  private static Http2Stream get(Http2Connection connection, String target, String... priority)
      throws IOException {
    String[] fields =
        Arrays.stream(priority)
            .flatMap(field -> Arrays.stream(new String[] {"priority", field}))
            .toArray(String[]::new);
    Http2Stream stream = connection.get(target, fields).withhold();
    connection.until(stream::begun);
    return stream;
  }

  /** One that is overtaken before its first turn would have no bytes for the client. */
  private void haveBytesForTheClient(int running) {
    Await.until(
        running + " transfers have bytes for the client",
        SOON,
        () -> server.probe().number("transfers.waiting-peer") == running);
  }

  /** The header of an answer comes before its transfer begins. */
  private void compete(Http2Connection connection, int running, int all) throws IOException {
    connection.sync();
    Await.until(
        all + " transfers, " + running + " of them with bytes for the client",
        SOON,
        () ->
            server.probe().transfers() == all
                && server.probe().number("transfers.waiting-peer") == running);
    connection.giveBack(WIDE);
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void urgentStreamOvertakesOnesThatRun(Http2Way way) throws Exception {
    try (Http2Connection connection = open(way)) {
      Http2Stream video = get(connection, large, "u=4, i");
      Http2Stream other = get(connection, large, "u=4, i");
      haveBytesForTheClient(2);
      Http2Stream style = get(connection, medium, "u=0");
      compete(connection, 3, 3);

      connection.finish(style).hasStatus(200).isFile(medium);

      assertThat(video.length()).isLessThanOrEqualTo(ON_THEIR_WAY);
      assertThat(other.length()).isLessThanOrEqualTo(ON_THEIR_WAY);
      connection.finish(video).isFile(large);
      connection.finish(other).isFile(large);
    }
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void streamsThatAreNotIncrementalFollowOneAnother(Http2Way way) throws Exception {
    try (Http2Connection connection = open(way)) {
      List<Http2Stream> streams = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        streams.add(get(connection, medium, "u=2"));
        // Its transfer begins after its header: the second one would have a turn before the first.
        haveBytesForTheClient(1);
      }
      compete(connection, 1, 5);
      for (int i = 0; i < streams.size(); i++) {
        connection.finish(streams.get(i)).hasStatus(200).isFile(medium);
        assertThat(streams.subList(i + 1, streams.size()))
            .as("after stream %d", i)
            .allMatch(later -> later.length() == 0);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"u=2, i", ""})
  void incrementalStreamsAndThoseWithoutPriorityShare(String priority) throws Exception {
    String[] fields = priority.isEmpty() ? new String[0] : new String[] {priority};
    try (Http2Connection connection = open(Http2Way.PRIOR_KNOWLEDGE)) {
      Http2Stream first = get(connection, large, fields);
      Http2Stream second = get(connection, large, fields);
      compete(connection, 2, 2);

      connection.finish(first).isFile(large);

      assertThat(second.length()).isGreaterThan(5 * MIB);
      connection.finish(second).isFile(large);
    }
  }

  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void updateChangesTheOrderOfRunningTransfers(Http2Way way) throws Exception {
    try (Http2Connection connection = open(way)) {
      Http2Stream first = get(connection, large, "u=3");
      haveBytesForTheClient(1);
      Http2Stream second = get(connection, medium, "u=3");
      Http2Stream third = get(connection, medium, "u=3");
      connection.prioritize(third, "u=1");
      compete(connection, 2, 3);

      connection.finish(third).isFile(medium);

      assertThat(first.length()).isLessThanOrEqualTo(ON_THEIR_WAY);
      assertThat(second.length()).isZero();
      connection.prioritize(second, "u=2");
      connection.finish(second).isFile(medium);
      assertThat(first.ended()).isFalse();
      connection.finish(first).isFile(large);
    }
  }

  /** It may make no sense, or be about a stream that has ended. */
  @Test
  void noUpdateHarmsTheConnection() throws Exception {
    try (Http2Connection connection = open(Http2Way.ALPN)) {
      Http2Stream first = get(connection, medium, "u=1");
      connection.prioritize(first, "u=9, x=(y);z");
      connection.prioritize(first, "nonsense,,");
      compete(connection, 1, 1);
      connection.finish(first).isFile(medium);
      for (int i = 0; i < 1000; i++) {
        connection.prioritize(first, "u=" + i % 8);
      }
      connection.sync();
      connection.finish(get(connection, medium)).isFile(medium);
      assertThat(connection.goAwayCode()).isNull();
    }
  }

  /** Its own window holds the urgent one up, and no other. */
  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void urgentStreamWithoutWindowLetsOthersPass(Http2Way way) throws Exception {
    try (Http2Connection connection = way.open()) {
      Http2Stream urgent = get(connection, large, "u=0");
      connection.until(() -> urgent.length() == DEFAULT_WINDOW);
      Http2Stream other = connection.get(Play.steps(sendfile(medium)), "priority", "u=5");
      connection.finish(other).isFile(medium);
      assertThat(urgent.length()).isEqualTo(DEFAULT_WINDOW);
      connection.windowUpdate(urgent.id(), WIDE);
      connection.finish(urgent).isFile(large);
    }
  }

  @Test
  void applicationOverridesTheClient() throws Exception {
    try (Http2Connection connection = open(Http2Way.ALPN)) {
      Http2Stream bulk = get(connection, Play.steps("header:Priority=u=6", sendfile(large)), "u=0");
      haveBytesForTheClient(1);
      Http2Stream other = get(connection, medium, "u=5");
      compete(connection, 2, 2);

      assertThat(connection.finish(other).isFile(medium).header("priority")).isNull();

      assertThat(bulk.length()).isLessThanOrEqualTo(ON_THEIR_WAY);
      assertThat(connection.finish(bulk).isFile(large).header("priority")).isEqualTo("u=6");
    }
  }

  /** Browsers send their updates only to a server that says so. */
  @ParameterizedTest
  @EnumSource(Http2Way.class)
  void serverSaysThatItIgnoresThePrioritiesOfRfc7540(Http2Way way) throws Exception {
    try (Http2Connection connection = way.open()) {
      connection.ask("/it/hello").hasStatus(200);
      assertThat(connection.serverSetting(NO_RFC7540_PRIORITIES)).isEqualTo(1);
    }
  }
}
