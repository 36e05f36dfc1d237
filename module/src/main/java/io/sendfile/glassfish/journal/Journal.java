package io.sendfile.glassfish.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is not to be forgotten yet, such as events that are not delivered, in a file to which lines
 * are appended. What {@link #add} has written outlives the process, however that ends; it is not
 * forced to the disk, so a failure of power may lose the last seconds. The file is written anew
 * when more than half of it is of no use any more. Not thread-safe.
 */
public final class Journal implements AutoCloseable {
  /** A file below this size is not worth being written anew. */
  private static final long SMALL = 64 << 10;

  private final Path file;
  private final FileLock lock;
  private final Map<String, Entry> waiting = new LinkedHashMap<>();
  private final int unreadable;
  private FileChannel channel;

  /** Where the next line goes; a line that was written in part is overwritten. */
  private long end;

  private long waitingBytes;

  /**
   * Opens the journal of that folder, which is made if it is missing.
   *
   * @throws IOException if it cannot be read or written, or another server has it open
   */
  public Journal(Path folder) throws IOException {
    PrivateFiles.folder(folder);
    file = folder.resolve("journal");
    lock = lock(folder.resolve("lock"));
    try {
      unreadable = read();
      channel = compacted();
    } catch (IOException | RuntimeException e) {
      lock.acquiredBy().close();
      throw e;
    }
  }

  private static FileLock lock(Path path) throws IOException {
    FileChannel channel = PrivateFiles.openOrCreate(path);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return lock;
      }
    } catch (OverlappingFileLockException e) {
      // As good as a lock of another process: it is of another server in this one.
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new IOException(path + " is locked: another server writes to this folder");
  }

  /** Reads what is there; how many lines cannot be read, such as one cut short by a crash. */
  private int read() throws IOException {
    int bad = 0;
    if (Files.exists(file)) {
      try (BufferedReader lines = Files.newBufferedReader(file, ISO_8859_1)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          bad += apply(JournalLine.read(line)) ? 0 : 1;
        }
      }
    }
    return bad;
  }

  private boolean apply(@Nullable JournalLine line) {
    if (line instanceof JournalLine.Came came) {
      // What came again stands behind those that came before it.
      waiting.remove(came.entry().key());
      waiting.put(came.entry().key(), came.entry());
    } else if (line instanceof JournalLine.Gone gone) {
      waiting.remove(gone.key());
    }
    return line != null;
  }

  /** A file of what waits alone, in the place of the old one. */
  private FileChannel compacted() throws IOException {
    Path next = file.resolveSibling("journal.new");
    FileChannel fresh = PrivateFiles.create(next);
    try {
      long at = 0;
      for (Entry entry : waiting.values()) {
        at = write(fresh, JournalLine.came(entry), at);
      }
      fresh.force(true);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      end = at;
      waitingBytes = at;
      return fresh;
    } catch (IOException | RuntimeException e) {
      fresh.close();
      throw e;
    }
  }

  private static long write(FileChannel to, byte[] line, long at) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(line);
    long position = at;
    while (rest.hasRemaining()) {
      position += to.write(rest, position);
    }
    return position;
  }

  /** The events that wait, those that came first before the others. */
  public List<Entry> waiting() {
    return new ArrayList<>(waiting.values());
  }

  /** Lines of the file that could not be read when it was opened. */
  public int unreadable() {
    return unreadable;
  }

  /** Bytes of the events that wait. */
  public long waitingBytes() {
    return waitingBytes;
  }

  /** Bytes of the file: at most twice {@link #waitingBytes} and some more. */
  long fileBytes() {
    return end;
  }

  /** Bytes that an event needs. */
  public static long bytes(Entry entry) {
    return JournalLine.came(entry).length;
  }

  /** Writes an event; one of its key that waits already is replaced by it. */
  public void add(Entry entry) throws IOException {
    byte[] line = JournalLine.came(entry);
    end = write(channel, line, end);
    Entry old = waiting.remove(entry.key());
    waiting.put(entry.key(), entry);
    waitingBytes += line.length - (old == null ? 0 : bytes(old));
    compact();
  }

  /** Writes that an event has gone; one it does not know is passed over. */
  public void remove(Entry gone) throws IOException {
    remove(gone.key());
  }

  /** Writes that the event of that key has gone; one it does not know is passed over. */
  public void remove(String key) throws IOException {
    Entry gone = waiting.remove(key);
    if (gone == null) {
      return;
    }
    waitingBytes -= bytes(gone);
    end = write(channel, JournalLine.gone(key), end);
    compact();
  }

  /** Those that came first go until the others have no more than that many bytes. */
  public void keep(long mostBytes) throws IOException {
    while (waitingBytes > mostBytes && !waiting.isEmpty()) {
      remove(waiting.keySet().iterator().next());
    }
  }

  private void compact() throws IOException {
    if (end > SMALL && end > 2 * waitingBytes) {
      FileChannel old = channel;
      channel = compacted();
      old.close();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      lock.acquiredBy().close();
    }
  }
}
