package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.content.Segment;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

/** Positioned reads from an open file into a buffer. */
final class FileReads {
  private FileReads() {}

  /**
   * Fills the buffer from {@code position}, up to the end of the file.
   *
   * @return bytes read
   */
  static int read(FileChannel file, long position, ByteBuffer into) throws IOException {
    int wanted = into.remaining();
    int total = 0;
    while (total < wanted) {
      int n = file.read(into, position + total);
      if (n < 0) {
        break;
      }
      total += n;
    }
    return total;
  }

  /**
   * Fills the buffer with a whole body.
   *
   * @throws EOFException if the file is shorter than the body
   */
  static void readAll(FileChannel file, List<Segment> body, ByteBuffer into) throws IOException {
    for (Segment segment : body) {
      if (segment instanceof Segment.FileSlice slice) {
        ByteBuffer part = into.slice().limit((int) slice.length());
        if (read(file, slice.position(), part) < slice.length()) {
          throw new EOFException("the file became shorter while it was read");
        }
        into.position(into.position() + part.position());
      } else if (segment instanceof Segment.Literal literal) {
        into.put(literal.bytes().duplicate());
      }
    }
  }
}
