package io.sendfile.operations.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.spi.Losses;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.ObjLongConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Records in a file that grows at its end, of one server at a time: each is a line {@code checksum
 * text}, whose checksum, CRC-32 of the text, exposes one that is partly written. Added records
 * survive any end of the process; only a {@link #force} has them survive a power failure. Not
 * thread-safe.
 */
public final class RecordLog implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.journal");

  /** Most bytes of a line; a longer one is damaged, and not held in memory. */
  static final int LONGEST = 64 << 10;

  /** Size below which a file is not worth a rewrite. */
  private static final long SMALL = 64 << 10;

  private static final int CHECKSUM = 8;

  /** First byte of a record that has gone. */
  private static final byte GONE = '-';

  private final Path file;
  private final FileChannel lock;
  private FileChannel channel;
  private @Nullable Object identity;

  /** Whether it is still to be kept under another name. */
  private boolean damaged;

  /** Whether a line may be damaged, or the last one lack its end. */
  private boolean torn;

  /** Position of the next bytes; those of an interrupted write are overwritten. */
  private long end;

  /**
   * Opens the log of that folder; both are created if missing. Reading it needs no room; where some
   * records cannot be read, the file is set aside.
   *
   * @param losses counts those that cannot be read
   * @param each receives the others with the positions of their lines, in their order; one for
   *     which it throws an IllegalArgumentException means nothing, and is lost
   * @throws IOException if it cannot be written, or another server has it open
   */
  public RecordLog(Path folder, Losses losses, ObjLongConsumer<String> each) throws IOException {
    PrivateFiles.folder(folder);
    file = folder.resolve("journal");
    Path locked = folder.resolve("lock");
    lock = PrivateFiles.locked(PrivateFiles.openOrCreate(locked), locked);
    try {
      channel = PrivateFiles.openOrCreate(file);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
    try {
      identity = PrivateFiles.identity(file);
      end = Files.size(file);
      int lost = read(each);
      if (lost > 0) {
        torn = true;
        losses.lost(lost, "lines that cannot be read; they are in " + setAside());
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The line of a record. */
  static byte[] line(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    byte[] line = Arrays.copyOf(checksum(bytes), CHECKSUM + 1 + bytes.length + 1);
    line[CHECKSUM] = ' ';
    System.arraycopy(bytes, 0, line, CHECKSUM + 1, bytes.length);
    line[line.length - 1] = '\n';
    return line;
  }

  /** Bytes that a record needs. */
  public static int bytes(String text) {
    return CHECKSUM + 1 + text.getBytes(UTF_8).length + 1;
  }

  /** The text of a line without its end; null if it is damaged. */
  static @Nullable String text(byte[] line) {
    if (line.length <= CHECKSUM || line[CHECKSUM] != ' ') {
      return null;
    }
    byte[] text = Arrays.copyOfRange(line, CHECKSUM + 1, line.length);
    return Arrays.equals(checksum(text), 0, CHECKSUM, line, 0, CHECKSUM)
        ? new String(text, UTF_8)
        : null;
  }

  private static byte[] checksum(byte[] text) {
    CRC32 sum = new CRC32();
    sum.update(text);
    return HexFormat.of().toHexDigits((int) sum.getValue()).getBytes(ISO_8859_1);
  }

  /** Reads its records, in memory for one of them; returns the number of those it cannot read. */
  private int read(ObjLongConsumer<String> each) throws IOException {
    int lost = 0;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] chunk = new byte[LONGEST];
    long start = 0;
    long at = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        // As text, whose search the JVM has ready: a loop over all bytes would be compiled in the
        // first seconds of a server, with all that reads a line.
        String text = new String(chunk, 0, count, ISO_8859_1);
        int from = 0;
        for (int to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
          line.write(chunk, from, Math.min(to - from, LONGEST + 1 - line.size()));
          lost += isRead(start, line.toByteArray(), each) ? 0 : 1;
          line.reset();
          from = to + 1;
          start = at + from;
        }
        line.write(chunk, from, Math.min(count - from, LONGEST + 1 - line.size()));
        at += count;
      }
    }
    torn = start < at;
    if (torn) {
      lost += isRead(start, line.toByteArray(), each) ? 0 : 1;
    }
    return lost;
  }

  private static boolean isRead(long position, byte[] line, ObjLongConsumer<String> each) {
    if (line.length > 0 && line[0] == GONE) {
      return true;
    }
    String text = line.length > LONGEST ? null : text(line);
    try {
      if (text != null) {
        each.accept(text, position);
      }
      return text != null;
    } catch (IllegalArgumentException e) {
      LOG.log(Level.FINE, "a record of another program", e);
      return false;
    }
  }

  /** That many bytes of a line. */
  byte[] read(long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, position + bytes.position()) < 0) {
        throw new IOException(file + " ends before position " + (position + length));
      }
    }
    return bytes.array();
  }

  /** Whether nothing can be added before a {@link #replace}, as it is damaged, moved or deleted. */
  public boolean mustBeReplaced() {
    return torn || !Objects.equals(identity, PrivateFiles.identity(file));
  }

  /** Whether it is worth a {@link #replace}, as more than half of it is obsolete. */
  public boolean isLong(long neededBytes) {
    return end > SMALL && end > 2 * neededBytes;
  }

  /** Number of its bytes. */
  public long size() {
    return end;
  }

  /**
   * Adds records, in one write. If that fails, the file stays as it was.
   *
   * @return position of the first one
   * @throws IOException if it cannot be written, or {@link #mustBeReplaced}
   */
  public long add(List<String> texts) throws IOException {
    if (mustBeReplaced()) {
      throw new IOException(file + " is damaged, or was moved or deleted; it is written anew");
    }
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    texts.forEach(text -> lines.writeBytes(line(text)));
    long start = end;
    end = PrivateFiles.append(channel, lines.toByteArray(), start);
    return start;
  }

  /** Returns when all added records are on the disk. */
  public void force() throws IOException {
    channel.force(false);
  }

  /** Marks the record at this position as one that has gone, which needs no room. */
  void remove(long position) throws IOException {
    channel.write(ByteBuffer.wrap(new byte[] {GONE}), position);
  }

  /**
   * Leaves these records only, on the disk, too, also where the file was moved or deleted. If that
   * fails, the file stays as it was.
   */
  public void replace(List<String> texts) throws IOException {
    replaceLines(() -> texts.stream().map(RecordLog::line).iterator());
  }

  /** The same, of lines. */
  void replaceLines(Iterable<byte[]> lines) throws IOException {
    if (!lock.isOpen()) {
      throw new IOException(file + " is closed");
    }
    PrivateFiles.folder(Objects.requireNonNull(file.getParent(), "in a folder"));
    if (damaged && Objects.equals(identity, PrivateFiles.identity(file))) {
      keepAs(aside());
    }
    Path next = file.resolveSibling(file.getFileName() + ".new");
    FileChannel fresh = PrivateFiles.create(next);
    try {
      OutputStream to = new BufferedOutputStream(Channels.newOutputStream(fresh), LONGEST);
      for (byte[] line : lines) {
        to.write(line);
      }
      to.flush();
      fresh.force(true);
      long size = fresh.position();
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      FileChannel old = channel;
      channel = fresh;
      end = size;
      torn = false;
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
   */
  private Path setAside() {
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
}
