package io.sendfile.core.transfer;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Order of turns, and rates. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TransferJmh {
  private static final long RATE = 1_000_000_000_000L;

  private static final int WAITING = 300;

  private final TurnOrder<Integer> order = waiting();
  private final TokenBucket bucket = new TokenBucket(RATE, 0);
  private final RateLimit limit =
      new RateLimit(
          List.of(new TokenBucket(RATE, 0), new TokenBucket(RATE, 0), new TokenBucket(RATE, 0)),
          null);
  private final TimeSpent time =
      new TimeSpent(Map.of(Phase.WORKER, 12L, Phase.SENDING, 300L, Phase.CLIENT, 9_000L));
  private long now;

  private static TurnOrder<Integer> waiting() {
    TurnOrder<Integer> order = new TurnOrder<>();
    for (int i = 0; i < WAITING; i++) {
      order.add(i, Urgency.USUAL, i);
    }
    return order;
  }

  /** One of 300 clients takes its turn and queues up again. */
  @Benchmark
  public Object oneTurn() {
    Integer turn = order.next();
    if (turn == null) {
      throw new IllegalStateException("nobody waits");
    }
    order.add(turn, Urgency.USUAL, turn);
    return turn;
  }

  @Benchmark
  public long reserveInBucket() {
    now += 1_000_000;
    return bucket.reserve(65536, now);
  }

  /** Shares of the time of a transfer, as in its result. */
  @Benchmark
  public Map<String, Integer> sharesOfTime() {
    return time.percents();
  }

  /** Three rates: of the transfer, of its client, of all. */
  @Benchmark
  public long allowanceAndSpend() {
    now += 1_000_000;
    long allowed = limit.allowance(65536, now);
    limit.spend(allowed);
    return allowed;
  }
}
