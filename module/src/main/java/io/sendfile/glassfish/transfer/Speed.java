package io.sendfile.glassfish.transfer;

/**
 * How fast a transfer is, over half a minute to a minute. Kernels take the bytes for a slow client
 * in lumps of up to megabytes, so it is counted from one moment at which some were taken to
 * another; the lump that fills empty buffers at the start is left out as soon as more was taken
 * than that. Thread-safe; reads no clock.
 */
final class Speed {
  private static final long WINDOW_NANOS = 30_000_000_000L;
  private static final long FIRST_LUMP_NANOS = 2_000_000_000L;

  /** Bytes that had been taken in all at a moment at which some were. */
  private record Progress(long nanos, long bytes) {}

  private final Progress start;
  private Progress from;
  private Progress nextFrom;
  private Progress last;

  Speed(long startNanos) {
    start = new Progress(startNanos, 0);
    from = start;
    nextFrom = start;
    last = start;
  }

  /** So many bytes have been taken in all. */
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

  /** Bytes per second as of now; falls towards 0 while nothing is taken for longer than usual. */
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
