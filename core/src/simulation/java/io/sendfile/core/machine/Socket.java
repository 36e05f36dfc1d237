package io.sendfile.core.machine;

/** A send buffer that its client empties at a steady rate; writable when a third of it is free. */
final class Socket {
  private final Processors processors;
  private final long capacity;
  private final double bytesPerNano;
  private double level;
  private long sinceNanos;
  private long sent;

  Socket(Processors processors, long capacity, double bytesPerSecond) {
    this.processors = processors;
    this.capacity = capacity;
    this.bytesPerNano = bytesPerSecond / 1e9;
  }

  private double level() {
    level = Math.max(0, level - (processors.now() - sinceNanos) * bytesPerNano);
    sinceNanos = processors.now();
    return level;
  }

  long free() {
    return (long) (capacity - level());
  }

  void put(long bytes) {
    level = level() + bytes;
    sent += bytes;
  }

  /** Bytes that were put into it. */
  long sent() {
    return sent;
  }

  /** Bytes the client has received. */
  double delivered() {
    return sent - level();
  }

  /** Time when it is writable; never, for a client that does not read. */
  long writableAt() {
    return at(capacity * 2.0 / 3);
  }

  /** Time when the client has received everything. */
  long emptyAt() {
    return at(0);
  }

  private long at(double wanted) {
    double excess = level() - wanted;
    if (excess <= 0) {
      return processors.now();
    }
    return bytesPerNano == 0
        ? Long.MAX_VALUE
        : processors.now() + (long) Math.ceil(excess / bytesPerNano);
  }
}
