package io.sendfile.operations.ended;

import io.sendfile.operations.journal.DiskWriter;
import io.sendfile.operations.journal.KeptRows;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Severity;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The last transfers that ended: in memory, and on disk once it has a folder; and the log of
 * downloads, if it is wanted. The thread that ends a transfer adds a row in memory; a thread of
 * their own writes those of a second together. Thread-safe.
 */
public final class EndedTransfers implements TransferListener {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.ended");

  private final InstantSource clock;
  private final KeptRows<EndedTransfer> rows = new KeptRows<>(new EndedForm());
  private volatile @Nullable Disk disk;
  private volatile long logBytes;

  /** Ids of those that the stop of the server has ended, while their workers have not. */
  private final Set<String> hanging = ConcurrentHashMap.newKeySet();

  /**
   * Files of this server, and their thread.
   *
   * @param losses of the file of rows
   */
  private record Disk(Losses losses, DownloadLog log, DiskWriter writer) {}

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
    rows.keep(most);
  }

  /** Begins a new file of the log of downloads at that length, bytes; 0 = no log. */
  public void log(long bytes) {
    logBytes = bytes;
    Disk to = disk;
    if (to != null) {
      boolean open = to.log.isOn();
      to.log.rotateAt(bytes);
      if (open) {
        to.writer.soon(to.log::write);
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
    open(
        folder,
        logs,
        died,
        nanoTime,
        DiskWriter.thread("sendfile-ended", 1_000, "the list of ended transfers", LOG));
  }

  void open(
      Path folder,
      Path logs,
      Consumer<EndedTransfer> died,
      LongSupplier nanoTime,
      DiskWriter writer) {
    DownloadLog log =
        new DownloadLog(
            logs, new Losses("download-log", Severity.ERROR, Losses.DISK, LOG, nanoTime));
    log.rotateAt(logBytes);
    Losses losses = new Losses("ended-transfers", Severity.WARNING, Losses.DISK, LOG, nanoTime);
    disk = new Disk(losses, log, writer);
    rows.open(folder, losses, some -> died(some, died), writer);
  }

  private static void died(List<EndedTransfer> some, Consumer<EndedTransfer> died) {
    some.forEach(died);
    LOG.log(
        Level.WARNING,
        "sendfile: the previous process of the server died; {0} downloads that it had in progress"
            + " are in the list of ended transfers as server-died",
        Integer.toString(some.size()));
  }

  @Override
  public boolean wantsUsual() {
    return logs();
  }

  @Override
  public void transferFinished(TransferResult result) {
    if (hanging.isEmpty() || !hanging.remove(result.course().transferId())) {
      keep(result);
    }
  }

  private void keep(TransferResult result) {
    boolean remembered = rows.isOn() && !result.usual();
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
        && !to.writer.soon(to.log::write)) {
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
    rows.unfinished(() -> rowsOf(lastKnown.get()));
  }

  private List<EndedTransfer> rowsOf(List<TransferResult> lastKnown) {
    Instant now = clock.instant();
    return lastKnown.stream().map(known -> EndedTransfer.of(now, known)).toList();
  }

  void add(EndedTransfer row) {
    rows.add(row);
  }

  /**
   * Ends what still runs when the server stops: a worker in a system call that hangs tells no end,
   * or one too late, which then adds no second row.
   *
   * @param running results of those, with the outcome that they get
   */
  public void stopped(List<TransferResult> running) {
    List<TransferResult> ended =
        running.stream().filter(each -> hanging.add(each.course().transferId())).toList();
    if (!ended.isEmpty()) {
      Set<String> known = rows.all().stream().map(EndedTransfer::id).collect(Collectors.toSet());
      ended.stream()
          .filter(each -> !known.contains(each.course().transferId()))
          .forEach(this::keep);
    }
  }

  /** The chosen rows, the oldest first. May wait for the disk at the first call. */
  public List<EndedTransfer> find(EndedFilter filter) {
    List<EndedTransfer> found = rows.all().stream().filter(filter::accepts).toList();
    return found.subList(Math.max(0, found.size() - filter.limit()), found.size());
  }

  /** The chosen ones of transfers in progress, as if they ended now. */
  public List<EndedTransfer> running(EndedFilter filter, List<TransferResult> lastKnown) {
    return rowsOf(lastKnown).stream().filter(filter::accepts).toList();
  }

  /**
   * The begin of the oldest completed transfer that is remembered, or of the oldest one if none
   * was; empty without any. Rare outcomes are remembered longer.
   */
  public Optional<Instant> since() {
    List<EndedTransfer> all = rows.all();
    return all.stream()
        .filter(row -> row.outcome() == Outcome.COMPLETED)
        .findFirst()
        .or(() -> all.stream().findFirst())
        .map(row -> row.time().minus(row.duration()));
  }

  /** Names of the roots of remembered transfers that ended in one of these ways lately. */
  public Set<String> rootsWithin(Duration time, Set<Outcome> ways) {
    Instant since = clock.instant().minus(time);
    return rows.all().stream()
        .filter(row -> ways.contains(row.outcome()) && !row.time().isBefore(since))
        .map(EndedTransfer::root)
        .filter(root -> !root.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Number of rows, and the reason why they do not outlive the server, in words. */
  public String state() {
    return rows.state();
  }

  /** Losses of its files; empty without a folder. */
  public List<Losses> losses() {
    Disk of = disk;
    return of == null ? List.of() : List.of(of.losses, of.log.losses());
  }

  /** Lets another thread try again to write what the files lack. */
  public void retry() {
    Disk to = disk;
    if (to != null) {
      rows.retry();
      to.writer.soon(to.log::write);
    }
  }

  /** Writes what is new, and waits for that, but not for long. */
  public void flush() {
    Disk to = disk;
    if (to != null) {
      rows.flush();
      to.writer.now(to.log::write);
    }
  }

  /** Writes what is new, and leaves the folder. */
  @Override
  public void close() {
    Disk to = disk;
    disk = null;
    if (to != null) {
      rows.close();
      to.writer.now(to.log::end);
      to.writer.close();
    }
  }
}
