package io.sendfile.core.archive;

import io.sendfile.core.files.Sink;
import io.sendfile.core.files.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The checksum of one file, as far as it was read. Many archives may want it; one of them at a time
 * has the turn to read on, by a step, and then leaves it to the next. Thread-safe, but for {@link
 * #read}.
 */
final class Checksum {
  /** Most bytes of one step, which takes a thread some milliseconds. */
  static final long STEP = 8L << 20;

  private static final int BUFFER_BYTES = 64 << 10;

  private final long size;
  private final CRC32 crc = new CRC32();
  private volatile long read;
  private @Nullable Object reader;

  /** Archives that wait for their turn, first come, first served, and how to wake them. */
  private @Nullable Map<Object, Runnable> waiting;

  Checksum(long size) {
    this.size = size;
  }

  boolean isComplete() {
    return read == size;
  }

  /** The CRC-32, once it is complete. */
  int value() {
    return (int) crc.getValue();
  }

  /** Bytes that it covers. */
  long position() {
    return read;
  }

  /** Takes the turn if nobody has it. */
  synchronized boolean takeTurn(Object archive) {
    if (reader == null || reader == archive) {
      reader = archive;
      return true;
    }
    return false;
  }

  /**
   * Takes the turn, or waits for it.
   *
   * @param wake called once, on any thread: when the archive has the turn, or needs it no more
   * @return whether it has the turn now, or needs none
   */
  synchronized boolean awaitTurn(Object archive, Runnable wake) {
    if (isComplete() || takeTurn(archive)) {
      return true;
    }
    Map<Object, Runnable> others = waiting;
    if (others == null) {
      others = new LinkedHashMap<>();
      waiting = others;
    }
    others.put(archive, wake);
    return false;
  }

  /**
   * Reads on, by the archive that has the turn.
   *
   * @param end position to stop at; a step may end before
   * @return bytes read; fewer if the file has become shorter, or the rest is still in its store
   */
  long read(Source file, long end) throws IOException {
    long start = read;
    long stop = Math.min(Math.min(end, size), start + STEP);
    Summing sink = new Summing(crc, (int) Math.min(BUFFER_BYTES, Math.max(0, stop - start)));
    long at = start;
    try {
      long n;
      do {
        n = at < stop ? file.sendTo(sink, at, stop - at) : 0;
        at += n;
      } while (n > 0);
    } finally {
      // Written once all of them count.
      read = at;
    }
    return at - start;
  }

  /** Takes bytes into a checksum. */
  private record Summing(CRC32 crc, ByteBuffer buffer) implements Sink {
    Summing(CRC32 crc, int bytes) {
      this(crc, ByteBuffer.allocate(bytes));
    }

    @Override
    public long send(FileChannel file, long position, long count) throws IOException {
      int most = (int) Math.min(buffer.capacity(), count);
      int n = file.read(buffer.clear().limit(most), position);
      crc.update(buffer.flip());
      return Math.max(0, n);
    }

    @Override
    public long send(ByteBuffer bytes) {
      int n = bytes.remaining();
      crc.update(bytes);
      return n;
    }
  }

  /** Leaves the turn to the next archive, or no longer waits; all go on once it is complete. */
  void leaveTurn(Object archive) {
    Map<Object, Runnable> woken = Map.of();
    synchronized (this) {
      Map<Object, Runnable> others = waiting;
      if (others != null) {
        others.remove(archive);
      }
      if (reader != archive) {
        return;
      }
      reader = null;
      if (others != null && !others.isEmpty()) {
        if (isComplete()) {
          woken = others;
          waiting = null;
        } else {
          Map.Entry<Object, Runnable> next = others.entrySet().iterator().next();
          woken = Map.of(next.getKey(), next.getValue());
          others.remove(next.getKey());
          reader = next.getKey();
        }
      }
    }
    woken.values().forEach(Runnable::run);
  }
}
