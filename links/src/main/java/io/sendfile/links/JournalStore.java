package io.sendfile.links;

import io.sendfile.operations.journal.RecordLog;
import io.sendfile.spi.Losses;
import io.sendfile.spi.PathResolver.Denial.Reason;
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
 * Uses of links on the disk of one server. The beginning of each is forced to it. A record is
 * {@code key expires use}, or the key alone of a link that was forgotten; the last one of a key
 * counts.
 */
final class JournalStore implements LinkStore {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.links");

  /** Begin of the key of a revocation. */
  private static final String REVOKED = "revoked-";

  private final Path folder;
  private final long mostBytes;
  private final Losses losses;
  private final Expiry expiry;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private volatile @Nullable RecordLog log;

  /** Bytes of the records of all that is known. */
  private long bytes;

  /** Whether the file may have less than is known, or more. */
  private boolean behind;

  private record Known(LinkUse use, Instant expires) {
    String text(String key) {
      return key + ' ' + expires.toEpochMilli() + ' ' + use.text();
    }
  }

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
      RecordLog to = log;
      if (to == null) {
        log = new RecordLog(folder, losses, (position, text) -> read(text));
      } else {
        tidy(to);
        forget(to);
      }
    } catch (IOException e) {
      throw new IOException(folder + " cannot be used: " + e, e);
    }
  }

  private void read(String text) {
    String[] words = text.split(" ", 3);
    if (words.length == 3) {
      Instant expires = Instant.ofEpochMilli(Long.parseLong(words[1]));
      put(words[0], new Known(LinkUse.read(words[2]), expires));
    } else {
      remove(text);
    }
  }

  private void put(String key, Known now) {
    bytes += RecordLog.bytes(now.text(key)) - bytes(key);
    known.put(key, now);
  }

  private void remove(String key) {
    bytes -= bytes(key);
    known.remove(key);
  }

  private long bytes(String key) {
    Known old = known.get(key);
    return old == null ? 0 : RecordLog.bytes(old.text(key));
  }

  private void tidy(RecordLog to) throws IOException {
    if (behind || to.mustBeReplaced() || to.isLong(bytes)) {
      behind = true;
      to.replace(
          known.entrySet().stream().map(each -> each.getValue().text(each.getKey())).toList());
      behind = false;
    }
  }

  private void forget(RecordLog to) throws IOException {
    Instant due = expiry.due();
    if (due != null) {
      List<String> old =
          known.entrySet().stream()
              .filter(each -> each.getValue().expires().isBefore(due))
              .map(Map.Entry::getKey)
              .toList();
      to.add(old);
      old.forEach(this::remove);
      expiry.done();
    }
  }

  @Override
  public boolean isOpen() {
    return log != null;
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
    String text = now.text(key);
    try {
      RecordLog to = log;
      if (to == null) {
        throw new IOException("it is not open");
      }
      if (forced && bytes - bytes(key) + RecordLog.bytes(text) > mostBytes) {
        throw new IOException(
            "links that were used and have not expired need more than " + mostBytes + " bytes");
      }
      tidy(to);
      behind = true;
      to.add(List.of(text));
      if (forced) {
        to.force();
      }
      behind = false;
    } catch (IOException e) {
      throw new IOException(folder + " cannot be written: " + e, e);
    }
    put(key, now);
  }

  @Override
  public synchronized void close() {
    RecordLog of = log;
    log = null;
    known.clear();
    bytes = 0;
    behind = false;
    try {
      if (of != null) {
        of.close();
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> folder + " was not closed cleanly");
    }
  }
}
