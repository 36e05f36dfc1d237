package io.sendfile.core.machine;

/**
 * A disk that reads one stretch after the other, and the way in which a server waits for it.
 *
 * <p>With readers, as many threads of their own wait for it; without, the workers do.
 */
final class Disk {
  /** Bytes that a reader reads at once. */
  static final long AHEAD = 1 << 20;

  private static final double BYTES_PER_NANO = 0.1;
  private static final long SEEK_NANOS = 8_000_000;

  private final Processors processors;
  private final int readers;
  private long freeAt;

  Disk(Processors processors, int readers) {
    this.processors = processors;
    this.readers = readers;
  }

  int readers() {
    return readers;
  }

  /** Continues when the bytes are in memory. */
  void read(long bytes, Runnable then) {
    freeAt = Math.max(freeAt, processors.now()) + SEEK_NANOS + (long) (bytes / BYTES_PER_NANO);
    processors.at(freeAt, then);
  }
}
