package io.sendfile.core.buffer;

import io.sendfile.spi.BufferPolicy;
import io.sendfile.spi.BufferPolicy.Lease;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/** One buffer taken and given back; some are out all the time, as in a server. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PolicyJmh {
  private static final int SLAB_BYTES = 16 << 20;
  private static final int OUT = 50;

  @Param({"heap", "direct", "heap-view", "direct-view"})
  public String policy = BufferPolicies.HEAP;

  @Param({"2048", "16384"})
  public int bytes = 2048;

  private BufferPolicy buffers = BufferPolicies.of(policy, SLAB_BYTES, 2);

  @Setup(Level.Trial)
  public void makePolicy() {
    buffers = BufferPolicies.of(policy, SLAB_BYTES, 2);
    for (int i = 0; i < OUT; i++) {
      buffers.take(bytes);
    }
  }

  @TearDown(Level.Trial)
  public void closePolicy() {
    buffers.close();
  }

  private ByteBuffer use() {
    Lease lease = buffers.take(bytes);
    ByteBuffer used = lease.bytes().put(0, (byte) 1);
    lease.release();
    return used;
  }

  @Benchmark
  public ByteBuffer oneThread() {
    return use();
  }

  @Benchmark
  @Threads(2)
  public ByteBuffer twoThreads() {
    return use();
  }
}
