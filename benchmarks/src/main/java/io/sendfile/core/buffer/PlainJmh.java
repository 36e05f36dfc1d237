package io.sendfile.core.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Baseline of the policies: the JDK's own buffers. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PlainJmh {
  @Param({"2048", "16384"})
  public int bytes = 2048;

  @Benchmark
  public ByteBuffer allocate() {
    return ByteBuffer.allocate(bytes).put(0, (byte) 1);
  }

  @Benchmark
  public ByteBuffer allocateDirect() {
    return ByteBuffer.allocateDirect(bytes).put(0, (byte) 1);
  }
}
