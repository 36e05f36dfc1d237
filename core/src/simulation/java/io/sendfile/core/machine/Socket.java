package io.sendfile.core.machine;

/** A send buffer that its client empties at a steady rate; writable when a third of it is free. */
class Socket {
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

  /** Bytes that the client has not acknowledged. */
  double level() {
    level = Math.max(0, level - (now() - sinceNanos) * bytesPerNano);
    sinceNanos = now();
    return level;
  }

  final long now() {
    return processors.now();
  }

  final double bytesPerNano() {
    return bytesPerNano;
  }

  final long free() {
    return (long) (capacity - level());
  }

  final void put(long bytes) {
    level = level() + bytes;
    sent += bytes;
  }

  /** Bytes that were put into it. */
  final long sent() {
    return sent;
  }

  /** Bytes the client has received. */
  final double delivered() {
    return sent - level();
  }

  /** Whether the client's system has no room for the next bytes. */
  boolean windowIsClosed() {
    return false;
  }

  /** Time when it is writable; never, for a client that does not read. */
  final long writableAt() {
    return at(capacity * 2.0 / 3);
  }

  /** Time when the client has received everything. */
  final long emptyAt() {
    return at(0);
  }

  /** Time when the client has not acknowledged so many bytes any more. */
  long at(double wanted) {
    double excess = level() - wanted;
    if (excess <= 0) {
      return now();
    }
    return bytesPerNano == 0 ? Long.MAX_VALUE : now() + (long) Math.ceil(excess / bytesPerNano);
  }
}
