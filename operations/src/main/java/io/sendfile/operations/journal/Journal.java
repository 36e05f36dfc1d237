package io.sendfile.operations.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The latest event of each key, in memory and in an {@link AppendedFile}, which is rewritten when
 * more than half of it is obsolete. After a write has failed, or where a file that was read must be
 * rewritten and cannot be, changes are in memory only, until a {@link #retry} writes them all. Not
 * thread-safe.
 */
public final class Journal implements AutoCloseable {
  /** Size below which a file is not worth a rewrite. */
  private static final long SMALL = 64 << 10;

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.journal");

  private final AppendedFile file;
  private final Map<String, JournalRecord> waiting = new LinkedHashMap<>();
  private final int unreadable;
  private long waitingBytes;
  private boolean behind;

  /**
   * Opens the journal of that folder, which is created if missing. Reading needs no room on the
   * disk; what cannot be written then is told by {@link #retry}.
   *
   * @throws IOException if it cannot be read, or another server has it open
   */
  public Journal(Path folder) throws IOException {
    file = new AppendedFile(folder, "journal");
    try {
      int[] bad = new int[1];
      boolean whole =
          file.read(
              (position, line) ->
                  bad[0] += apply(JournalRecord.Line.read(new String(line, ISO_8859_1))) ? 0 : 1);
      unreadable = bad[0];
      waiting.values().forEach(record -> waitingBytes += bytes(record));
      if (unreadable > 0) {
        file.setAside();
      }
      tidy(unreadable > 0 || !whole);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Leaves what is obsolete out of the file that was read.
   *
   * @param must whether nothing may be added to it before
   */
  private void tidy(boolean must) {
    if (must || file.size() > waitingBytes) {
      try {
        rewrite();
      } catch (IOException e) {
        behind = must;
        LOG.log(Level.FINE, "a journal is read, but cannot be rewritten now", e);
      }
    }
  }

  private boolean apply(JournalRecord.@Nullable Line line) {
    if (line == null) {
      return false;
    }
    // A repeated event moves to the end of the queue.
    waiting.remove(line.key());
    if (line.added() != null) {
      waiting.put(line.key(), line.added());
    }
    return true;
  }

  /** Leaves the waiting events only. */
  private void rewrite() throws IOException {
    file.replace(
        () ->
            waiting.values().stream()
                .map(record -> JournalRecord.Line.added(record).bytes())
                .iterator());
    waitingBytes = file.size();
  }

  /** The waiting events, oldest first. */
  public List<JournalRecord> waiting() {
    return new ArrayList<>(waiting.values());
  }

  /**
   * Lines of the file that could not be read when it was opened; {@code journal.damaged} has that
   * file, at the latest once it is rewritten.
   */
  public int unreadable() {
    return unreadable;
  }

  /** Bytes of the waiting events. */
  public long waitingBytes() {
    return waitingBytes;
  }

  /** Bytes of the file: at most twice {@link #waitingBytes} and some more. */
  long fileBytes() {
    return file.size();
  }

  /** Bytes needed by an event. */
  public static long bytes(JournalRecord record) {
    return JournalRecord.Line.added(record).bytes().length;
  }

  /** Writes an event; replaces a waiting one of the same key. */
  public void add(JournalRecord record) throws IOException {
    byte[] line = JournalRecord.Line.added(record).bytes();
    JournalRecord old = waiting.remove(record.key());
    waiting.put(record.key(), record);
    waitingBytes += line.length - (old == null ? 0 : bytes(old));
    write(line);
  }

  /** Writes that the event of that key has gone; ignores an unknown one. */
  public void remove(String key) throws IOException {
    JournalRecord gone = waiting.remove(key);
    if (gone == null) {
      return;
    }
    waitingBytes -= bytes(gone);
    write(JournalRecord.Line.removed(key).bytes());
  }

  /**
   * Evicts the oldest events until the rest fit into that many bytes.
   *
   * @return number of those evicted
   */
  public int keep(long mostBytes) throws IOException {
    int before = waiting.size();
    while (waitingBytes > mostBytes && !waiting.isEmpty()) {
      remove(waiting.keySet().iterator().next());
    }
    return before - waiting.size();
  }

  private void write(byte[] line) throws IOException {
    if (behind) {
      return;
    }
    behind = true;
    file.add(line);
    if (isLong()) {
      rewrite();
    }
    behind = false;
  }

  private boolean isLong() {
    return file.size() > SMALL && file.size() > 2 * waitingBytes;
  }

  /** Writes what an earlier failure has left out, or a file that was moved or deleted lacks. */
  public void retry() throws IOException {
    if (behind || !file.isInPlace()) {
      behind = true;
      rewrite();
      behind = false;
    }
  }

  /**
   * Writes an event, and returns when it is on the disk. If that fails, the journal is as it was,
   * but for the file, which may have the event until a {@link #retry}.
   */
  public void addForced(JournalRecord record) throws IOException {
    JournalRecord old = waiting.get(record.key());
    try {
      retry();
      add(record);
      file.force();
    } catch (IOException e) {
      behind = true;
      if (old == null) {
        remove(record.key());
      } else {
        add(old);
      }
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
