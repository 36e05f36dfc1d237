package io.sendfile.glassfish.results;

import io.sendfile.glassfish.spi.DownloadResult;
import io.sendfile.glassfish.spi.TransferListener;
import io.sendfile.glassfish.spi.TransferResult;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/** Tells plug-ins of the end of each transfer and of each download. Thread-safe, never blocks. */
public final class TransferEvents implements TransferListener {
  /** Some 20 MiB if each is in as many pieces as are followed, and usually a hundredth of that. */
  private static final int MOST_DOWNLOADS = 5_000;

  private static final Duration REMEMBERED = Duration.ofHours(24);

  private final DownloadLedger ledger;
  private volatile List<ApartListener> plugIns = List.of();

  /**
   * @param nanoTime monotonic clock, nanoseconds
   */
  public TransferEvents(LongSupplier nanoTime) {
    this.ledger = new DownloadLedger(MOST_DOWNLOADS, REMEMBERED, nanoTime);
  }

  /** Says who is told from now on: those that want to be. */
  public void tell(List<ApartListener> those) {
    plugIns = List.copyOf(those);
  }

  @Override
  public void transferFinished(TransferResult result) {
    DownloadResult whole = ledger.add(result);
    for (ApartListener plugIn : plugIns) {
      if (plugIn.wanting()) {
        plugIn.transferFinished(result);
        if (whole != null) {
          plugIn.downloadComplete(whole);
        }
      }
    }
  }
}
