package io.sendfile.glassfish.application;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** A part of a file, read piece by piece: the copying that takes the place of a hand-off. */
final class Copy implements AutoCloseable {
  private static final int PIECE_BYTES = 16_384;

  private final ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
  private final Path file;
  private final SeekableByteChannel channel;
  private long left;

  Copy(Path file, long position, long count) throws IOException {
    this.file = file;
    this.left = count;
    this.channel = Files.newByteChannel(file);
    channel.position(position);
  }

  /** Sets what a hand-off would set: the length, and a media type if there is none. */
  static void describe(
      HttpServletRequest request, HttpServletResponse response, Path file, long count) {
    response.setContentLengthLong(count);
    if (response.getContentType() == null) {
      String type = request.getServletContext().getMimeType(file.toString());
      response.setContentType(type == null ? "application/octet-stream" : type);
    }
  }

  /** Sends the part as the body; for HEAD only its header section. */
  static void now(
      HttpServletRequest request,
      HttpServletResponse response,
      Path file,
      long position,
      long count)
      throws IOException {
    describe(request, response, file, count);
    if (request.getMethod().equals("HEAD")) {
      return;
    }
    try (Copy copy = new Copy(file, position, count)) {
      OutputStream out = response.getOutputStream();
      while (copy.writeTo(out)) {}
    }
  }

  /**
   * Writes the next piece.
   *
   * @return false if there is none
   * @throws EOFException if the file has become shorter
   */
  boolean writeTo(OutputStream out) throws IOException {
    if (left == 0) {
      return false;
    }
    piece.clear().limit((int) Math.min(left, PIECE_BYTES));
    int bytes = channel.read(piece);
    if (bytes < 0) {
      throw new EOFException(file + " lost its last " + left + " bytes while it was sent");
    }
    out.write(piece.array(), 0, bytes);
    left -= bytes;
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
