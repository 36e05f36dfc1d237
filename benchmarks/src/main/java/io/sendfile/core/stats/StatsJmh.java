package io.sendfile.core.stats;

import io.sendfile.spi.Outcome;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** All counting for a small file that goes out in one write, and the polling of the counters. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class StatsJmh {
  /** Whether counting is on: the difference is its cost. */
  @Param({"true", "false"})
  public boolean counting;

  private final Statistics on = new Statistics(InstantSource.system());
  private final Statistics off = Statistics.disabled();
  private final Statistics.ListenerRecorders onAtListener = on.listener("http-listener-1");
  private final Statistics.ListenerRecorders offAtListener = off.listener("http-listener-1");

  private void count(long nanos) {
    StatsRecorder stats = (counting ? onAtListener : offAtListener).root("media");
    stats.status(200);
    stats.add(Figure.STARTED, 1);
    stats.sent(2048, 0);
    stats.firstByte(nanos);
    stats.finished(Outcome.COMPLETED, 2048, nanos);
  }

  @Benchmark
  public void smallFile() {
    count(20_000);
  }

  /** Both cores of a small machine count at the same listener and root. */
  @Benchmark
  @Threads(2)
  public void smallFileOnTwoThreads() {
    count(20_000);
  }

  @Benchmark
  public StatsSnapshot poll() {
    return (counting ? on : off).snapshot();
  }
}
