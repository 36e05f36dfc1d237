package io.sendfile.grizzly.filter;

import io.sendfile.core.content.ResponsePlan.Segment;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.Source;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
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
   * Fills the buffer with a whole body of a source that {@link Source#readsAtOnce}.
   *
   * @throws EOFException if a file is shorter than the body
   */
  static void readAll(Source source, List<Segment> body, ByteBuffer into) throws IOException {
    if (source instanceof OpenFile file) {
      readAll(file, body, into);
      return;
    }
    Source.Sink sink = new Filled(into);
    for (Segment segment : body) {
      if (segment instanceof Segment.FileSlice slice) {
        for (long at = slice.position(); at < slice.end(); ) {
          long n = source.sendTo(sink, at, slice.end() - at);
          if (n == 0) {
            throw becameShorter();
          }
          at += n;
        }
      } else if (segment instanceof Segment.Literal literal) {
        into.put(literal.bytes().duplicate());
      }
    }
  }

  private static EOFException becameShorter() {
    return new EOFException("the file became shorter while it was read");
  }

  /** A buffer with room for all that is sent to it. */
  private record Filled(ByteBuffer into) implements Source.Sink {
    @Override
    public long send(FileChannel file, long position, long count) throws IOException {
      ByteBuffer part = into.slice().limit((int) count);
      int n = read(file, position, part);
      into.position(into.position() + n);
      return n;
    }

    @Override
    public long send(ByteBuffer bytes) {
      int n = bytes.remaining();
      into.put(bytes);
      return n;
    }
  }

  /** An interrupted reader has closed the file for all who share it; then it is opened again. */
  private static void readAll(OpenFile file, List<Segment> body, ByteBuffer into)
      throws IOException {
    try {
      readAll(file.channel(), body, into.duplicate());
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (ClosedChannelException e) {
      try (OpenFile fresh = file.afresh()) {
        readAll(fresh.channel(), body, into.duplicate());
      }
    }
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
          throw becameShorter();
        }
        into.position(into.position() + part.position());
      } else if (segment instanceof Segment.Literal literal) {
        into.put(literal.bytes().duplicate());
      }
    }
  }
}
