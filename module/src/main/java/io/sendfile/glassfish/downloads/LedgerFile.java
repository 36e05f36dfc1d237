package io.sendfile.glassfish.downloads;

import io.sendfile.glassfish.journal.Journal;
import io.sendfile.glassfish.journal.JournalLine;
import io.sendfile.glassfish.journal.JournalRecord;
import io.sendfile.glassfish.threads.IsolatedThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps a {@link DownloadLedger} on disk, so that it outlives the server. Its own thread writes the
 * changes in order; changes beyond the disk's speed or room stay in memory only. Thread-safe.
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
  private volatile String problem = "";

  /**
   * Opens the file of that folder, which is created if missing.
   *
   * @param mostBytes bound of the accounts, of which those changed longest ago are dropped; the
   *     file may be twice as large
   * @throws IOException if it cannot be read or written, or another server has it open
   */
  public LedgerFile(Path folder, long mostBytes) throws IOException {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.journal = new Journal(folder);
    this.thread =
        new IsolatedThread("sendfile-downloads", LedgerFile.class.getClassLoader(), MOST_WAITING);
  }

  /** Restores a ledger from the file, and records its changes from now on. */
  public void keep(DownloadLedger ledger) {
    int unreadable = journal.unreadable() + ledger.keep(journal.waiting(), this::write);
    if (unreadable > 0) {
      LOG.warning(
          () ->
              folder
                  + ": "
                  + unreadable
                  + " of its lines cannot be read, as after a crash, and are passed over; a download"
                  + " they were about may not be told as complete when it is resumed");
    }
  }

  private void write(JournalLine change) {
    thread.offer(() -> writeNow(change));
  }

  private void writeNow(JournalLine change) {
    try {
      JournalRecord added = change.added();
      if (added == null) {
        journal.remove(change.key());
      } else {
        journal.add(added);
        journal.keep(mostBytes);
      }
      problem = "";
    } catch (IOException e) {
      Level level = problem.isEmpty() ? Level.WARNING : Level.FINE;
      problem = folder + " cannot be written: " + e;
      LOG.log(level, () -> "Downloads are remembered until the server stops only: " + problem);
    }
  }

  /** The present reason why the file cannot be written, in words; empty if it can. */
  public String problem() {
    return problem;
  }

  /** Writes pending changes for some seconds, and closes the file. To be called once. */
  @Override
  public void close() {
    thread.run(this::closeNow);
    thread.close();
    try {
      if (!thread.awaitEnd(CLOSE_MILLIS)) {
        LOG.log(Level.WARNING, "{0} is slow to write, and not waited for", folder);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeNow() {
    try {
      journal.close();
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> folder + " was not closed cleanly");
    }
  }
}
