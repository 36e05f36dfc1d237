package io.sendfile.core.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a response: one open file, or several in an archive. Methods with a position are
 * called by one thread at a time. The receiver closes it when no other call is running.
 */
public interface Source extends AutoCloseable {
  /** Number of bytes, at least 0. */
  long size();

  /** The root it counts for: that of the file, or of the first of several. */
  Root root();

  /** Its name for lists and events: a path below the root. */
  String relativePath();

  /** Whether it was open already, for an earlier request. */
  default boolean reused() {
    return false;
  }

  /** Whether the kernel may move the bytes from file to socket. */
  boolean zeroCopy();

  /**
   * Whether a request thread may read all of it, as it waits for no network and needs no {@link
   * #prepare}.
   */
  default boolean readsAtOnce() {
    return false;
  }

  /** Bytes of memory it holds while it is sent, besides those of every transfer. */
  default long heldBytes() {
    return 0;
  }

  /**
   * The stretch of a file that {@link #sendTo} would send from, and any thread may read.
   *
   * @param max bytes at most, at least 1
   * @return null if the byte at the position is in no file, or not there any more
   */
  default @Nullable Extent extent(long position, long max) throws IOException {
    return null;
  }

  /**
   * Tells where the bytes end that are wanted next, so that none beyond are fetched ahead.
   *
   * @param end position after the last of them
   */
  default void readsTo(long end) {}

  /**
   * Prepares the byte at a position, without waiting for a disk.
   *
   * @return false if files have to be read for it: {@link #readOn} comes first, then another call
   */
  default boolean prepare(long position) throws IOException {
    return true;
  }

  /**
   * Whether another source reads for the byte that could not be prepared. May be called while
   * another thread closes this one.
   *
   * @param wake called once if so, on any thread: when it is this one's turn, or all is read
   */
  default boolean awaitsReading(Runnable wake) {
    return false;
  }

  /**
   * Reads on for the byte that could not be prepared, by one step.
   *
   * @param max bytes at most, at least 1
   * @return bytes read
   */
  default long readOn(long max) throws IOException {
    return 0;
  }

  /** Leaves its turn to read to another source. */
  default void leavesReading() {}

  /**
   * Offers bytes from a position on.
   *
   * @param max bytes at most, at least 1
   * @return bytes accepted; 0 if none can go now, or a file has changed so that it {@link #lacks}
   *     them
   */
  long sendTo(Sink sink, long position, long max) throws IOException;

  /**
   * Whether bytes that are still to be sent are not there any more, as a file has changed.
   *
   * @param end position after the last of them
   */
  boolean lacks(long end) throws IOException;

  /**
   * Whether the byte at a position is there: tells the end of a file from a peer that takes
   * nothing, and a failure of the disk from one of the peer.
   *
   * @throws IOException if it cannot be read
   */
  boolean isReadable(long position) throws IOException;

  /** Releases it; further calls do nothing. */
  @Override
  void close();

  /**
   * A stretch of an open file.
   *
   * @param file its handle
   * @param position of its first byte
   * @param length in bytes, at least 1
   */
  record Extent(FileChannel file, long position, long length) {
    private static final Path NOWHERE = Path.of("/dev/null");

    /** Its beginning, of at most that many bytes. */
    public Extent atMost(long bytes) {
      return bytes < length ? new Extent(file, position, bytes) : this;
    }

    /**
     * Brings it into the page cache, and waits for the disk meanwhile. The kernel moves the pages
     * to the null device (sendfile(2)), so that no byte is copied. For Unix.
     *
     * @throws IOException if it cannot be read; a file that is too short is read to its end
     */
    public void readAhead() throws IOException {
      try (FileChannel nowhere = FileChannel.open(NOWHERE, StandardOpenOption.WRITE)) {
        long end = position + length;
        long at = position;
        long n;
        do {
          n = file.transferTo(at, end - at, nowhere);
          at += n;
        } while (n > 0 && at < end);
      }
    }
  }

  /** Takes the bytes of a {@link Source}. */
  interface Sink {
    /**
     * Sends bytes of a file.
     *
     * @return bytes accepted, 0 when the peer takes none now or the file has no byte there
     * @throws IOException if the peer is gone or the file cannot be read
     */
    long send(FileChannel file, long position, long count) throws IOException;

    /**
     * Sends bytes of a buffer and advances its position.
     *
     * @return bytes accepted, 0 when the peer takes none now
     * @throws IOException if the peer is gone
     */
    long send(ByteBuffer bytes) throws IOException;
  }
}
