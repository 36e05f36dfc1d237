package io.sendfile.operations.downloads;

import io.sendfile.core.threads.IsolatedThread;
import io.sendfile.operations.journal.Journal;
import io.sendfile.operations.journal.JournalRecord;
import io.sendfile.spi.Losses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps a {@link DownloadLedger} on disk, so that it outlives the server. Its own thread writes the
 * changes in order; changes beyond the disk's speed are lost to it, those beyond its room are
 * written later. Thread-safe.
 */
public final class LedgerFile implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.results");
  private static final int MOST_WAITING = 10_000;
  private static final long CLOSE_MILLIS = 5_000;

  private final Path folder;
  private final long mostBytes;

  /** Used by the thread alone once it has started. */
  private final Journal journal;

  private final IsolatedThread thread;
  private final Losses losses;

  /**
   * Opens the file of that folder, which is created if missing.
   *
   * @param mostBytes bound of the accounts, of which those changed longest ago are dropped; the
   *     file may be twice as large
   * @param losses counts what the file lacks
   * @throws IOException if it cannot be read or written, or another server has it open
   */
  public LedgerFile(Path folder, long mostBytes, Losses losses) throws IOException {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.losses = losses;
    this.journal = new Journal(folder);
    this.thread = new IsolatedThread("sendfile-downloads", MOST_WAITING);
    retry();
  }

  /** Restores a ledger from the file, and records its changes from now on. */
  public void keep(DownloadLedger ledger) {
    int unreadable = journal.unreadable();
    if (unreadable > 0) {
      losses.lost(
          unreadable, "lines that cannot be read; they are in journal.damaged of " + folder);
    }
    int unknown = ledger.keep(journal.waiting(), this::write);
    if (unknown > 0) {
      losses.lost(unknown, "lines of " + folder + " that are of no download");
    }
  }

  private void write(JournalRecord.Line change) {
    if (!thread.offer(() -> writeNow(change))) {
      losses.lost(1, "a change of a download, as the disk is too slow");
    }
  }

  private void writeNow(JournalRecord.Line change) {
    try {
      JournalRecord added = change.added();
      if (added == null) {
        journal.remove(change.key());
      } else {
        journal.add(added);
        int evicted = journal.keep(mostBytes);
        if (evicted > 0) {
          losses.lost(evicted, "a download in too many pieces for " + mostBytes + " bytes");
        }
      }
    } catch (IOException e) {
      fails(e);
    }
  }

  private void fails(IOException e) {
    losses.fails(
        folder + " cannot be written, so downloads are followed only until the server stops: " + e);
  }

  /** Tries again to write what the file lacks. */
  public void retry() {
    thread.offer(this::retryNow);
  }

  private void retryNow() {
    try {
      journal.retry();
      losses.works();
    } catch (IOException e) {
      fails(e);
    }
  }

  /** Writes pending changes for some seconds, and closes the file. To be called once. */
  @Override
  public void close() {
    thread.run(this::closeNow);
    thread.close();
    try {
      if (!thread.awaitEnd(CLOSE_MILLIS)) {
        LOG.log(
            Level.WARNING,
            "sendfile: the disk of {0} is slow, so its last lines may be missing",
            folder);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeNow() {
    retryNow();
    try {
      journal.close();
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> folder + " was not closed cleanly");
    }
  }
}
