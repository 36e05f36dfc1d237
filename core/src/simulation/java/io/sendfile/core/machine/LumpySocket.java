package io.sendfile.core.machine;

/**
 * A socket whose client reads at a steady rate out of a receive buffer. Its system acknowledges all
 * that fits into it, and tells of room in lumps: Linux when a sixteenth of the buffer is free, and
 * curl with a limited rate reads that for many seconds at once.
 */
final class LumpySocket extends Socket {
  private final long window;
  private final long lump;
  private final long beganNanos;

  /**
   * @param window bytes of the client's receive buffer
   * @param lump bytes that it reads before its system tells of room
   */
  LumpySocket(Processors processors, long capacity, double bytesPerSecond, long window, long lump) {
    super(processors, capacity, bytesPerSecond);
    this.window = window;
    this.lump = lump;
    this.beganNanos = now();
  }

  /** All that the client has said it has room for. */
  private double allowed() {
    return window + lump * Math.floor((now() - beganNanos) * bytesPerNano() / lump);
  }

  @Override
  double level() {
    return Math.max(0, sent() - allowed());
  }

  @Override
  boolean windowIsClosed() {
    return level() > 0;
  }

  @Override
  long at(double wanted) {
    double lumps = Math.ceil((sent() - wanted - window) / lump);
    if (lumps <= 0 || level() <= wanted) {
      return now();
    }
    // A moment later, as numbers are rounded.
    return bytesPerNano() == 0
        ? Long.MAX_VALUE
        : beganNanos + (long) Math.ceil(lumps * lump / bytesPerNano()) + 1000;
  }
}
