package io.sendfile.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.engine.Caller;
import io.sendfile.core.files.Origin;
import io.sendfile.core.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients with many and with few connections, fast and slow ones, that share a total rate. */
class FairSharesTest {
  private static final long TOTAL = 20_000_000;
  private static final double FAST = 200e6;
  private static final long SECONDS = 5;
  private static final long SOCKET_BYTES = 64 << 10;

  /** Bytes of a download that does not end in a test. */
  private static final long ENDLESS = 1L << 40;

  /** Time until all sockets of slow clients are full. */
  private static final long RAMP_NANOS = 6 * World.SECOND;

  private final SplittableRandom random = new SplittableRandom(2026);
  private final World world = new World(0, null);
  private final Processors processors = new Processors(world, Crowd.PROCESSORS);
  private final CrowdServer server =
      new CrowdServer(
          world,
          processors,
          new Disk(processors, 0),
          Map.of(
              Setting.ALGORITHM,
              Algorithms.ADAPTIVE,
              Setting.WORKER_THREADS,
              Integer.toString(Crowd.WORKERS),
              Setting.TOTAL_RATE_BYTES_PER_SECOND,
              Long.toString(TOTAL)));

  /** Connections of one client, all alike. */
  private final class Party {
    private final List<Client> connections;

    /**
     * @param fileBytes bytes of each of its downloads
     */
    Party(int connections, double linkBytesPerSecond, long fileBytes) {
      Caller caller = new Caller(Origin.UNKNOWN, server.newAddress(), null);
      this.connections =
          IntStream.range(0, connections)
              .mapToObj(unused -> new Socket(processors, SOCKET_BYTES, linkBytesPerSecond))
              .map(socket -> new Client(processors, server, caller, socket, () -> fileBytes, false))
              .toList();
    }

    void begin() {
      for (Client each : connections) {
        processors.at(random.nextLong(World.SECOND / 10), each::ask);
        processors.at(RAMP_NANOS, each::count);
      }
    }

    double bytesPerSecond() {
      return connections.stream().mapToDouble(Client::received).sum() / SECONDS;
    }
  }

  private Party party(int connections) {
    return new Party(connections, FAST, ENDLESS);
  }

  private void run(Party... parties) {
    Stream.of(parties).forEach(Party::begin);
    server.runUntil(RAMP_NANOS + SECONDS * World.SECOND);
    assertThat(Stream.of(parties).mapToDouble(Party::bytesPerSecond).sum())
        .as("the rate is used")
        .isBetween(0.97 * TOTAL, 1.02 * TOTAL);
  }

  private static void assertRatio(Party one, Party other) {
    assertThat(one.bytesPerSecond() / other.bytesPerSecond()).isBetween(0.95, 1.05);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 30, 1000})
  void clientsShareEquallyWhateverTheirConnections(int connections) {
    Party many = party(connections);
    Party one = party(1);
    run(many, one);
    assertRatio(many, one);
  }

  @Test
  void shortDownloadsOneAfterTheOtherGainNothing() {
    Party shorts = new Party(30, FAST, 50_000);
    Party one = party(10);
    run(shorts, one);
    assertRatio(shorts, one);
  }

  @Test
  void clientsShareEquallyWhoeverHasWhatNumber() {
    Party alice = party(20);
    Party bob = party(2);
    Party carol = party(50);
    run(alice, bob, carol);
    assertRatio(alice, bob);
    assertRatio(alice, carol);
  }

  /** Slow clients get what they can take, and all others the same of the rest. */
  @Test
  void whatSomeCannotTakeIsSharedByTheOthers() {
    List<Party> slow = new ArrayList<>();
    List<Party> fast = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int connections = 1 + random.nextInt(20);
      slow.add(new Party(connections, 40_000.0 / connections, ENDLESS));
    }
    for (int i = 0; i < 20; i++) {
      fast.add(party(1 + random.nextInt(30)));
    }
    run(Stream.concat(slow.stream(), fast.stream()).toArray(Party[]::new));
    double taken = slow.stream().mapToDouble(Party::bytesPerSecond).sum();
    assertThat(taken).as("of the slow ones").isGreaterThan(0.9 * 50 * 40_000);
    double each = (TOTAL - taken) / fast.size();
    assertThat(fast)
        .extracting(party -> party.bytesPerSecond() / each)
        .allSatisfy(share -> assertThat(share).isBetween(0.95, 1.05));
  }
}
