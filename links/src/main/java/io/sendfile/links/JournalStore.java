package io.sendfile.links;

import io.sendfile.spi.DenialReason;
import io.sendfile.spi.DurableRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Uses of links on the disk of one server. The beginning of each is forced to it. The text of a
 * record is {@code expires use}.
 */
final class JournalStore implements LinkStore {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.links");

  /** Begin of the key of a revocation. */
  private static final String REVOKED = "revoked-";

  private final Path folder;
  private final Opening opening;
  private final long mostBytes;
  private final Expiry expiry;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private volatile @Nullable DurableRecords records;
  private boolean closed;

  /** The way to the records. */
  @FunctionalInterface
  interface Opening {
    DurableRecords open() throws IOException;
  }

  private record Known(LinkUse use, Instant expires) {
    private static final Instant NEVER = Instant.ofEpochMilli(Long.MAX_VALUE);

    /** A text that means nothing tells of a link that is over, as in {@link LinkUse#read}. */
    static Known read(String text) {
      String[] words = text.split(" ", 2);
      try {
        return new Known(
            LinkUse.read(words[words.length - 1]), Instant.ofEpochMilli(Long.parseLong(words[0])));
      } catch (NumberFormatException e) {
        return new Known(LinkUse.OVER, NEVER);
      }
    }

    String text() {
      return expires.toEpochMilli() + " " + use.text();
    }
  }

  /**
   * A closed store.
   *
   * @param folder of the records, for administrators
   * @param mostBytes of the used links; the file may be twice as large
   * @param nanoTime monotonic clock, nanoseconds
   */
  JournalStore(
      Path folder, Opening opening, long mostBytes, InstantSource clock, LongSupplier nanoTime) {
    this.folder = folder;
    this.opening = opening;
    this.mostBytes = mostBytes;
    expiry = new Expiry(clock, nanoTime);
  }

  /** Reads the file, or writes what it lacks; neither once it is closed. */
  @Override
  public synchronized void refresh() throws IOException {
    if (closed) {
      return;
    }
    try {
      DurableRecords from = records;
      if (from == null) {
        from = opening.open();
        from.all().forEach((key, text) -> known.put(key, Known.read(text)));
        records = from;
      } else {
        from.retry();
        forget(from);
      }
    } catch (IOException e) {
      throw new IOException(folder + " cannot be used: " + e, e);
    }
  }

  private void forget(DurableRecords from) throws IOException {
    Instant due = expiry.due();
    if (due == null) {
      return;
    }
    List<String> old =
        known.entrySet().stream()
            .filter(each -> each.getValue().expires().isBefore(due))
            .map(Map.Entry::getKey)
            .toList();
    from.remove(old);
    old.forEach(known::remove);
    expiry.done();
  }

  @Override
  public boolean isOpen() {
    return records != null;
  }

  @Override
  public @Nullable DenialReason over(String id) {
    return known.containsKey(REVOKED + id)
        ? DenialReason.REVOKED
        : use(id).over() ? DenialReason.USED : null;
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
    String text = now.text();
    try {
      DurableRecords to = records;
      if (to == null) {
        throw new IOException("it is not open");
      } else if (!forced) {
        to.put(key, text);
      } else if (to.bytes() + text.length() <= mostBytes) {
        to.putForced(key, text);
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
    DurableRecords of = records;
    records = null;
    closed = true;
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
