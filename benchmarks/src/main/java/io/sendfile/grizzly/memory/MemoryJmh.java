package io.sendfile.grizzly.memory;

import io.sendfile.core.buffer.BufferChoice;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.HeapMemoryManager;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** A buffer of a listener, by Grizzly's default pool and by our policies. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "-Djmh.executor=CUSTOM",
      "-Djmh.executor.class=io.sendfile.grizzly.filter.RequestThreads"
    })
public class MemoryJmh {
  private static final int SLAB_BYTES = 16 << 20;

  @Param({"server-default", "heap", "direct", "heap-view", "direct-view"})
  public String policy = "server-default";

  @Param({"2048", "16384"})
  public int bytes = 2048;

  private final PolicyMemory memory = new PolicyMemory(new HeapMemoryManager());

  @Setup(Level.Trial)
  public void choose() {
    memory.policy(new BufferChoice(policy, SLAB_BYTES).make());
  }

  private Buffer use() {
    Buffer buffer = memory.allocate(bytes);
    buffer.put(0, (byte) 1);
    buffer.allowBufferDispose(true);
    buffer.dispose();
    return buffer;
  }

  @Benchmark
  public Buffer oneThread() {
    return use();
  }

  @Benchmark
  @Threads(2)
  public Buffer twoThreads() {
    return use();
  }
}
