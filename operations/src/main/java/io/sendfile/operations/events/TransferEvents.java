package io.sendfile.operations.events;

import io.sendfile.operations.downloads.DownloadLedger;
import io.sendfile.operations.downloads.Timestamp;
import io.sendfile.operations.journal.DiskWriter;
import io.sendfile.operations.journal.StateFile;
import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Delivers events of finished transfers and downloads to plug-ins. Thread-safe; blocks only in
 * {@link #open} and {@link #close}.
 */
public final class TransferEvents implements TransferListener {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.results");

  /**
   * Bound of downloads in memory: about 20 MiB if each has the largest possible number of pieces,
   * usually a hundredth of that.
   */
  private static final int MOST_DOWNLOADS = 5_000;

  /** Bytes of those downloads on disk; usually they need a tenth of it. */
  private static final long MOST_BYTES = 8 << 20;

  private static final Duration REMEMBERED = Duration.ofHours(24);

  private final DownloadLedger ledger;
  private volatile List<IsolatedListener> plugIns = List.of();
  private volatile @Nullable Disk disk;
  private final Losses losses;
  private final Losses forgotten;

  private record Disk(StateFile file, DiskWriter writer) {}

  /**
   * @param nanoTime monotonic clock, nanoseconds
   * @param clock time of day
   */
  public TransferEvents(LongSupplier nanoTime, InstantSource clock) {
    this.losses = new Losses("downloads", Severity.WARNING, Losses.DISK, LOG, nanoTime);
    this.forgotten =
        new Losses(
            "unfinished-downloads",
            Severity.NOTICE,
            "nothing needs to be done, unless clients resume downloads after hours",
            LOG,
            nanoTime);
    this.ledger =
        new DownloadLedger(
            MOST_DOWNLOADS,
            MOST_BYTES,
            REMEMBERED,
            () -> new Timestamp(nanoTime.getAsLong(), clock.millis()),
            why -> forgotten.lost(1, why));
  }

  /** Sets the plug-ins that receive results. */
  public void tell(List<IsolatedListener> those) {
    plugIns = List.copyOf(those);
  }

  /**
   * Keeps the ledger of downloads in that folder, which is created if missing, and loads the
   * downloads of an earlier process. While that fails, they are in memory.
   */
  public synchronized void open(Path folder) {
    if (disk == null) {
      DiskWriter writer =
          DiskWriter.thread("sendfile-downloads", 0, "the ledger of downloads", LOG);
      StateFile file = new StateFile(folder, ledger, "downloads", losses, writer);
      file.open();
      ledger.keep(file::changed);
      disk = new Disk(file, writer);
    }
  }

  /** Tries again to keep the ledger on the disk. */
  public void retry() {
    Disk to = disk;
    if (to != null) {
      to.file.retry();
    }
  }

  /** Losses of the ledger on the disk. */
  public Losses losses() {
    return losses;
  }

  /** Downloads that were given up before they were complete, as there are too many. */
  public Losses forgotten() {
    return forgotten;
  }

  /** Number of downloads in the ledger, and its problem, in words. */
  public String state() {
    Disk of = disk;
    String remembered = ledger.size() + " remembered";
    return of == null ? remembered : remembered + of.file.state();
  }

  @Override
  public boolean wantsUsual() {
    return plugIns.stream().anyMatch(IsolatedListener::wantsUsual);
  }

  @Override
  public void transferFinished(TransferResult result) {
    DownloadResult whole = ledger.add(result);
    for (IsolatedListener plugIn : plugIns) {
      if (plugIn.wants(result)) {
        plugIn.transferFinished(result);
        if (whole != null) {
          plugIn.downloadComplete(whole);
        }
      }
    }
  }

  /** Stops keeping the ledger on disk, until it is opened again. */
  @Override
  public synchronized void close() {
    Disk open = disk;
    disk = null;
    if (open != null) {
      ledger.keep(() -> {});
      open.file.close();
      open.writer.close();
    }
    losses.works();
  }
}
