package io.sendfile.operations.events;

import io.sendfile.operations.downloads.DownloadLedger;
import io.sendfile.operations.downloads.LedgerFile;
import io.sendfile.operations.downloads.Timestamp;
import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Problem.Severity;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.io.IOException;
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
  private volatile @Nullable LedgerFile file;
  private final Losses losses;
  private final Losses forgotten;

  /** Wanted, but not open; null if there is none. */
  private @Nullable Path missing;

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
   * entries of an earlier process. If that fails, the ledger lasts until the server stops.
   */
  public synchronized void open(Path folder) {
    if (file != null) {
      return;
    }
    try {
      LedgerFile opened = new LedgerFile(folder, MOST_BYTES, losses);
      opened.keep(ledger);
      file = opened;
      missing = null;
      losses.works();
    } catch (IOException e) {
      missing = folder;
      losses.fails(
          folder
              + " cannot be opened, so downloads are followed only until the server stops: "
              + e);
    }
  }

  /** Tries again to keep the ledger on the disk. */
  public synchronized void retry() {
    Path folder = missing;
    LedgerFile open = file;
    if (open != null) {
      open.retry();
    } else if (folder != null) {
      open(folder);
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
    String wrong = losses.failure();
    String remembered = ledger.size() + " remembered";
    return wrong.isEmpty() ? remembered : remembered + ", not beyond a restart: " + wrong;
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
    LedgerFile open = file;
    missing = null;
    losses.works();
    if (open != null) {
      ledger.keepNowhere();
      open.close();
      file = null;
    }
  }
}
