package io.sendfile.glassfish.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Append-only log of undelivered events. A line written by {@link #add} survives any end of the
 * process; it is not forced to the disk, so a power failure may lose the last seconds. The file is
 * rewritten when more than half of it is obsolete. Not thread-safe.
 */
public final class Journal implements AutoCloseable {
  /** Size below which a file is not worth a rewrite. */
  private static final long SMALL = 64 << 10;

  private final Path file;
  private final FileLock lock;
  private final Map<String, JournalRecord> waiting = new LinkedHashMap<>();
  private final int unreadable;
  private FileChannel channel;

  /** Position of the next line; a partly written line is overwritten. */
  private long end;

  private long waitingBytes;

  /**
   * Opens the journal of that folder, which is created if missing.
   *
   * @throws IOException if it cannot be read or written, or another server has it open
   */
  public Journal(Path folder) throws IOException {
    PrivateFiles.folder(folder);
    file = folder.resolve("journal");
    lock = PrivateFiles.lock(folder.resolve("lock"));
    try {
      unreadable = read();
      channel = compacted();
    } catch (IOException | RuntimeException e) {
      lock.acquiredBy().close();
      throw e;
    }
  }

  /**
   * Reads the file.
   *
   * @return number of unreadable lines, such as one cut short by a crash
   */
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
      // A repeated event moves to the end of the queue.
      waiting.remove(came.record().key());
      waiting.put(came.record().key(), came.record());
    } else if (line instanceof JournalLine.Gone gone) {
      waiting.remove(gone.key());
    }
    return line != null;
  }

  /** Replaces the file by a new one with the waiting events only. */
  private FileChannel compacted() throws IOException {
    Path next = file.resolveSibling("journal.new");
    FileChannel fresh = PrivateFiles.create(next);
    try {
      long at = 0;
      for (JournalRecord record : waiting.values()) {
        at = PrivateFiles.write(fresh, JournalLine.came(record), at);
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

  /** The waiting events, oldest first. */
  public List<JournalRecord> waiting() {
    return new ArrayList<>(waiting.values());
  }

  /** Lines of the file that could not be read when it was opened. */
  public int unreadable() {
    return unreadable;
  }

  /** Bytes of the waiting events. */
  public long waitingBytes() {
    return waitingBytes;
  }

  /** Bytes of the file: at most twice {@link #waitingBytes} and some more. */
  long fileBytes() {
    return end;
  }

  /** Bytes needed by an event. */
  public static long bytes(JournalRecord record) {
    return JournalLine.came(record).length;
  }

  /** Writes an event; replaces a waiting one of the same key. */
  public void add(JournalRecord record) throws IOException {
    byte[] line = JournalLine.came(record);
    end = PrivateFiles.write(channel, line, end);
    JournalRecord old = waiting.remove(record.key());
    waiting.put(record.key(), record);
    waitingBytes += line.length - (old == null ? 0 : bytes(old));
    compact();
  }

  /** Writes that an event has gone; ignores an unknown one. */
  public void remove(JournalRecord gone) throws IOException {
    remove(gone.key());
  }

  /** Writes that the event of that key has gone; ignores an unknown one. */
  public void remove(String key) throws IOException {
    JournalRecord gone = waiting.remove(key);
    if (gone == null) {
      return;
    }
    waitingBytes -= bytes(gone);
    end = PrivateFiles.write(channel, JournalLine.gone(key), end);
    compact();
  }

  /** Evicts the oldest events until the rest fit into that many bytes. */
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
