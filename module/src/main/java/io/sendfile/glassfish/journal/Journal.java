package io.sendfile.glassfish.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Log of undelivered events in an {@link AppendedFile}, which is rewritten when more than half of
 * it is obsolete. Not thread-safe.
 */
public final class Journal implements AutoCloseable {
  /** Size below which a file is not worth a rewrite. */
  private static final long SMALL = 64 << 10;

  private final AppendedFile file;
  private final Map<String, JournalRecord> waiting = new LinkedHashMap<>();
  private final int unreadable;
  private long waitingBytes;

  /**
   * Opens the journal of that folder, which is created if missing.
   *
   * @throws IOException if it cannot be read or written, or another server has it open
   */
  public Journal(Path folder) throws IOException {
    file = new AppendedFile(folder, "journal");
    try {
      unreadable = read();
      rewrite();
    } catch (IOException | RuntimeException e) {
      file.close();
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
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(file.read(), ISO_8859_1))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        bad += apply(JournalLine.read(line)) ? 0 : 1;
      }
    }
    return bad;
  }

  private boolean apply(@Nullable JournalLine line) {
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
            waiting.values().stream().map(record -> JournalLine.added(record).bytes()).iterator());
    waitingBytes = file.size();
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
    return file.size();
  }

  /** Bytes needed by an event. */
  public static long bytes(JournalRecord record) {
    return JournalLine.added(record).bytes().length;
  }

  /** Writes an event; replaces a waiting one of the same key. */
  public void add(JournalRecord record) throws IOException {
    byte[] line = JournalLine.added(record).bytes();
    file.add(line);
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
    file.add(JournalLine.removed(key).bytes());
    compact();
  }

  /** Evicts the oldest events until the rest fit into that many bytes. */
  public void keep(long mostBytes) throws IOException {
    while (waitingBytes > mostBytes && !waiting.isEmpty()) {
      remove(waiting.keySet().iterator().next());
    }
  }

  private void compact() throws IOException {
    if (file.size() > SMALL && file.size() > 2 * waitingBytes) {
      rewrite();
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
