package io.sendfile.glassfish.application;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A part of a file, read piece by piece: the copying that takes the place of a hand-off. Servers
 * show the messages of exceptions to clients, so the path is in none of them, but in the log.
 */
final class Copy implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.application");
  private static final int PIECE_BYTES = 16_384;

  private final ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
  private final SeekableByteChannel channel;
  private final long count;
  private final FileTime lastModified;
  private long left;

  private Copy(SeekableByteChannel channel, long count, FileTime lastModified) {
    this.channel = channel;
    this.count = count;
    this.lastModified = lastModified;
    this.left = count;
  }

  /**
   * Opens a whole file.
   *
   * @throws FileNotFoundException if it is none that can be sent
   */
  static Copy of(Path file) throws IOException {
    return of(file, 0, -1);
  }

  /**
   * Opens a part of a file.
   *
   * @param count bytes; -1 for all from the position on
   * @throws FileNotFoundException if it is none that can be sent, or has no such part
   */
  static Copy of(Path file, long position, long count) throws IOException {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      // To open a named pipe would wait for somebody who writes to it.
      if (!found.isRegularFile()) {
        throw refused(file, "is no regular file");
      }
      long size = found.size();
      long bytes = count < 0 ? size - position : count;
      if (position > size || bytes > size - position) {
        throw refused(file, "has " + size + " bytes, not " + bytes + " from " + position + " on");
      }
      SeekableByteChannel channel = Files.newByteChannel(file);
      channel.position(position);
      return new Copy(channel, bytes, found.lastModifiedTime());
    } catch (NoSuchFileException e) {
      throw refused(file, "does not exist");
    } catch (AccessDeniedException e) {
      throw refused(file, "may not be read by the server's user");
    } catch (FileSystemException e) {
      if (liesBelowFile(file)) {
        throw refused(file, "does not exist, as a part of its path is no folder");
      }
      throw failed(file, "be opened", e);
    }
  }

  private static boolean liesBelowFile(Path file) {
    for (Path above = file.getParent(); above != null; above = above.getParent()) {
      if (Files.isRegularFile(above)) {
        return true;
      }
    }
    return false;
  }

  private static FileNotFoundException refused(Path file, String why) {
    LOG.log(Level.INFO, () -> "sendfile: " + printable(file) + " " + why + "; the client gets 404");
    return new FileNotFoundException("the file cannot be sent; the log says why");
  }

  /** The exception, without the path, for a failure that the log has with it. */
  static IOException failed(Path file, String what, IOException failure) {
    LOG.log(Level.WARNING, failure, () -> "sendfile: " + printable(file) + " cannot " + what);
    return new IOException("a file cannot " + what + "; the log says why");
  }

  private static String printable(Path file) {
    return "'" + file.toString().replaceAll("\\p{Cntrl}", "?") + "'";
  }

  /** Sets what a hand-off would set: the length, and a media type if there is none. */
  void describe(HttpServletRequest request, HttpServletResponse response, Path file) {
    response.setContentLengthLong(count);
    if (response.getContentType() == null) {
      String type = request.getServletContext().getMimeType(file.toString());
      response.setContentType(type == null ? mediaType(file.toString()) : type);
    }
  }

  /** The type that a hand-off gives to a file whose application and container know none. */
  private static String mediaType(String file) {
    int dot = file.lastIndexOf('.');
    String extension = dot < 0 ? "" : file.substring(dot + 1).toLowerCase(Locale.ROOT);
    try (InputStream table =
        Objects.requireNonNull(Copy.class.getResourceAsStream("media-types.txt"))) {
      return new String(table.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .map(line -> List.of(line.split(" ", -1)))
          .filter(words -> words.subList(1, words.size()).contains(extension))
          .map(words -> words.get(0))
          .findFirst()
          .orElse("application/octet-stream");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Sends the part as the body, for HEAD only its header section; 404 for one that cannot be sent.
   *
   * @param count as of {@link #of(Path, long, long)}
   */
  static void now(
      HttpServletRequest request,
      HttpServletResponse response,
      Path file,
      long position,
      long count)
      throws IOException {
    try (Copy copy = of(file, position, count)) {
      copy.describe(request, response, file);
      if (!request.getMethod().equals("HEAD")) {
        copy.to(response.getOutputStream());
      }
    } catch (FileNotFoundException e) {
      notFound(response);
    }
  }

  /** Answers 404, or leaves an error that the application answers. */
  static void notFound(HttpServletResponse response) throws IOException {
    int status = response.getStatus();
    response.sendError(status >= 400 ? status : HttpServletResponse.SC_NOT_FOUND);
  }

  /** Writes all of it. */
  void to(OutputStream out) throws IOException {
    while (writeTo(out)) {}
  }

  /** Writes nothing of it, in answer to HEAD. */
  void leaveOutBody() {
    left = 0;
  }

  /** Its bytes; to close it closes this. */
  InputStream stream() {
    return Channels.newInputStream(channel);
  }

  FileTime lastModified() {
    return lastModified;
  }

  /** Bytes in all. */
  long count() {
    return count;
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
      throw new EOFException("the file lost its last " + left + " bytes while it was sent");
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
