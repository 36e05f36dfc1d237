package io.sendfile.links;

import io.sendfile.core.threads.CleanThreads;
import io.sendfile.operations.journal.Journal;
import io.sendfile.operations.journal.JournalRecord;
import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.PathResolver.Denial.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Uses of links on the disk of one server. What begins is forced to the disk, by a thread of its
 * own. Only {@link #open}, {@link #revoke} and {@link #retry} wait for the disk.
 */
final class JournalStore implements LinkStore {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.links");
  private static final Duration BETWEEN_SWEEPS = Duration.ofMinutes(1);

  /** Begin of the key of a revocation. */
  private static final String REVOKED = "revoked-";

  private final Path folder;
  private final long mostBytes;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final Losses losses;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          task -> CleanThreads.make(() -> new Thread(task, "sendfile-link-journal")));
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private @Nullable Journal journal;
  private volatile boolean open;
  private long sweptNanos;

  /**
   * A line of the journal.
   *
   * @param text of the use
   * @param expires of the link
   * @param endNanos by the running clock: not forgotten before that, whatever the wall clock says
   */
  private record Known(String text, Instant expires, long endNanos) {}

  /**
   * A closed store.
   *
   * @param folder created if missing
   * @param mostBytes of the used links; the file may be twice as large
   * @param nanoTime monotonic clock, nanoseconds
   * @param losses told what cannot be written or read
   */
  JournalStore(
      Path folder, long mostBytes, InstantSource clock, LongSupplier nanoTime, Losses losses) {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.losses = losses;
  }

  /** Reads the file. If that fails, it stays closed until the next call, or {@link #retry}. */
  @Override
  public synchronized void open(Consumer<String> lost) {
    if (open || writer.isShutdown()) {
      return;
    }
    try {
      Journal opened = new Journal(folder);
      for (JournalRecord record : opened.waiting()) {
        known.put(record.key(), known(record.form(), Instant.ofEpochMilli(record.millis())));
      }
      if (opened.unreadable() > 0) {
        losses.lost(
            opened.unreadable(),
            "lines that cannot be read, in journal.damaged of "
                + folder
                + "; links they were about may be delivered once more");
      }
      journal = opened;
      sweptNanos = nanoTime.getAsLong();
      open = true;
      losses.works();
    } catch (IOException e) {
      losses.fails(folder + " cannot be used, so no link is answered: " + e);
    }
  }

  private Known known(String text, Instant expires) {
    Duration left = Duration.between(clock.instant(), expires);
    Duration kept = (left.isNegative() ? Duration.ZERO : left).plus(GRACE);
    return new Known(text, expires, nanoTime.getAsLong() + kept.toNanos());
  }

  /** Tries again to open the file, or to write what it lacks. */
  synchronized void retry() {
    Journal to = journal;
    if (to == null) {
      open(id -> {});
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
  public @Nullable Reason over(String id) {
    if (known.containsKey(REVOKED + id)) {
      return Reason.REVOKED;
    }
    Known link = known.get(id);
    return link != null && LinkUse.read(link.text()).over() ? Reason.USED : null;
  }

  @Override
  public String state() {
    return known.size() + " remembered";
  }

  @Override
  public void revoke(Link link) throws IOException {
    write(REVOKED + link.id(), known("-", link.expires()), true);
  }

  @Override
  public CompletableFuture<Optional<LinkUse>> read(Link link) {
    Known found = known.get(link.id());
    return CompletableFuture.completedFuture(
        Optional.of(found == null ? LinkUse.NONE : LinkUse.read(found.text())));
  }

  @Override
  public CompletableFuture<Boolean> write(Link link, LinkUse use, Write kind) {
    Known now = known(use.text(), link.expires());
    try {
      return CompletableFuture.supplyAsync(
          () -> {
            try {
              write(link.id(), now, kind == Write.BEGIN);
              return true;
            } catch (IOException e) {
              throw new CompletionException(e.getMessage(), e);
            }
          },
          writer);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(new IOException("the server stops", e));
    }
  }

  private synchronized void write(String key, Known now, boolean forced) throws IOException {
    Journal to = journal;
    if (to == null) {
      throw new IOException(folder + " is not open");
    }
    JournalRecord record = new JournalRecord(key, now.expires().toEpochMilli(), now.text());
    try {
      if (forced) {
        sweep(to);
        if (to.waitingBytes() + Journal.bytes(record) > mostBytes) {
          throw new IOException(
              "links that were used and have not expired need more than " + mostBytes + " bytes");
        }
        to.addForced(record);
        known.put(key, now);
      } else {
        // In memory at least; on the disk it counts as sent until a retry, which is the safe side.
        known.put(key, now);
        to.add(record);
      }
    } catch (IOException e) {
      fails(e);
      if (forced) {
        throw e;
      }
      return;
    }
    losses.works();
  }

  /** Forgets what both clocks say has expired: that of the day may be ahead for a moment. */
  private void sweep(Journal from) throws IOException {
    long nanos = nanoTime.getAsLong();
    if (nanos - sweptNanos < BETWEEN_SWEEPS.toNanos()) {
      return;
    }
    sweptNanos = nanos;
    Instant expired = clock.instant().minus(GRACE);
    for (Iterator<Map.Entry<String, Known>> all = known.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<String, Known> next = all.next();
      if (next.getValue().expires().isBefore(expired) && nanos - next.getValue().endNanos() > 0) {
        from.remove(next.getKey());
        all.remove();
      }
    }
  }

  @Override
  public void close() {
    writer.shutdown();
    try {
      if (!writer.awaitTermination(LinkLedger.PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.log(Level.FINE, "{0} takes long to write", folder);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      Journal of = journal;
      journal = null;
      open = false;
      known.clear();
      losses.works();
      try {
        if (of != null) {
          of.close();
        }
      } catch (IOException e) {
        LOG.log(Level.FINE, e, () -> folder + " was not closed cleanly");
      }
    }
  }
}
