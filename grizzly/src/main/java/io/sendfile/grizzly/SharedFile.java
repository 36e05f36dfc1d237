package io.sendfile.grizzly;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An open file that responses share; closed when nobody uses it any more. A reader that is
 * interrupted closes the channel for all; then the file is opened again. Thread-safe.
 */
final class SharedFile {
  /** Null for a temporary file, which has no name any more. */
  private final @Nullable Path path;

  private final long size;
  private final @Nullable FileTime modified;
  private volatile FileChannel channel;
  private volatile boolean failed;

  /** Responses that use it, and one for its owner; 0 once it is closed. */
  private final AtomicInteger users = new AtomicInteger(1);

  private SharedFile(
      @Nullable Path path, FileChannel channel, long size, @Nullable FileTime modified) {
    this.path = path;
    this.channel = channel;
    this.size = size;
    this.modified = modified;
  }

  static SharedFile open(Path path) throws IOException {
    FileTime modified = Files.getLastModifiedTime(path);
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    return new SharedFile(path, channel, channel.size(), modified);
  }

  /** A new file with these bytes, which goes when it is closed, or the JVM ends. */
  static SharedFile temporary(byte[] first, InputStream rest) throws IOException {
    Path path = Files.createTempFile("sendfile-", ".resource");
    FileChannel channel;
    try {
      channel =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      Files.deleteIfExists(path);
      throw e;
    }
    boolean written = false;
    try {
      byte[] part = first;
      int count = part.length;
      while (count >= 0) {
        ByteBuffer bytes = ByteBuffer.wrap(part, 0, count);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        count = rest.read(part);
      }
      written = true;
      return new SharedFile(null, channel, channel.size(), null);
    } finally {
      if (!written) {
        channel.close();
      }
    }
  }

  long size() {
    return size;
  }

  /** Whether it can be read. */
  boolean isOpen() {
    return users.get() > 0 && (path != null || channel.isOpen());
  }

  /**
   * The same for one more response, which releases it.
   *
   * @throws ClosedChannelException if it is closed
   */
  SharedFile use() throws ClosedChannelException {
    int known;
    do {
      known = users.get();
      if (known == 0) {
        throw new ClosedChannelException();
      }
    } while (!users.compareAndSet(known, known + 1));
    return this;
  }

  void release() {
    if (users.decrementAndGet() == 0) {
      try {
        channel.close();
      } catch (IOException e) {
        // It was only read from, and the system has released it: nothing can be lost.
        return;
      }
    }
  }

  /** Ends the responses that read from it, as its bytes are others now. */
  void fail() {
    failed = true;
  }

  /** For positioned reads. */
  FileChannel channel() throws IOException {
    if (failed) {
      throw new IOException(path + " has changed");
    }
    FileChannel now = channel;
    return now.isOpen() ? now : again();
  }

  private synchronized FileChannel again() throws IOException {
    if (channel.isOpen()) {
      return channel;
    }
    if (path == null || users.get() == 0) {
      throw new ClosedChannelException();
    }
    FileChannel opened = FileChannel.open(path, StandardOpenOption.READ);
    if (opened.size() != size || !Files.getLastModifiedTime(path).equals(modified)) {
      opened.close();
      throw new IOException(path + " has changed");
    }
    channel = opened;
    return opened;
  }

  /** Its bytes from a position on; the caller need not close it. */
  InputStream stream(long position, long length) {
    return new InputStream() {
      private long at = position;

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] into, int offset, int count) throws IOException {
        int wanted = (int) Math.min(count, position + length - at);
        int n = wanted <= 0 ? -1 : channel().read(ByteBuffer.wrap(into, offset, wanted), at);
        at += Math.max(n, 0);
        return n;
      }
    };
  }
}
