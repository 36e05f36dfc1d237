package io.sendfile.core.buffer;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The bookkeeping of a slab of 4 MiB, without locks and buffers. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BuddyJmh {
  private static final int UNITS = (4 << 20) / Slab.UNIT_BYTES;

  private final Buddy blocks = new Buddy(Buddy.orderFor(UNITS));

  @Benchmark
  public int takeAndGive2KiB() {
    return takeAndGive(Slab.orderFor(2048));
  }

  @Benchmark
  public int takeAndGive16KiB() {
    return takeAndGive(Slab.orderFor(16384));
  }

  private int takeAndGive(int order) {
    int unit = blocks.take(order);
    blocks.give(unit, order);
    return unit;
  }
}
