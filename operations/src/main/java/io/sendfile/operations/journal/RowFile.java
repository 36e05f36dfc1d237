package io.sendfile.operations.journal;

import io.sendfile.operations.journal.KeptRows.Form;
import io.sendfile.spi.Losses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The rows on disk. The file is opened and read when rows are first requested. New rows are
 * appended; when more than half of the rows are obsolete, the file is rewritten. While it cannot be
 * written, rows are in memory, until a {@link #retry} writes them. Thread-safe.
 */
final class RowFile<T> {
  private static final Logger LOG = Logger.getLogger(RowFile.class.getPackageName());

  private final Path folder;
  private final MemoryRows<T> rows;
  private final Form<T> form;
  private final Consumer<List<T>> unfinished;
  private final Losses losses;
  private @Nullable LineFile file;
  private int lines;
  private boolean incomplete;
  private volatile boolean opened;

  /** Rows of this process that the file lacks. */
  private int missing;

  /**
   * @param losses counts rows that the file lacks
   * @param unfinished receives the last ones that the last process wrote as unfinished, if there
   *     are any; they are among the rows
   */
  RowFile(
      Path folder, MemoryRows<T> rows, Form<T> form, Losses losses, Consumer<List<T>> unfinished) {
    this.folder = folder;
    this.rows = rows;
    this.form = form;
    this.losses = losses;
    this.unfinished = unfinished;
  }

  /** Whether there are rows of an earlier process, still to be read. */
  boolean isUnread() {
    return !opened && Files.isDirectory(folder);
  }

  /** Reads the rows of an earlier process, unless that has been done. */
  synchronized void read() {
    if (isUnread()) {
      open();
    }
  }

  private void open() {
    try {
      LineFile lineFile = new LineFile(folder);
      try {
        rows.putBefore(rowsOf(lineFile));
        file = lineFile;
        opened = true;
      } finally {
        if (!opened) {
          lineFile.close();
        }
      }
    } catch (IOException e) {
      fails("opened", e);
    }
  }

  private MemoryRows.Bounded<T> rowsOf(LineFile lineFile) throws IOException {
    MemoryRows.Bounded<T> earlier = new MemoryRows.Bounded<>(form::kind, rows.most());
    AtomicInteger unknown = new AtomicInteger();
    Set<String> finished = new HashSet<>();
    Map<String, T> begun = new LinkedHashMap<>();
    lines = 0;
    int damaged =
        lineFile.read(
            line -> {
              lines++;
              try {
                T row = form.read(line);
                if (form.isUnfinished(line)) {
                  begun.put(form.id(row), row);
                } else {
                  finished.add(form.id(row));
                  earlier.add(row);
                }
              } catch (IllegalArgumentException e) {
                unknown.incrementAndGet();
              }
            });
    begun.keySet().removeAll(finished);
    if (!begun.isEmpty()) {
      // They get their end on disk, too.
      incomplete = true;
      begun.values().forEach(earlier::add);
      unfinished.accept(List.copyOf(begun.values()));
    }
    int lost = damaged + unknown.get();
    if (lost > 0) {
      incomplete = true;
      losses.lost(lost, "lines that cannot be read; they are in " + lineFile.setAside());
    }
    return earlier;
  }

  /** Tries again to write what the file lacks. */
  synchronized void retry() {
    writeNow();
  }

  /** Writes what is new; while that fails, it is left to {@link #retry}. */
  synchronized void write() {
    if (!losses.isFailing()) {
      writeNow();
    }
  }

  private void writeNow() {
    List<T> fresh = rows.takeNew();
    missing = fresh == null ? rows.most() : Math.min(rows.most(), missing + fresh.size());
    if (file == null) {
      if (missing == 0 && !losses.isFailing() && !mustForget()) {
        return;
      }
      open();
    }
    LineFile open = file;
    if (open == null) {
      incomplete = true;
      return;
    }
    try {
      if (fresh == null || incomplete || isLongWith(fresh.size())) {
        replaceAll(open);
      } else if (!fresh.isEmpty()) {
        open.add(text(fresh));
        lines += fresh.size();
      }
      incomplete = false;
      missing = 0;
      losses.works();
    } catch (IOException e) {
      incomplete = true;
      fails("written", e);
    }
  }

  private boolean isLongWith(int more) {
    return lines + more > 2L * rows.most();
  }

  private void replaceAll(LineFile open) throws IOException {
    List<T> all = rows.takeAll();
    open.replace(text(all));
    lines = all.size();
  }

  /**
   * Adds what is known of unfinished ones, for the next process if this one dies; a row about the
   * end of one of them overrides it.
   */
  synchronized void addUnfinished(List<T> lastKnown) {
    read();
    write();
    if (file == null && !lastKnown.isEmpty()) {
      open();
    }
    LineFile open = file;
    if (open == null || lastKnown.isEmpty() || losses.isFailing()) {
      return;
    }
    try {
      if (isLongWith(lastKnown.size())) {
        replaceAll(open);
      }
      open.add(lastKnown.stream().map(form::writeUnfinished).toList());
      lines += lastKnown.size();
    } catch (IOException e) {
      incomplete = true;
      fails("written", e);
    }
  }

  private boolean mustForget() {
    return rows.most() == 0 && Files.isDirectory(folder);
  }

  private List<String> text(List<T> some) {
    return some.stream().map(form::write).toList();
  }

  private void fails(String what, IOException e) {
    losses.fails(folder + " cannot be " + what + ", so rows are in memory only: " + e, missing);
  }

  /** The present reason why the rows do not outlive the server, in words; empty if they do. */
  String problem() {
    return losses.failure();
  }

  /** Why rows do not outlive the server, and how many. */
  Losses losses() {
    return losses;
  }

  /** Writes what is new, and closes the file. */
  synchronized void close() {
    writeNow();
    if (missing > 0) {
      losses.lost(missing, "they waited for the disk when the server stopped");
    }
    LineFile open = file;
    file = null;
    try {
      if (open != null) {
        open.close();
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> folder + " was not closed cleanly");
    }
  }
}
