package io.sendfile.spi;

import java.nio.channels.FileChannel;

/**
 * Bytes in a local file.
 *
 * @param file its handle, which the receiver does not close
 * @param position of the first of them in it
 * @param length in bytes, at least 1
 */
public record Stretch(FileChannel file, long position, long length) {
  /** Its beginning, of at most that many bytes. */
  public Stretch atMost(long bytes) {
    return bytes < length ? new Stretch(file, position, bytes) : this;
  }
}
