package io.sendfile.core.transfer;

/**
 * Measures a transfer's rate over half a minute to a minute. Kernels take the bytes for a slow
 * client in lumps of up to megabytes, so it measures from one lump to another, and ignores the
 * first one, which fills empty buffers, once there is a second. Thread-safe; reads no clock.
 */
final class RateMeter {
  private static final long WINDOW_NANOS = 30_000_000_000L;
  private static final long FIRST_LUMP_NANOS = 2_000_000_000L;

  /** A moment at which bytes were taken, with the total until then. */
  private record Progress(long nanos, long bytes) {}

  private final Progress start;
  private Progress from;
  private Progress nextFrom;
  private Progress last;

  RateMeter(long startNanos) {
    start = new Progress(startNanos, 0);
    from = start;
    nextFrom = start;
    last = start;
  }

  /** Updates the total of taken bytes. */
  synchronized void sample(long bytes, long nowNanos) {
    if (bytes <= last.bytes) {
      return;
    }
    boolean firstLump = last.bytes == 0 || nowNanos - start.nanos < FIRST_LUMP_NANOS;
    last = new Progress(nowNanos, bytes);
    if (firstLump) {
      from = last;
      nextFrom = last;
    } else if (last.nanos - nextFrom.nanos >= WINDOW_NANOS) {
      from = nextFrom;
      nextFrom = last;
    }
  }

  /** Bytes per second as of now; falls towards 0 during an unusually long pause. */
  synchronized long bytesPerSecond(long nowNanos) {
    boolean onlyFirstLump = last.equals(from);
    Progress since = onlyFirstLump ? start : from;
    long nanos =
        onlyFirstLump
            ? nowNanos - start.nanos
            : Math.max(last.nanos - since.nanos, nowNanos - last.nanos);
    return nanos <= 0 ? 0 : Math.round((last.bytes - since.bytes) * 1e9 / nanos);
  }
}
