package io.sendfile.glassfish.grizzly;

/**
 * How much memory a transfer may hold while its peer takes nothing, by the way its bytes go: more
 * than was measured ({@code run-bench.sh stalled}), never less.
 */
final class HeldBytes {
  /** Request, response, transfer and open file. */
  private static final int ALWAYS = 4 << 10;

  /** Bytes of a body in one TLS record at most. */
  private static final int RECORD = 16 << 10;

  /**
   * A record that does not fit the socket waits in the buffer that Grizzly encrypts into; beside
   * it, Grizzly copies what the socket has left of all.
   */
  private static final int RECORD_BUFFER = 25 << 10;

  private HeldBytes() {}

  /** Zero-copy: the bytes are the kernel's. */
  static long zeroCopy() {
    return ALWAYS;
  }

  /**
   * A buffer at a time.
   *
   * @param bytes of a buffer
   * @param encrypted whether they wait for the socket encrypted, when the plain ones are gone; so
   *     do those of an HTTP/2 stream whose window is open, and its connection full
   */
  static long buffered(long bytes, boolean encrypted) {
    long records = (bytes + RECORD - 1) / RECORD;
    return ALWAYS + bytes + (encrypted ? records * RECORD_BUFFER : 0);
  }

  /**
   * A buffer at a time, read when the socket has room for it: what TLS itself needs, and one buffer
   * in reserve, for a socket that takes less than it told.
   */
  static long withRoom(long bytes, boolean encrypted) {
    return ALWAYS + bytes + (encrypted ? RECORD_BUFFER : 0);
  }
}
