package io.sendfile.digests;

import io.sendfile.spi.CleanThreads;
import io.sendfile.spi.SentFile;
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
 * The search on one file system, by a thread that it has while there is something to do: it looks
 * at files, which takes moments, and between that reads those that are asked for often, one after
 * the other, no faster than it may.
 */
final class DigestFinder implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.digests");

  /** An order beyond is refused, and given again with the next request for its file. */
  private static final int MOST_ORDERS = 1000;

  private static final int MOST_READS = 100;
  private static final int SMALLEST_PIECE = 4 << 10;
  private static final int LARGEST_PIECE = 1 << 20;
  private static final int PIECES_PER_SECOND = 10;
  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final DigestSettings settings;
  private final DigestMemory memory;
  private final LongSupplier nanoTime;
  private final InstantSource clock;
  private final BlockingQueue<DigestOrder> orders = new ArrayBlockingQueue<>(MOST_ORDERS);

  /** Null while there is nothing to do. Guarded by this. */
  private @Nullable Thread thread;

  private boolean closed;

  // Of the thread alone.
  private final Deque<SentFile> toRead = new ArrayDeque<>();
  private @Nullable FileReading reading;
  private long nextPieceNanos;

  /**
   * @param memory of the results
   * @param nanoTime monotonic clock, nanoseconds
   * @param clock that of modification times
   */
  DigestFinder(
      DigestSettings settings, DigestMemory memory, LongSupplier nanoTime, InstantSource clock) {
    this.settings = settings;
    this.memory = memory;
    this.nanoTime = nanoTime;
    this.clock = clock;
    this.nextPieceNanos = nanoTime.getAsLong();
  }

  /** Takes an order, or refuses it; does not wait. */
  synchronized boolean offer(DigestOrder order) {
    if (closed || !orders.offer(order)) {
      return false;
    }
    if (thread == null) {
      Thread begun = CleanThreads.make("sendfile-digests", this::run);
      behindOthers(begun);
      begun.start();
      thread = begun;
    }
    return true;
  }

  /** Only a hint: what bounds the cost is the rate. */
  @SuppressWarnings("ThreadPriorityCheck")
  private static void behindOthers(Thread made) {
    made.setPriority(Thread.MIN_PRIORITY);
  }

  private void run() {
    try {
      DigestOrder order;
      do {
        order = orders.poll(pauseNanos(), TimeUnit.NANOSECONDS);
        act(order);
      } while (order != null || !rests());
    } catch (InterruptedException e) {
      // It was closed.
      Thread.currentThread().interrupt();
    } finally {
      endReading();
    }
  }

  /** Whether there is nothing to do, so that the thread has to end. */
  private synchronized boolean rests() {
    boolean idle = orders.isEmpty() && pauseNanos() == IDLE_NANOS;
    if (idle) {
      thread = null;
    }
    return idle;
  }

  /** Ends its thread. */
  @Override
  public synchronized void close() {
    closed = true;
    Thread running = thread;
    if (running != null) {
      // An interrupt of a reader closes its file, and waits for the disk.
      CleanThreads.make("sendfile-digests-end", running::interrupt).start();
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
  void act(@Nullable DigestOrder order) {
    try {
      if (order != null && order.reads()) {
        readLater(order.file());
      } else if (order != null) {
        look(order.file());
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
