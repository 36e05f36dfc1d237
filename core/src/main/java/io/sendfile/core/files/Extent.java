package io.sendfile.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A stretch of an open file.
 *
 * @param file its handle
 * @param position of its first byte
 * @param length in bytes, at least 1
 * @param mayHang whether its file system may not answer, such as a network share
 */
public record Extent(FileChannel file, long position, long length, boolean mayHang) {
  private static final Path NOWHERE = Path.of("/dev/null");

  /** Its beginning, of at most that many bytes. */
  public Extent atMost(long bytes) {
    return bytes < length ? new Extent(file, position, bytes, mayHang) : this;
  }

  /**
   * Brings it into the page cache, and waits for the disk meanwhile. The kernel moves the pages to
   * the null device (sendfile(2)), so that no byte is copied. For Unix.
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
