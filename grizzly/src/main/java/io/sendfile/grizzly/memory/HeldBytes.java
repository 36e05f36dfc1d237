package io.sendfile.grizzly.memory;

/**
 * Memory that a transfer may hold while its peer takes nothing, by its way of sending: at least as
 * much as was measured ({@code run-bench.sh stalled}).
 */
public final class HeldBytes {
  /** Request, response, transfer and open file. */
  private static final int ALWAYS = 4 << 10;

  /** Most bytes of a body in one TLS record. */
  private static final int RECORD = 16 << 10;

  /**
   * A record that does not fit into the socket waits in the buffer that Grizzly encrypts into;
   * besides, Grizzly copies the unsent rest.
   */
  private static final int RECORD_BUFFER = 25 << 10;

  /** Request and response of the web container, as measured with GlassFish 8. */
  private static final int PLANNED = 32 << 10;

  private HeldBytes() {}

  /** A request that is kept as it is, with its buffers, as its response begins later. */
  public static long planned() {
    return PLANNED;
  }

  /** Zero-copy: the kernel has the bytes. */
  public static long zeroCopy() {
    return ALWAYS;
  }

  /**
   * Memory of a transfer that sends one buffer at a time.
   *
   * @param bytes of a buffer
   * @param encrypted whether encrypted bytes wait for the socket after the plain ones are gone; so
   *     do those of an HTTP/2 stream whose window is open, and its connection full
   */
  public static long buffered(long bytes, boolean encrypted) {
    long records = (bytes + RECORD - 1) / RECORD;
    return ALWAYS + bytes + (encrypted ? records * RECORD_BUFFER : 0);
  }

  /**
   * Memory of a transfer that reads a buffer when the socket has room for it: that of TLS, and one
   * buffer for a socket that takes less than it announced.
   */
  public static long withRoom(long bytes, boolean encrypted) {
    return ALWAYS + bytes + (encrypted ? RECORD_BUFFER : 0);
  }
}
