package io.sendfile.glassfish.downloads;

import io.sendfile.glassfish.journal.Journal;
import io.sendfile.glassfish.journal.JournalLine;
import io.sendfile.glassfish.threads.IsolatedThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Where a {@link DownloadLedger} is kept, so that it outlives the server. It is written on a thread
 * of its own, in the order of the changes; what the disk is too slow for, or has no room for, is
 * known to the ledger only. Thread-safe.
 */
public final class LedgerFile implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.results");
  private static final int MOST_WAITING = 10_000;
  private static final long CLOSE_MILLIS = 5_000;

  private final Path folder;
  private final long mostBytes;

  /** Used by the thread alone once there is one. */
  private final Journal journal;

  private final IsolatedThread thread;
  private volatile String problem = "";

  /**
   * Opens the file of that folder, which is made if it is missing.
   *
   * @param mostBytes of accounts, of which those changed longest ago are left out; the file may
   *     have twice as much
   * @throws IOException if it cannot be read or written, or another server has it open
   */
  public LedgerFile(Path folder, long mostBytes) throws IOException {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.journal = new Journal(folder);
    this.thread =
        new IsolatedThread("sendfile-downloads", LedgerFile.class.getClassLoader(), MOST_WAITING);
  }

  /** Lets a ledger go on with what is in the file, and tell its changes to it. */
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
      if (change instanceof JournalLine.Came came) {
        journal.add(came.record());
        journal.keep(mostBytes);
      } else if (change instanceof JournalLine.Gone gone) {
        journal.remove(gone.key());
      }
      problem = "";
    } catch (IOException e) {
      Level level = problem.isEmpty() ? Level.WARNING : Level.FINE;
      problem = folder + " cannot be written: " + e;
      LOG.log(level, () -> "Downloads are remembered until the server stops only: " + problem);
    }
  }

  /** Why the file cannot be written now, in words; empty while it can. */
  public String problem() {
    return problem;
  }

  /** Writes what it was told, for some seconds. To be called once. */
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
