package io.sendfile.core.buffer;

import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.BufferPolicy;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Tracks the buffers of another policy, and names the code that took a buffer which was released
 * twice, or was written to after its release: released memory is filled with a pattern and kept
 * back for a while. For tests and for debugging. Thread-safe.
 */
public final class TrackingPolicy implements BufferPolicy {
  /** Misuse of one buffer, with the code that took it, and later events as causes. */
  public static final class Misuse extends RuntimeException {
    private static final long serialVersionUID = 1;

    Misuse(String what, Throwable where) {
      super(what, where);
    }
  }

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.buffer");
  private static final int KEPT_BACK = 64;
  private static final ByteBuffer PATTERN = pattern();

  private final BufferPolicy watched;
  private final Consumer<Misuse> report;
  private final Set<Watched> out = ConcurrentHashMap.newKeySet();
  private final Queue<Watched> keptBack = new ArrayDeque<>();
  private final LongAdder reports = new LongAdder();

  private static ByteBuffer pattern() {
    byte[] bytes = new byte[8 << 10];
    Arrays.fill(bytes, (byte) 0xDD);
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /** Reports to the log. */
  public TrackingPolicy(BufferPolicy watched) {
    this(watched, misuse -> LOG.log(Level.SEVERE, misuse.getMessage(), misuse));
  }

  /** Reports to a test. */
  public TrackingPolicy(BufferPolicy watched, Consumer<Misuse> report) {
    this.watched = watched;
    this.report =
        misuse -> {
          reports.increment();
          report.accept(misuse);
        };
  }

  @Override
  public String name() {
    return watched.name();
  }

  @Override
  public boolean direct() {
    return watched.direct();
  }

  @Override
  public Lease take(int bytes) {
    Watched lease = new Watched(watched.take(bytes));
    out.add(lease);
    return lease;
  }

  /**
   * Counters of the tracked policy, without the released memory that is kept back; every report
   * counts as a misuse.
   */
  @Override
  public BufferFigures figures() {
    settle();
    BufferFigures own = watched.figures();
    return new BufferFigures(
        own.taken(),
        own.inUse(),
        own.inUseBytes(),
        own.highWaterBytes(),
        own.reservedBytes(),
        own.exhausted(),
        own.misuses() + reports.sum());
  }

  /** Checks every buffer that is kept back, and releases all of them to the tracked policy. */
  public void settle() {
    letGo(0);
  }

  @Override
  public void close() {
    settle();
    watched.close();
  }

  private void letGo(int keep) {
    List<Watched> old = new ArrayList<>();
    synchronized (keptBack) {
      while (keptBack.size() > keep) {
        old.add(keptBack.remove());
      }
    }
    old.forEach(Watched::letGo);
  }

  private final class Watched implements Lease {
    private final Lease lease;
    private final ByteBuffer bytes;

    /** Another view of the same memory, with its full limit. */
    private final ByteBuffer memory;

    private final Throwable taker = new Throwable("taken here");

    Watched(Lease lease) {
      this.lease = lease;
      this.bytes = lease.bytes();
      this.memory = bytes.duplicate();
    }

    @Override
    public ByteBuffer bytes() {
      if (!out.contains(this)) {
        Misuse misuse = new Misuse("a buffer is used after its release", taker);
        report.accept(misuse);
        throw misuse;
      }
      return bytes;
    }

    @Override
    public void release() {
      if (!out.remove(this)) {
        Misuse misuse = new Misuse("a buffer is released twice", taker);
        misuse.addSuppressed(new Throwable("the second time here"));
        report.accept(misuse);
        return;
      }
      for (int i = 0; i < memory.capacity(); i += PATTERN.capacity()) {
        int bytes = Math.min(PATTERN.capacity(), memory.capacity() - i);
        memory.put(i, PATTERN, 0, bytes);
      }
      synchronized (keptBack) {
        keptBack.add(this);
      }
      TrackingPolicy.this.letGo(KEPT_BACK);
    }

    private void letGo() {
      for (int i = 0; i < memory.capacity(); i += PATTERN.capacity()) {
        int bytes = Math.min(PATTERN.capacity(), memory.capacity() - i);
        int at = memory.slice(i, bytes).mismatch(PATTERN.slice(0, bytes));
        if (at >= 0) {
          report.accept(
              new Misuse("a buffer was written to after its release, at byte " + (i + at), taker));
          break;
        }
      }
      lease.release();
    }
  }
}
