package io.sendfile.glassfish.ended;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferListener;
import io.sendfile.glassfish.spi.TransferResult;
import io.sendfile.glassfish.transfer.Deadlines;
import io.sendfile.glassfish.transfer.EndReason;
import io.sendfile.glassfish.transfer.EndReport;
import io.sendfile.glassfish.transfer.TimeSpent;
import io.sendfile.glassfish.transfer.TransferInfo;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last transfers that ended: in memory, and on disk once it has a folder; and the log of
 * downloads, if it is wanted. The thread that ends a transfer adds a row in memory; a thread of
 * their own writes those of a second together. Thread-safe.
 */
public final class EndedTransfers implements AutoCloseable {
  private final InstantSource clock;
  private final MemoryRows rows = new MemoryRows();
  private volatile boolean on;
  private volatile @Nullable EndedFile file;
  private volatile @Nullable Writer writer;
  private volatile @Nullable DownloadLog log;
  private volatile long logBytes;

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
    DownloadLog to = log;
    Writer thread = writer;
    if (to != null && thread != null) {
      boolean open = to.isOn();
      to.rotateAt(bytes);
      if (open) {
        thread.inASecond(to::write);
      }
    }
  }

  /** Whether each download has a line in the log, small files included. */
  public boolean logs() {
    return logBytes > 0;
  }

  /**
   * Also keeps the rows in that folder, which is created with the first row. The rows of an earlier
   * process are read on the first request for rows, or with the first new row.
   *
   * @param logs the folder for the log of downloads
   */
  public void open(Path folder, Path logs) {
    DownloadLog to = new DownloadLog(logs);
    to.rotateAt(logBytes);
    log = to;
    open(folder, new WriterThread());
  }

  void open(Path folder, Writer thread) {
    writer = thread;
    file = new EndedFile(folder, rows);
    if (!on) {
      // Drops the rows of an earlier process, too.
      write();
    }
  }

  /**
   * A report that remembers and logs the end of a transfer, and tells a listener.
   *
   * @param length bytes of the body
   * @param small whether to remember the transfer only if it does not complete; the log always has
   *     it
   * @param next null for none
   * @return null if nobody wants the end of this transfer
   */
  public @Nullable EndReport report(
      TransferInfo info,
      Deadlines deadlines,
      long length,
      boolean small,
      @Nullable TransferListener next) {
    if (!on && !logs()) {
      return next == null ? null : (result, time) -> next.transferFinished(result);
    }
    return (result, time) -> {
      boolean remembered = on && (!small || result.outcome() != Outcome.COMPLETED);
      if (remembered || logs()) {
        EndedTransfer row = row(info, deadlines, length, result);
        if (remembered) {
          add(row);
        }
        log(row, time);
      }
      if (next != null) {
        next.transferFinished(result);
      }
    };
  }

  private EndedTransfer row(
      TransferInfo info, Deadlines deadlines, long length, TransferResult result) {
    String reason = EndReason.of(result.outcome(), deadlines, result.duration().toNanos());
    return EndedTransfer.of(clock.instant(), info, result, reason, length);
  }

  private void log(EndedTransfer row, TimeSpent time) {
    DownloadLog to = log;
    Writer thread = writer;
    if (to != null
        && thread != null
        && to.isOn()
        && to.add(DownloadLine.of(row, time))
        && !thread.inASecond(to::write)) {
      to.write();
    }
  }

  void add(EndedTransfer row) {
    if (rows.add(row)) {
      write();
    }
  }

  private void write() {
    Writer thread = writer;
    EndedFile to = file;
    if (thread == null || to == null || !thread.inASecond(to::write)) {
      rows.notWritten();
    }
  }

  /** The chosen rows, the oldest first. May wait for the disk at the first call. */
  public List<EndedTransfer> find(EndedFilter filter) {
    EndedFile of = file;
    if (on && of != null) {
      of.read();
    }
    List<EndedTransfer> found = rows.all().stream().filter(filter::accepts).toList();
    return found.subList(Math.max(0, found.size() - filter.limit()), found.size());
  }

  /** Number of rows, and the reason why they do not outlive the server, in words. */
  public String state() {
    EndedFile of = file;
    String kept = rows.size() + " remembered";
    if (of == null) {
      return kept;
    }
    if (!of.problem().isEmpty()) {
      return kept + ", not beyond a restart: " + of.problem();
    }
    return of.isUnread() ? kept + " since the start" : kept;
  }

  /** Writes what is new, and waits for that, but not for long. */
  public void flush() {
    Writer thread = writer;
    EndedFile to = file;
    if (thread != null && to != null && rows.size() > 0) {
      thread.now(to::write);
    }
    DownloadLog lines = log;
    if (thread != null && lines != null) {
      thread.now(lines::write);
    }
  }

  /** Writes what is new, and leaves the folder. */
  @Override
  public void close() {
    Writer thread = writer;
    EndedFile to = file;
    writer = null;
    DownloadLog lines = log;
    file = null;
    log = null;
    if (thread != null && to != null) {
      thread.now(to::close);
      if (lines != null) {
        thread.now(lines::end);
      }
      thread.close();
    }
  }
}
