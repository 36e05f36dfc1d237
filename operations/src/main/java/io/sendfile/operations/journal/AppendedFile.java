package io.sendfile.operations.journal;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A file that grows at its end, of one server at a time. Added bytes survive any end of the
 * process; they are not forced to the disk, so a power failure may lose the last seconds. Not
 * thread-safe.
 */
final class AppendedFile implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.journal");

  /** Most bytes of a line; a longer one is damaged, and not held in memory. */
  static final int LONGEST = 64 << 10;

  private final Path file;
  private final FileChannel lock;
  private FileChannel channel;

  private @Nullable Object identity;
  private boolean damaged;

  /** Position of the next bytes; those of an interrupted write are overwritten. */
  private long end;

  /** Receives the lines of the file. */
  interface Lines {
    /**
     * A line without its end; of one that is too long, more than {@link #LONGEST} bytes.
     *
     * @param position of its first byte
     */
    void line(long position, byte[] line);
  }

  /**
   * Opens the file of that folder; both are created if missing.
   *
   * @throws IOException if it cannot be written, or another server has it open
   */
  AppendedFile(Path folder, String name) throws IOException {
    PrivateFiles.folder(folder);
    file = folder.resolve(name);
    Path locked = folder.resolve("lock");
    lock = PrivateFiles.locked(PrivateFiles.openOrCreate(locked), locked);
    try {
      channel = PrivateFiles.openOrCreate(file);
      end = Files.size(file);
      identity = PrivateFiles.identity(file);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /**
   * Reads its lines, in memory for one of them.
   *
   * @return whether it ends with the end of a line, or is empty
   */
  boolean read(Lines each) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] chunk = new byte[LONGEST];
    long start = 0;
    long at = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        // As text, whose search the JVM has ready: a loop over all bytes would be compiled in the
        // first seconds of a server, with all that reads a line.
        String text = new String(chunk, 0, count, StandardCharsets.ISO_8859_1);
        int from = 0;
        for (int to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
          line.write(chunk, from, Math.min(to - from, LONGEST + 1 - line.size()));
          each.line(start, line.toByteArray());
          line.reset();
          from = to + 1;
          start = at + from;
        }
        line.write(chunk, from, Math.min(count - from, LONGEST + 1 - line.size()));
        at += count;
      }
    }
    if (start < at) {
      each.line(start, line.toByteArray());
    }
    return start == at;
  }

  /** That many bytes from a position on. */
  byte[] read(long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, position + bytes.position()) < 0) {
        throw new IOException(file + " ends before position " + (position + length));
      }
    }
    return bytes.array();
  }

  /** Whether it is still the file of its name, not one that was moved or deleted. */
  boolean isInPlace() {
    return Objects.equals(identity, PrivateFiles.identity(file));
  }

  /** Number of its bytes. */
  long size() {
    return end;
  }

  /**
   * Adds bytes, in one write. If that fails, the file stays as it was.
   *
   * @return position of the first one
   * @throws IOException if it cannot be written, or is not {@link #isInPlace} until a {@link
   *     #replace}
   */
  long add(byte[] bytes) throws IOException {
    if (!isInPlace()) {
      throw new IOException(file + " was moved or deleted; it is written anew");
    }
    long start = end;
    try {
      end = PrivateFiles.write(channel, bytes, start);
    } catch (IOException e) {
      cutTo(start, e);
      throw e;
    }
    return start;
  }

  /** Removes the part of a write that failed: a later process would read it. */
  private void cutTo(long length, IOException failure) {
    try {
      channel.truncate(length);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Returns when all added bytes are on the disk. */
  void force() throws IOException {
    channel.force(false);
  }

  /** Overwrites a byte. */
  void put(long position, byte value) throws IOException {
    PrivateFiles.write(channel, new byte[] {value}, position);
  }

  /**
   * Replaces the content, on the disk, too, also where the file was moved or deleted. If that
   * fails, the file stays as it was.
   */
  void replace(Iterable<byte[]> content) throws IOException {
    PrivateFiles.folder(Objects.requireNonNull(file.getParent(), "in a folder"));
    if (damaged && isInPlace()) {
      keepAs(aside());
    }
    Path next = file.resolveSibling(file.getFileName() + ".new");
    FileChannel fresh = PrivateFiles.create(next);
    try {
      OutputStream to = new BufferedOutputStream(Channels.newOutputStream(fresh), LONGEST);
      for (byte[] bytes : content) {
        to.write(bytes);
      }
      to.flush();
      fresh.force(true);
      long size = fresh.position();
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      FileChannel old = channel;
      channel = fresh;
      end = size;
      identity = PrivateFiles.identity(file);
      closeReplaced(old);
    } catch (IOException | RuntimeException e) {
      fresh.close();
      // Gives back the room that it took.
      Files.deleteIfExists(next);
      throw e;
    }
  }

  /** Nothing is lost with it: its content has been replaced. */
  private void closeReplaced(FileChannel old) {
    try {
      old.close();
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> file + " was replaced, but what it was could not be closed");
    }
  }

  /**
   * Keeps the present content of a damaged file under another name as well, until the next such
   * one; where that cannot be done now, as the disk is full, the next {@link #replace} does it.
   *
   * @return that name
   */
  Path setAside() {
    Path aside = aside();
    damaged = true;
    try {
      keepAs(aside);
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> file + " is damaged, and cannot be kept as " + aside + " yet");
    }
    return aside;
  }

  private Path aside() {
    return file.resolveSibling(file.getFileName() + ".damaged");
  }

  private void keepAs(Path aside) throws IOException {
    Files.deleteIfExists(aside);
    try {
      Files.createLink(aside, file);
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.copy(file, aside, StandardCopyOption.COPY_ATTRIBUTES);
    }
    damaged = false;
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      lock.close();
    }
  }

  /** CRC-32 of a line in eight hexadecimal digits, which exposes one that is partly written. */
  static String checksum(byte[] line) {
    CRC32 sum = new CRC32();
    sum.update(line);
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }
}
