package io.sendfile.operations.ended;

import io.sendfile.core.threads.CleanThreads;
import io.sendfile.core.threads.Thrown;
import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.Problem.Severity;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The last transfers that ended: in memory, and on disk once it has a folder; and the log of
 * downloads, if it is wanted. The thread that ends a transfer adds a row in memory; a thread of
 * their own writes those of a second together. Thread-safe.
 */
public final class EndedTransfers implements TransferListener {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.ended");

  private final InstantSource clock;
  private final MemoryRows rows = new MemoryRows();
  private volatile boolean on;
  private volatile @Nullable Disk disk;
  private volatile long logBytes;

  /**
   * Files of this server, and their thread.
   *
   * @param file of the rows
   */
  private record Disk(EndedFile file, DownloadLog log, Writer writer) {}

  /**
   * No rows yet.
   *
   * @param clock time of day
   * @param most rows to be kept; 0 = none
   */
  public EndedTransfers(InstantSource clock, int most) {
    this.clock = clock;
    keep(most);
  }

  /** Changes the number of rows that are kept; 0 = none. */
  public void keep(int most) {
    on = most > 0;
    if (rows.most(most) || !on) {
      write();
    }
  }

  /** Begins a new file of the log of downloads at that length, bytes; 0 = no log. */
  public void log(long bytes) {
    logBytes = bytes;
    Disk to = disk;
    if (to != null) {
      boolean open = to.log.isOn();
      to.log.rotateAt(bytes);
      if (open) {
        to.writer.inASecond(to.log::write);
      }
    }
  }

  /** Whether each download has a line in the log, small files included. */
  private boolean logs() {
    return logBytes > 0;
  }

  /**
   * Also keeps the rows in that folder, which is created with the first row. The rows of an earlier
   * process are read on the first request for rows, or with the first new row.
   *
   * @param logs the folder for the log of downloads
   * @param died receives the transfers that the last process had in progress when it died, once its
   *     rows are read
   * @param nanoTime monotonic clock, nanoseconds
   */
  public void open(Path folder, Path logs, Consumer<EndedTransfer> died, LongSupplier nanoTime) {
    open(folder, logs, died, nanoTime, new WriterThread());
  }

  void open(
      Path folder, Path logs, Consumer<EndedTransfer> died, LongSupplier nanoTime, Writer writer) {
    DownloadLog log =
        new DownloadLog(
            logs, new Losses("download-log", Severity.ERROR, Losses.DISK, LOG, nanoTime));
    log.rotateAt(logBytes);
    Losses losses = new Losses("ended-transfers", Severity.WARNING, Losses.DISK, LOG, nanoTime);
    disk = new Disk(new EndedFile(folder, rows, losses, died), log, writer);
    if (!on) {
      // Drops the rows of an earlier process, too.
      write();
    }
  }

  @Override
  public boolean wantsUsual() {
    return logs();
  }

  @Override
  public void transferFinished(TransferResult result) {
    boolean remembered = on && !result.usual();
    if (!remembered && !logs()) {
      return;
    }
    EndedTransfer row = EndedTransfer.of(clock.instant(), result);
    if (remembered) {
      add(row);
    }
    Disk to = disk;
    if (to != null
        && to.log.isOn()
        && to.log.add(DownloadLog.line(row, result.course().timePercent()))
        && !to.writer.inASecond(to.log::write)) {
      to.log.write();
    }
  }

  /**
   * Writes what is known of the transfers in progress, in a second, so that the next process can
   * list them as {@link io.sendfile.spi.Outcome#SERVER_DIED} if this one dies.
   *
   * @param lastKnown asked on another thread; as many of them are written as rows are kept
   */
  public void inProgress(Supplier<List<TransferResult>> lastKnown) {
    Disk to = disk;
    if (on && to != null) {
      to.writer.inASecond(() -> to.file.inProgress(rowsOf(lastKnown.get())));
    }
  }

  private List<EndedTransfer> rowsOf(List<TransferResult> lastKnown) {
    Instant now = clock.instant();
    return lastKnown.stream()
        .limit(rows.most())
        .map(known -> EndedTransfer.of(now, known))
        .toList();
  }

  void add(EndedTransfer row) {
    if (rows.add(row)) {
      write();
    }
  }

  private void write() {
    Disk to = disk;
    if (to == null || !to.writer.inASecond(to.file::write)) {
      rows.notWritten();
    }
  }

  /** The chosen rows, the oldest first. May wait for the disk at the first call. */
  public List<EndedTransfer> find(EndedFilter filter) {
    Disk of = disk;
    if (on && of != null) {
      of.file.read();
    }
    List<EndedTransfer> found = rows.all().stream().filter(filter::accepts).toList();
    return found.subList(Math.max(0, found.size() - filter.limit()), found.size());
  }

  /** Number of rows, and the reason why they do not outlive the server, in words. */
  public String state() {
    Disk of = disk;
    String kept = rows.size() + " remembered";
    if (of == null) {
      return kept;
    }
    if (!of.file.problem().isEmpty()) {
      return kept + ", not beyond a restart: " + of.file.problem();
    }
    return of.file.isUnread() ? kept + " since the start" : kept;
  }

  /** Losses of its files; empty without a folder. */
  public List<Losses> losses() {
    Disk of = disk;
    return of == null ? List.of() : List.of(of.file.losses(), of.log.losses());
  }

  /** Lets another thread try again to write what the files lack. */
  public void retry() {
    Disk to = disk;
    if (to != null) {
      to.writer.inASecond(to.file::retry);
      to.writer.inASecond(to.log::write);
    }
  }

  /** Writes what is new, and waits for that, but not for long. */
  public void flush() {
    Disk to = disk;
    if (to != null) {
      if (rows.size() > 0) {
        to.writer.now(to.file::write);
      }
      to.writer.now(to.log::write);
    }
  }

  /** Writes what is new, and leaves the folder. */
  @Override
  public void close() {
    Disk to = disk;
    disk = null;
    if (to != null) {
      to.writer.now(to.file::close);
      to.writer.now(to.log::end);
      to.writer.close();
    }
  }

  /** Runs tasks one after the other, on another thread than the caller's. */
  interface Writer extends AutoCloseable {
    /** Runs a task in about a second; false if it is refused. */
    boolean inASecond(Runnable task);

    /** Runs a task, and waits for its end for a bounded time. */
    void now(Runnable task);

    /** Accepts no further tasks. */
    @Override
    void close();
  }

  /** The thread that writes rows. It exists only while there are any. Thread-safe. */
  private static final class WriterThread implements Writer {
    private static final long IDLE_SECONDS = 10;
    private static final long PATIENCE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor thread =
        new ScheduledThreadPoolExecutor(
            1, task -> CleanThreads.make(() -> new Thread(task, "sendfile-ended")));

    WriterThread() {
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
        LOG.warning("sendfile: the disk is slow; the list of ended transfers is written later");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (ExecutionException | RejectedExecutionException e) {
        Thrown.log(LOG, e, "the list of ended transfers was not written");
      }
    }

    private static void guarded(Runnable task) {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        Thrown.log(LOG, e, "the list of ended transfers was not written");
      }
    }

    @Override
    public void close() {
      thread.shutdown();
    }
  }
}
