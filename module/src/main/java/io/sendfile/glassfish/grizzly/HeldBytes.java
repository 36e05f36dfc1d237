package io.sendfile.glassfish.grizzly;

/**
 * How much memory a transfer may hold while its peer takes nothing, by the way its bytes go: more
 * than was measured ({@code run-bench.sh stalled}), never less.
 */
final class HeldBytes {
  /** Request, response, transfer and open file. */
  private static final int ALWAYS = 4 << 10;

  /** Room for a TLS record, of which Grizzly keeps one for what does not fit. */
  private static final int RECORD = 17 << 10;

  private HeldBytes() {}

  /** Zero-copy: the bytes are the kernel's. */
  static long zeroCopy() {
    return ALWAYS;
  }

  /**
   * A buffer at a time.
   *
   * @param bytes of a buffer
   * @param encrypted whether they wait for the socket encrypted, beside the plain ones; a stream of
   *     HTTP/2 waits for its window before that
   */
  static long buffered(long bytes, boolean encrypted) {
    return ALWAYS + (encrypted ? 2 * bytes + RECORD : bytes);
  }
}
