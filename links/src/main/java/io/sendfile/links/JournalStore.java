package io.sendfile.links;

import io.sendfile.operations.journal.Journal;
import io.sendfile.operations.journal.JournalRecord;
import io.sendfile.spi.Losses;
import io.sendfile.spi.PathResolver.Denial.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Uses of links on the disk of one server. The beginning of each is forced to it. */
final class JournalStore implements LinkStore {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.links");

  /** Begin of the key of a revocation. */
  private static final String REVOKED = "revoked-";

  private final Path folder;
  private final long mostBytes;
  private final Losses losses;
  private final Expiry expiry;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private volatile @Nullable Journal journal;

  /** A line of the journal. */
  private record Known(LinkUse use, Instant expires) {}

  /**
   * A closed store.
   *
   * @param folder created if missing
   * @param mostBytes of the used links; the file may be twice as large
   * @param nanoTime monotonic clock, nanoseconds
   * @param losses told of lines that cannot be read
   */
  JournalStore(
      Path folder, long mostBytes, InstantSource clock, LongSupplier nanoTime, Losses losses) {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.losses = losses;
    expiry = new Expiry(clock, nanoTime);
  }

  /** Reads the file, or writes what it lacks. */
  @Override
  public synchronized void refresh() throws IOException {
    try {
      Journal from = journal;
      if (from == null) {
        read(new Journal(folder));
      } else {
        from.retry();
        forget(from);
      }
    } catch (IOException e) {
      throw new IOException(folder + " cannot be used: " + e, e);
    }
  }

  private void read(Journal opened) {
    for (JournalRecord record : opened.waiting()) {
      Instant expires = Instant.ofEpochMilli(record.millis());
      known.put(record.key(), new Known(LinkUse.read(record.form()), expires));
    }
    if (opened.unreadable() > 0) {
      losses.lost(
          opened.unreadable(),
          "lines that cannot be read, in journal.damaged of "
              + folder
              + "; links they were about may be delivered once more");
    }
    journal = opened;
  }

  private void forget(Journal from) throws IOException {
    Instant due = expiry.due();
    if (due == null) {
      return;
    }
    Iterator<Map.Entry<String, Known>> all = known.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<String, Known> each = all.next();
      if (each.getValue().expires().isBefore(due)) {
        from.remove(each.getKey());
        all.remove();
      }
    }
    expiry.done();
  }

  @Override
  public boolean isOpen() {
    return journal != null;
  }

  @Override
  public @Nullable Reason over(String id) {
    return known.containsKey(REVOKED + id) ? Reason.REVOKED : use(id).over() ? Reason.USED : null;
  }

  private LinkUse use(String id) {
    Known found = known.get(id);
    return found == null ? LinkUse.NONE : found.use();
  }

  @Override
  public String state() {
    return known.size() + " remembered";
  }

  @Override
  public void revoke(Link link) throws IOException {
    write(REVOKED + link.id(), new Known(LinkUse.OVER, link.expires()), true);
  }

  @Override
  public Optional<LinkUse> read(Link link) {
    return Optional.of(use(link.id()));
  }

  @Override
  public boolean write(Link link, LinkUse use, Write kind) throws IOException {
    write(link.id(), new Known(use, link.expires()), kind == Write.BEGIN);
    return true;
  }

  private synchronized void write(String key, Known now, boolean forced) throws IOException {
    if (!forced && now.equals(known.get(key))) {
      return;
    }
    JournalRecord record = new JournalRecord(key, now.expires().toEpochMilli(), now.use().text());
    try {
      Journal to = journal;
      if (to == null) {
        throw new IOException("it is not open");
      } else if (!forced) {
        to.retry();
        to.add(record);
      } else if (to.waitingBytes() + Journal.bytes(record) <= mostBytes) {
        to.addForced(record);
      } else {
        throw new IOException(
            "links that were used and have not expired need more than " + mostBytes + " bytes");
      }
    } catch (IOException e) {
      throw new IOException(folder + " cannot be written: " + e, e);
    }
    known.put(key, now);
  }

  @Override
  public synchronized void close() {
    Journal of = journal;
    journal = null;
    known.clear();
    try {
      if (of != null) {
        of.close();
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> folder + " was not closed cleanly");
    }
  }
}
