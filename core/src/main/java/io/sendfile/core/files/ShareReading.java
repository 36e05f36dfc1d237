package io.sendfile.core.files;

import io.sendfile.core.threads.Thrown;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.Executor;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The next bytes of an open file on a share, read into memory by the lane of the share: those who
 * send them never meet the file, and never wait for it. At most one read is on its way. For one
 * thread at a time, but for {@link #close}.
 */
final class ShareReading {
  /** Bytes of a read at most. */
  static final int MOST_BYTES = 64 << 10;

  /** The same for one file of many, such as a member of an archive. */
  static final int MOST_BYTES_OF_MANY = 16 << 10;

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.files");

  private final FileChannel file;
  private final long size;
  private final Executor lane;

  /** Set between two uses of the sending thread, which a wake-up orders. */
  private ByteBuffer bytes = ByteBuffer.allocate(0);

  private long position;
  private boolean ended;
  private @Nullable IOException failure;

  /** Where the bytes end that are wanted next. */
  private long end;

  private int mostBytes = MOST_BYTES;
  private long missing;
  private boolean reads;
  private @Nullable Runnable release;

  /**
   * @param size of the file when it was opened
   * @param lane threads of the share
   */
  ShareReading(FileChannel file, long size, Executor lane) {
    this.file = file;
    this.size = size;
    this.lane = lane;
    this.end = size;
  }

  /** Reads fewer bytes at a time. */
  void isOneOfMany() {
    mostBytes = MOST_BYTES_OF_MANY;
  }

  /** Memory that it takes. */
  long heldBytes() {
    return Math.min(size, mostBytes);
  }

  void readsTo(long wanted) {
    end = wanted;
  }

  /** Whether the byte is here, or never will be. */
  boolean prepare(long wanted) throws IOException {
    if (failure != null) {
      throw failure;
    }
    missing = wanted;
    return ended || isHere(wanted);
  }

  private boolean isHere(long wanted) {
    return wanted >= position && wanted < position + bytes.limit();
  }

  /** Whether the file was found to be shorter than it was. */
  boolean hasEnded() {
    return ended;
  }

  /** The failure of its last read; null if there was none. */
  @Nullable IOException failure() {
    return failure;
  }

  /** Reads the byte that was not here, and others behind it. */
  void read(Runnable wake) {
    synchronized (this) {
      if (release != null) {
        return;
      }
      reads = true;
    }
    boolean begun = false;
    try {
      lane.execute(() -> readNow(wake));
      begun = true;
    } finally {
      if (!begun) {
        ends();
      }
    }
  }

  private void readNow(Runnable wake) {
    try {
      fill();
    } catch (IOException e) {
      failure = e;
    } catch (RuntimeException | Error e) {
      failure = new IOException(e);
    } finally {
      ends();
    }
    try {
      wake.run();
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "a transfer could not go on after its read");
    }
  }

  private void fill() throws IOException {
    int most = (int) Math.min(mostBytes, Math.max(1, Math.min(end, size) - missing));
    if (isClosed()) {
      return;
    }
    ByteBuffer into = bytes.capacity() < most ? ByteBuffer.allocate(most) : bytes;
    // Bytes that are half replaced count for nothing, should the read fail.
    bytes.limit(0);
    int n = file.read(into.clear().limit(most), missing);
    ended = n <= 0;
    position = missing;
    bytes = into.flip();
  }

  /** Offers bytes that are here. */
  long sendTo(Sink sink, long from, long max) throws IOException {
    if (!isHere(from)) {
      return 0;
    }
    ByteBuffer part = bytes.duplicate().position((int) (from - position));
    return sink.send(part.limit(part.position() + (int) Math.min(max, part.remaining())));
  }

  private synchronized boolean isClosed() {
    return release != null;
  }

  private void ends() {
    Runnable now;
    synchronized (this) {
      reads = false;
      now = release;
    }
    if (now != null) {
      now.run();
    }
  }

  /**
   * Has the lane release the file, after the read that is on its way: a channel that is closed
   * during a read waits for it.
   */
  void close(Runnable how) {
    synchronized (this) {
      if (release != null) {
        return;
      }
      release = how;
      if (reads) {
        return;
      }
    }
    lane.execute(how);
  }
}
