package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.SharedRates.Branch;
import io.sendfile.core.transfer.SharedRates.Weights;
import io.sendfile.core.transfer.StallDetector.UnsentBytes;
import io.sendfile.core.transfer.Transfer.SchedulerServices;
import io.sendfile.core.transfer.TransferRate.RateLimit;
import io.sendfile.spi.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients with many and with few connections, fast and slow ones, that share a total rate. Each
 * connection comes back for its next slice after its bytes were sent and a worker was free.
 */
class FairSharesTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long TOTAL = 20_000_000;
  private static final double FAST = 200e6;
  private static final long BURST = 128 << 10;

  private final SplittableRandom random = new SplittableRandom(2026);
  private final Time time = new Time();
  private final SharedRates rates =
      new SharedRates(TOTAL, 0, Weights.EQUAL, () -> time.now, time::after);
  private long slowestTurnNanos = SECOND / 100;

  /** Virtual time. */
  private static final class Time implements SchedulerServices {
    private record Event(long atNanos, long number, Runnable action) {}

    private final PriorityQueue<Event> events =
        new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparing(Event::number));
    private long number;
    long now;

    @Override
    public void after(long nanos, Runnable action) {
      events.add(new Event(now + nanos, number++, action));
    }

    void runUntil(long end) {
      while (!events.isEmpty() && events.peek().atNanos <= end) {
        Event event = events.remove();
        now = event.atNanos;
        event.action.run();
      }
      now = end;
    }

    @Override
    public void grantTurn(Transfer transfer) {}

    @Override
    public void finished(
        Transfer transfer,
        @Nullable UnsentBytes left,
        Outcome end,
        long firstByteNanos,
        long nanos) {}
  }

  /** Connections of one client, all alike. */
  private final class Party {
    final double linkBytesPerSecond;
    final int connections;
    final long lifeBytes;
    final List<Branch> path;
    double bytes;

    /**
     * @param lifeBytes bytes after which each connection is replaced by a new one
     */
    Party(int connections, double linkBytesPerSecond, long lifeBytes, Branch... path) {
      this.connections = connections;
      this.linkBytesPerSecond = linkBytesPerSecond;
      this.lifeBytes = lifeBytes;
      this.path = List.of(path);
    }

    void begin() {
      for (int i = 0; i < connections; i++) {
        time.after(random.nextLong(SECOND / 10), () -> go(connect(), lifeBytes));
      }
    }

    private RateLimit connect() {
      return rates.limit(null, this, path, time.now);
    }

    private void go(RateLimit limit, long left) {
      long allowed = Math.min(limit.allowance(left, time.now), BURST);
      if (allowed == 0) {
        limit.pause(time.now).end(time, () -> time.after(worker(), () -> go(limit, left)));
        return;
      }
      limit.spend(allowed);
      bytes += allowed;
      time.after(
          (long) (allowed / linkBytesPerSecond * SECOND), () -> aTurnLater(limit, left - allowed));
    }

    private void aTurnLater(RateLimit limit, long left) {
      if (left == 0) {
        limit.close();
      }
      RateLimit next = left == 0 ? connect() : limit;
      long rest = left == 0 ? lifeBytes : left;
      time.after(worker() / 10, () -> go(next, rest));
    }
  }

  /** Time until a worker is free, which the next turn in a row waits for less. */
  private long worker() {
    return random.nextLong(slowestTurnNanos);
  }

  private static Branch client(Object name) {
    return new Branch(name, 1);
  }

  /** The bytes of each in half a minute. */
  private void run(Party... parties) {
    for (Party party : parties) {
      party.begin();
    }
    time.runUntil(2 * SECOND);
    Stream.of(parties).forEach(party -> party.bytes = 0);
    time.runUntil(32 * SECOND);
    double sum = Stream.of(parties).mapToDouble(party -> party.bytes).sum();
    assertThat(sum / 30).as("the rate is used").isBetween(0.97 * TOTAL, 1.02 * TOTAL);
  }

  private static void assertRatio(Party one, Party other, double ratio) {
    assertThat(one.bytes / other.bytes).isBetween(0.95 * ratio, 1.05 * ratio);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 30, 1000})
  void clientsShareEquallyWhateverTheirConnections(int connections) {
    Party many = new Party(connections, FAST, Long.MAX_VALUE, client("many"));
    Party one = new Party(1, FAST, Long.MAX_VALUE, client("one"));
    run(many, one);
    assertRatio(many, one, 1);
  }

  @Test
  void busyWorkersDoNotShiftShares() {
    slowestTurnNanos = SECOND / 20;
    Party many = new Party(30, FAST, Long.MAX_VALUE, client("many"));
    Party one = new Party(1, FAST, Long.MAX_VALUE, client("one"));
    run(many, one);
    assertRatio(many, one, 1);
  }

  @Test
  void shortDownloadsOneAfterTheOtherGainNothing() {
    Party shorts = new Party(30, FAST, 50_000, client("short"));
    Party one = new Party(10, FAST, Long.MAX_VALUE, client("one"));
    run(shorts, one);
    assertRatio(shorts, one, 1);
  }

  @Test
  void applicationsShareByWeightAndTheirClientsEqually() {
    Branch shop = new Branch("shop", 3);
    Branch docs = new Branch("docs", 1);
    Party alice = new Party(20, FAST, Long.MAX_VALUE, client("server"), shop, client("alice"));
    Party bob = new Party(2, FAST, Long.MAX_VALUE, client("server"), shop, client("bob"));
    Party carol = new Party(50, FAST, Long.MAX_VALUE, client("server"), docs, client("carol"));
    run(alice, bob, carol);
    assertRatio(alice, bob, 1);
    assertRatio(alice, carol, 1.5);
  }

  /** Slow clients get what they can take, and all others the same of the rest. */
  @Test
  void whatSomeCannotTakeIsSharedByTheOthers() {
    List<Party> slow = new ArrayList<>();
    List<Party> fast = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int connections = 1 + random.nextInt(20);
      slow.add(new Party(connections, 40_000.0 / connections, Long.MAX_VALUE, client("s" + i)));
    }
    for (int i = 0; i < 40; i++) {
      fast.add(new Party(1 + random.nextInt(30), FAST, Long.MAX_VALUE, client("f" + i)));
    }
    run(Stream.concat(slow.stream(), fast.stream()).toArray(Party[]::new));
    double taken = slow.stream().mapToDouble(party -> party.bytes).sum() / 30;
    assertThat(taken).as("of the slow ones").isGreaterThan(0.9 * 100 * 40_000);
    double each = (TOTAL - taken) / fast.size();
    assertThat(fast)
        .extracting(party -> party.bytes / 30 / each)
        .allSatisfy(share -> assertThat(share).isBetween(0.95, 1.05));
  }
}
