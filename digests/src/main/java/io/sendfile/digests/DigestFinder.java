package io.sendfile.digests;

import io.sendfile.digests.DigestMemory.Order;
import io.sendfile.spi.FileDigests.SentFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The background thread: looks at files, which takes moments, and between that reads those that are
 * asked for often, one after the other, no faster than it may. It runs until it is interrupted.
 */
final class DigestFinder implements Runnable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.digests");

  /** An order beyond is refused, and given again with the next request for its file. */
  private static final int MOST_ORDERS = 1000;

  private static final int MOST_READS = 100;
  private static final int SMALLEST_PIECE = 4 << 10;
  private static final int LARGEST_PIECE = 1 << 20;
  private static final int PIECES_PER_SECOND = 10;
  private static final long IDLE_NANOS = TimeUnit.HOURS.toNanos(1);

  private final DigestSettings settings;
  private final DigestMemory memory;
  private final LongSupplier nanoTime;
  private final InstantSource clock;
  private final BlockingQueue<Order> orders = new ArrayBlockingQueue<>(MOST_ORDERS);

  // Of the thread alone.
  private final Deque<SentFile> toRead = new ArrayDeque<>();
  private @Nullable FileReading reading;
  private long nextPieceNanos;

  /**
   * @param nanoTime monotonic clock, nanoseconds
   * @param clock that of modification times
   */
  DigestFinder(DigestSettings settings, LongSupplier nanoTime, InstantSource clock) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.clock = clock;
    this.memory = new DigestMemory(settings, nanoTime, orders::offer);
    this.nextPieceNanos = nanoTime.getAsLong();
  }

  /** The memory of its results. */
  DigestMemory memory() {
    return memory;
  }

  @Override
  public void run() {
    try {
      while (true) {
        act(orders.poll(pauseNanos(), TimeUnit.NANOSECONDS));
      }
    } catch (InterruptedException e) {
      // It was closed.
      Thread.currentThread().interrupt();
    } finally {
      endReading();
    }
  }

  /** Time after which there is something to do without an order, too; in nanoseconds. */
  long pauseNanos() {
    return reading == null && toRead.isEmpty()
        ? IDLE_NANOS
        : Math.max(0, nextPieceNanos - nanoTime.getAsLong());
  }

  /**
   * Carries an order out, and reads on if it is time.
   *
   * @param order null for none
   */
  void act(@Nullable Order order) {
    try {
      if (order instanceof Order.Look look) {
        look(look.file());
      } else if (order instanceof Order.Read read) {
        readLater(read.file());
      }
      if (pauseNanos() == 0) {
        readOn();
      }
    } catch (RuntimeException | Error e) {
      endReading();
      LOG.log(Level.WARNING, e, () -> "sendfile: a digest was not found out; please report this");
    }
  }

  private static Path local(SentFile file) {
    return Objects.requireNonNull(file.local(), "not of a store");
  }

  private void look(SentFile file) {
    FileState state = null;
    Map<DigestAlgorithm, String> found = Map.of();
    try {
      Path real = local(file).toRealPath();
      FileState before = FileState.of(real);
      if (before.isOf(file)) {
        if (before.isFresh(clock.instant())) {
          memory.postponed(file);
          return;
        }
        Map<DigestAlgorithm, String> stored = StoredDigests.of(real, before, file, settings);
        if (FileState.of(real).equals(before)) {
          state = before;
          found = stored;
        }
      }
    } catch (NoSuchFileException e) {
      // It was removed after it was sent.
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> file.local() + " cannot be looked at");
    }
    memory.looked(file, state, found);
  }

  private void readLater(SentFile file) {
    if (toRead.size() < MOST_READS) {
      toRead.add(file);
    } else {
      memory.read(file, DigestAlgorithm.SHA_256, null, null);
    }
  }

  private void readOn() {
    FileReading now = reading;
    SentFile file = now == null ? toRead.remove() : now.sent();
    int piece =
        Math.max(
            SMALLEST_PIECE,
            Math.min(LARGEST_PIECE, settings.backgroundBytesPerSecond() / PIECES_PER_SECOND));
    nextPieceNanos =
        nanoTime.getAsLong()
            + TimeUnit.SECONDS.toNanos(1) * piece / settings.backgroundBytesPerSecond();
    try {
      if (now == null) {
        now = new FileReading(file, local(file), DigestAlgorithm.SHA_256, piece);
        reading = now;
      }
      if (!now.readOn()) {
        memory.read(file, now.algorithm(), now.state(), now.finish());
        endReading();
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> file.local() + " has no digest");
      memory.read(file, DigestAlgorithm.SHA_256, null, null);
      endReading();
    }
  }

  private void endReading() {
    FileReading now = reading;
    reading = null;
    if (now != null) {
      try {
        now.close();
      } catch (IOException e) {
        LOG.log(Level.FINE, e, () -> now.sent().local() + " was not closed");
      }
    }
  }
}
