package io.sendfile.operations.journal;

import io.sendfile.spi.Losses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last rows of a list: in memory, and on disk once it has a folder. The thread that adds a row
 * does so in memory; another one writes it. When the list is full, the kind with the most rows
 * loses its oldest one. Thread-safe.
 */
public final class KeptRows<T> {
  private final Form<T> form;
  private final Object lock = new Object();
  private BoundedRows<T> rows;

  /** Number of the first row that was not taken to be written. */
  private long next;

  /** Whether the file has rows that have been dropped by a smaller bound. */
  private boolean tooMany;

  private volatile boolean on;
  private volatile @Nullable StateFile file;

  /** Rows as lines of text. */
  public interface Form<T> {
    /** The kind of a row, among which a full list is fair. */
    Object kind(T row);

    /** The row as a line, as by {@link Words}. */
    String write(T row);

    /**
     * Parses a line.
     *
     * @throws IllegalArgumentException for one that is not of this form
     */
    T read(String line);

    /** Whether the line is of {@link #writeUnfinished}. */
    default boolean isUnfinished(String line) {
      return false;
    }

    /** A row about something unfinished, as a line. */
    default String writeUnfinished(T lastKnown) {
      return write(lastKnown);
    }

    /** Name of the thing that a row is about, if there are unfinished ones. */
    default String id(T row) {
      return "";
    }
  }

  /** No rows, and no room for any. */
  public KeptRows(Form<T> form) {
    this.form = form;
    this.rows = new BoundedRows<>(form::kind, 0);
  }

  /** Changes the number of rows that are kept; 0 = none. */
  public void keep(int most) {
    on = most > 0;
    boolean drops;
    synchronized (lock) {
      drops = rows.most(most) || !on;
      tooMany |= drops;
    }
    if (drops) {
      changed();
    }
  }

  /** Whether any rows are kept. */
  public boolean isOn() {
    return on;
  }

  /**
   * Also keeps the rows in that folder, which is created with the first row. The rows of an earlier
   * process are read on the first request for rows, or with the first new row.
   *
   * @param losses counts rows that the file lacks
   * @param unfinished receives rows that the last process wrote as unfinished before it died, once
   *     they are read, as rows of this one
   */
  public void open(Path folder, Losses losses, Consumer<List<T>> unfinished, DiskWriter writer) {
    file = new StateFile(folder, new Rows(unfinished), "rows", losses, writer);
    if (!on) {
      // Drops the rows of an earlier process, too.
      changed();
    }
  }

  /** Adds a row, if any are kept. */
  public void add(T row) {
    if (on) {
      synchronized (lock) {
        rows.add(row);
      }
      changed();
    }
  }

  private void changed() {
    StateFile to = file;
    if (to != null) {
      to.changed();
    }
  }

  /**
   * Writes what is known of something unfinished, soon, for the next process if this one dies.
   *
   * @param lastKnown asked on another thread; as many of them are written as rows are kept
   */
  public void unfinished(Supplier<List<T>> lastKnown) {
    StateFile to = file;
    if (on && to != null) {
      to.addSoon(() -> lastKnown.get().stream().limit(most()).map(form::writeUnfinished).toList());
    }
  }

  private int most() {
    synchronized (lock) {
      return rows.most();
    }
  }

  /** All rows, the oldest first. May wait for the disk at the first call. */
  public List<T> all() {
    StateFile of = file;
    if (on && of != null) {
      of.read();
    }
    synchronized (lock) {
      return rows.since(Long.MIN_VALUE);
    }
  }

  private int size() {
    synchronized (lock) {
      return rows.size();
    }
  }

  /** Number of rows, and the reason why they do not outlive the server, in words. */
  public String state() {
    StateFile of = file;
    String kept = size() + " remembered";
    return of == null ? kept : kept + of.state();
  }

  /** Lets another thread try again to write what the file lacks. */
  public void retry() {
    StateFile to = file;
    if (to != null) {
      to.retry();
    }
  }

  /** Writes what is new, and waits for that, but not for long. */
  public void flush() {
    StateFile to = file;
    if (to != null) {
      to.flush();
    }
  }

  /** Writes what is new, and leaves the folder; the writer stays open. */
  public void close() {
    StateFile to = file;
    file = null;
    if (to != null) {
      to.close();
    }
  }

  /** The rows, for the file. */
  private final class Rows implements StateFile.State {
    private final Consumer<List<T>> unfinished;

    Rows(Consumer<List<T>> unfinished) {
      this.unfinished = unfinished;
    }

    /** Puts rows of an earlier process before those of this one. */
    @Override
    public void restore(StateFile.Earlier earlier) throws IOException {
      BoundedRows<T> restored = new BoundedRows<>(form::kind, most());
      Set<String> finished = new HashSet<>();
      Map<String, T> begun = new LinkedHashMap<>();
      earlier.read(
          (line, position) -> {
            T row = form.read(line);
            if (form.isUnfinished(line)) {
              begun.put(form.id(row), row);
            } else {
              finished.add(form.id(row));
              restored.add(row);
            }
          });
      begun.keySet().removeAll(finished);
      synchronized (lock) {
        restored.most(rows.most());
        next = restored.next();
        begun.values().forEach(restored::add);
        rows.since(Long.MIN_VALUE).forEach(restored::add);
        rows = restored;
      }
      if (!begun.isEmpty()) {
        unfinished.accept(List.copyOf(begun.values()));
      }
    }

    @Override
    public @Nullable List<String> takeChanges() {
      List<T> fresh;
      synchronized (lock) {
        if (tooMany) {
          return null;
        }
        fresh = rows.since(next);
        next = rows.next();
      }
      return texts(fresh);
    }

    @Override
    public List<String> takeAll() {
      List<T> all;
      synchronized (lock) {
        all = rows.since(Long.MIN_VALUE);
        next = rows.next();
        tooMany = false;
      }
      return texts(all);
    }

    private List<String> texts(List<T> some) {
      return some.stream().map(form::write).toList();
    }

    @Override
    public int size() {
      return KeptRows.this.size();
    }
  }
}
