package io.sendfile.core.files;

import io.sendfile.spi.Stretch;
import java.io.IOException;
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
  default @Nullable Stretch extent(long position, long max) throws IOException {
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
}
