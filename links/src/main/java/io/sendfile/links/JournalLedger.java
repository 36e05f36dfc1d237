package io.sendfile.links;

import io.sendfile.operations.journal.Journal;
import io.sendfile.operations.journal.JournalRecord;
import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.PathResolver.Denial;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A ledger of one server, on its disk. What begins is forced to the disk before its first byte. All
 * but {@link #isOpen} and {@link #isOver} may wait for the disk. Thread-safe.
 */
final class JournalLedger implements LinkLedger {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.links");

  private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(1);

  private final Path folder;
  private final long mostBytes;
  private final InstantSource clock;
  private final Losses losses;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private @Nullable Journal journal;
  private volatile boolean open;
  private Life life = new Life();
  private Instant nextSweep = Instant.MIN;

  /** The use of a link, and its expiry. */
  private record Known(LinkUse use, Instant expires) {
    JournalRecord record(String id) {
      return new JournalRecord(id, expires.toEpochMilli(), use.text());
    }
  }

  /**
   * A closed ledger.
   *
   * @param folder created if missing
   * @param mostBytes of the used links; the file may be twice as large
   * @param losses told what cannot be written or read
   */
  JournalLedger(Path folder, long mostBytes, InstantSource clock, Losses losses) {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.clock = clock;
    this.losses = losses;
  }

  /** Reads the file. If that fails, it stays closed until the next call, or {@link #retry}. */
  @Override
  public synchronized void open() {
    if (open) {
      return;
    }
    try {
      Journal opened = new Journal(folder);
      known.clear();
      int unreadable = opened.unreadable();
      for (JournalRecord record : opened.waiting()) {
        try {
          known.put(
              record.key(),
              new Known(LinkUse.read(record.form()), Instant.ofEpochMilli(record.millis())));
        } catch (IllegalArgumentException e) {
          LOG.log(Level.FINE, "a record of a link", e);
          unreadable++;
          known.put(record.key(), new Known(LinkUse.OVER, Instant.ofEpochMilli(record.millis())));
        }
      }
      if (unreadable > 0) {
        losses.lost(
            unreadable,
            "lines that cannot be read, in journal.damaged of "
                + folder
                + "; links they were about may be delivered once more");
      }
      life = new Life();
      journal = opened;
      open = true;
      losses.works();
    } catch (IOException e) {
      losses.fails(folder + " cannot be used, so no link is answered: " + e);
    }
  }

  /** Tries again to open the file, or to write what it lacks. */
  synchronized void retry() {
    Journal to = journal;
    if (to == null) {
      open();
      return;
    }
    try {
      to.retry();
      losses.works();
    } catch (IOException e) {
      fails(e);
    }
  }

  private void fails(IOException e) {
    losses.fails(
        folder + " cannot be written, so no link that is to be used once is answered: " + e);
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isOver(String id) {
    Known link = known.get(id);
    return link != null && link.use().over();
  }

  @Override
  public String state() {
    return known.size() + " remembered";
  }

  @Override
  public synchronized void revoke(Link link) throws IOException {
    write(link.id(), new Known(LinkUse.REVOKED, link.expires()));
  }

  @Override
  public synchronized String nextResponse() {
    return life.nextResponse();
  }

  @Override
  public synchronized @Nullable Denial begin(Link link, Delivered planned, String by) {
    Known before = known.get(link.id());
    LinkUse use = before == null ? LinkUse.NONE : before.use();
    Denial denial = use.denial(planned, life::has);
    if (denial != null) {
      return denial;
    }
    try {
      write(link.id(), new Known(use.begin(planned, by, life::has), link.expires()));
      return null;
    } catch (IOException e) {
      return new Denial(false, ": the use of its link cannot be recorded: " + e);
    }
  }

  private void write(String id, Known now) throws IOException {
    Journal to = journal;
    if (to == null) {
      throw new IOException(folder + " is not open");
    }
    try {
      sweep(to);
      JournalRecord record = now.record(id);
      if (to.waitingBytes() + Journal.bytes(record) > mostBytes) {
        throw new IOException(
            "links that were used and have not expired need more than " + mostBytes + " bytes");
      }
      to.addForced(record);
    } catch (IOException e) {
      fails(e);
      throw e;
    }
    known.put(id, now);
    losses.works();
  }

  @Override
  public synchronized void end(Link link, Delivered delivered, String by) {
    Known before = known.get(link.id());
    Journal to = journal;
    if (before == null || to == null) {
      return;
    }
    Known now = new Known(before.use().end(by, delivered), before.expires());
    known.put(link.id(), now);
    try {
      to.add(now.record(link.id()));
    } catch (IOException e) {
      // Written by a retry; until then the file says that it was begun, which is the safe side.
      fails(e);
    }
  }

  private void sweep(Journal from) throws IOException {
    Instant now = clock.instant();
    if (now.isBefore(nextSweep)) {
      return;
    }
    nextSweep = now.plus(BETWEEN_SWEEPS);
    for (Iterator<Map.Entry<String, Known>> all = known.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<String, Known> next = all.next();
      if (next.getValue().expires().plus(GRACE).isBefore(now)) {
        from.remove(next.getKey());
        all.remove();
      }
    }
  }

  /** It can be opened again. */
  @Override
  public synchronized void close() {
    Journal of = journal;
    journal = null;
    open = false;
    known.clear();
    losses.works();
    if (of != null) {
      try {
        of.close();
      } catch (IOException e) {
        LOG.log(Level.FINE, e, () -> folder + " was not closed cleanly");
      }
    }
  }
}
