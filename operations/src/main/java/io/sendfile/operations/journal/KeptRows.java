package io.sendfile.operations.journal;

import io.sendfile.core.threads.Thrown;
import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.Losses;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The last rows of a list: in memory, and on disk once it has a folder. The thread that adds a row
 * does so in memory; another one writes those of a second together. When the list is full, the kind
 * with the most rows loses its oldest one. Thread-safe.
 */
public final class KeptRows<T> {
  private final Form<T> form;
  private final MemoryRows<T> rows;
  private volatile boolean on;
  private volatile @Nullable Disk<T> disk;

  private record Disk<T>(RowFile<T> file, Writer writer) {}

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
    this.rows = new MemoryRows<>(form::kind);
  }

  /** Changes the number of rows that are kept; 0 = none. */
  public void keep(int most) {
    on = most > 0;
    if (rows.most(most) || !on) {
      write();
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
  public void open(Path folder, Losses losses, Consumer<List<T>> unfinished, Writer writer) {
    disk = new Disk<>(new RowFile<>(folder, rows, form, losses, unfinished), writer);
    if (!on) {
      // Drops the rows of an earlier process, too.
      write();
    }
  }

  /** Adds a row, if any are kept. */
  public void add(T row) {
    if (on && rows.add(row)) {
      write();
    }
  }

  private void write() {
    Disk<T> to = disk;
    if (to == null || !to.writer.inASecond(to.file::write)) {
      rows.notWritten();
    }
  }

  /**
   * Writes what is known of something unfinished, in a second, for the next process if this one
   * dies.
   *
   * @param lastKnown asked on another thread; as many of them are written as rows are kept
   */
  public void unfinished(Supplier<List<T>> lastKnown) {
    Disk<T> to = disk;
    if (on && to != null) {
      to.writer.inASecond(
          () -> to.file.addUnfinished(lastKnown.get().stream().limit(rows.most()).toList()));
    }
  }

  /** All rows, the oldest first. May wait for the disk at the first call. */
  public List<T> all() {
    Disk<T> of = disk;
    if (on && of != null) {
      of.file.read();
    }
    return rows.all();
  }

  /** Number of rows, and the reason why they do not outlive the server, in words. */
  public String state() {
    Disk<T> of = disk;
    String kept = rows.size() + " remembered";
    if (of == null) {
      return kept;
    }
    if (!of.file.problem().isEmpty()) {
      return kept + ", not beyond a restart: " + of.file.problem();
    }
    return of.file.isUnread() ? kept + " since the start" : kept;
  }

  /** Lets another thread try again to write what the file lacks. */
  public void retry() {
    Disk<T> to = disk;
    if (to != null) {
      to.writer.inASecond(to.file::retry);
    }
  }

  /** Writes what is new, and waits for that, but not for long. */
  public void flush() {
    Disk<T> to = disk;
    if (to != null && rows.size() > 0) {
      to.writer.now(to.file::write);
    }
  }

  /** Writes what is new, and leaves the folder; the writer stays open. */
  public void close() {
    Disk<T> to = disk;
    disk = null;
    if (to != null) {
      to.writer.now(to.file::close);
    }
  }

  /** Runs tasks one after the other, on another thread than the caller's. */
  public interface Writer extends AutoCloseable {
    /**
     * A thread that exists only while there are tasks. Thread-safe.
     *
     * @param name of the thread
     * @param what it writes, in words
     */
    static Writer thread(String name, String what, Logger log) {
      return new WriterThread(name, what, log);
    }

    /** Runs a task in about a second; false if it is refused. */
    boolean inASecond(Runnable task);

    /** Runs a task, and waits for its end for a bounded time. */
    void now(Runnable task);

    /** Accepts no further tasks. */
    @Override
    void close();
  }

  private static final class WriterThread implements Writer {
    private static final long IDLE_SECONDS = 10;
    private static final long PATIENCE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor thread;
    private final String what;
    private final Logger log;

    WriterThread(String name, String what, Logger log) {
      this.what = what;
      this.log = log;
      thread =
          new ScheduledThreadPoolExecutor(
              1, task -> CleanThreads.make(() -> new Thread(task, name)));
      thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      thread.allowCoreThreadTimeOut(true);
      thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public boolean inASecond(Runnable task) {
      try {
        return !thread.schedule(() -> guarded(task), 1, TimeUnit.SECONDS).isCancelled();
      } catch (RejectedExecutionException | OutOfMemoryError e) {
        return false;
      }
    }

    @Override
    public void now(Runnable task) {
      try {
        thread.submit(() -> guarded(task)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        log.warning(() -> "sendfile: the disk is slow; " + what + " is written later");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | RejectedExecutionException e) {
        Thrown.log(log, e, what + " was not written");
      }
    }

    private void guarded(Runnable task) {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        Thrown.log(log, e, what + " was not written");
      }
    }

    @Override
    public void close() {
      thread.shutdown();
    }
  }
}
