package io.sendfile.s3.cache;

import java.io.IOException;
import java.io.Serial;
import java.nio.ByteBuffer;

/** The source of the bytes of one version of a file. */
@FunctionalInterface
public interface SliceOrigin {
  /**
   * Begins to fetch bytes, and ends within a bounded time. May wait for a moment, but not for the
   * bytes.
   *
   * @param offset of the first byte
   * @param length number of bytes, at least 1
   * @return ends it soon, if it has not ended; the receiver may still be called
   */
  Runnable fetch(long offset, long length, Receiver receiver);

  /** Takes the bytes. Is called by any thread that may wait for a disk. */
  interface Receiver {
    /**
     * Bytes that follow those before, or have come before.
     *
     * @param position of the first of them in the file
     */
    void receive(long position, ByteBuffer bytes);

    /**
     * No more of them will come. Ignored once all were received.
     *
     * @param reason a {@link Replaced}, or the failure for the readers
     */
    void fail(IOException reason);
  }

  /** The file has another version by now. */
  final class Replaced extends IOException {
    @Serial private static final long serialVersionUID = 1L;

    /**
     * @param message name of the file, for the administrator
     */
    public Replaced(String message) {
      super(message);
    }
  }
}
