package io.sendfile.grizzly.sockets;

import io.sendfile.core.engine.WorkerThreads;
import io.sendfile.core.threads.Thrown;
import io.sendfile.core.transfer.Parker;
import io.sendfile.spi.CleanThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reports writable sockets, on its own thread: Grizzly's selector threads never wait for a disk. A
 * channel may be registered here and with Grizzly at once. Thread-safe; the thread starts with the
 * first wait.
 */
public final class WritePoller implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.poller");

  /** Pause after a failure, so that a repeated one does not keep a processor busy. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Selector selector;
  private final SpareSelectors selectors = new SpareSelectors(Runtime.version().feature());
  private final WorkerThreads maker;
  private final LongSupplier nanoTime;
  private final Parker parker;
  private final AtomicInteger waiting = new AtomicInteger();
  private final CollectingPause pause = new CollectingPause();

  /** The present pause, nanoseconds, after which the thread selects without being woken; or 0. */
  private volatile long collecting;

  /** When the last download began to wait that had not waited before. */
  private volatile long newcomerNanos;

  private @Nullable Thread thread;

  /** The thread, as its parker knows it. */
  private volatile @Nullable Thread parked;

  /** A pending wake-up, and the begin of the wait for it. */
  private record PendingWakeUp(Runnable wakeUp, long sinceNanos) {}

  /** A poller without sockets. */
  public WritePoller() {
    this(Thread::new);
  }

  /**
   * A poller without sockets.
   *
   * @param maker creates its thread
   */
  public WritePoller(WorkerThreads maker) {
    this(selector(), maker, System::nanoTime, new Parker() {});
  }

  /**
   * A poller without sockets.
   *
   * @param nanoTime monotonic clock, nanoseconds
   * @param parker has its thread wait
   */
  public WritePoller(Selector selector, WorkerThreads maker, LongSupplier nanoTime, Parker parker) {
    this.selector = selector;
    this.maker = maker;
    this.nanoTime = nanoTime;
    this.parker = parker;
  }

  private static Selector selector() {
    try {
      return Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException("no selector for downloads: out of file descriptors?", e);
    }
  }

  /**
   * Runs {@code wakeUp} once, as soon as the channel is writable or broken. It must be quick.
   *
   * @param first whether the download has not waited yet, so that its client may be a fast one
   * @return the key of a channel that is new here, for whoever closes it to {@link #forget}; else
   *     null
   */
  @Nullable SelectionKey await(SocketChannel channel, Runnable wakeUp, boolean first) {
    start();
    PendingWakeUp wait = new PendingWakeUp(wakeUp, nanoTime.getAsLong());
    SelectionKey key = channel.keyFor(selector);
    SelectionKey made = null;
    try {
      if (key == null) {
        made = channel.register(selector, SelectionKey.OP_WRITE, wait);
        waiting.incrementAndGet();
      } else {
        attach(key, wait);
        key.interestOps(SelectionKey.OP_WRITE);
      }
      if (first) {
        newcomerNanos = wait.sinceNanos;
      }
      wake(first);
    } catch (ClosedChannelException | CancelledKeyException | ClosedSelectorException e) {
      // The sender learns the cause from its next write.
      if (key == null || attach(key, null) != null) {
        wakeUp.run();
      }
    }
    return made;
  }

  private void wake(boolean newcomer) {
    long pause = collecting;
    Thread sleeper = parked;
    if (pause == 0) {
      selector.wakeup();
    } else if (newcomer && sleeper != null && CollectingPause.isLong(pause)) {
      parker.wake(sleeper);
    }
  }

  /** The present time of its clock, nanoseconds. */
  long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** Selectors for single queries about sockets. */
  SpareSelectors selectors() {
    return selectors;
  }

  /** Drops the pending wake-up of a channel; the channel stays known for its next download. */
  void release(SocketChannel channel) {
    SelectionKey key = channel.keyFor(selector);
    if (key != null) {
      attach(key, null);
    }
  }

  /** Sets the pending wake-up, and returns the earlier one. */
  private @Nullable Object attach(SelectionKey key, @Nullable PendingWakeUp wait) {
    Object before = key.attach(wait);
    waiting.addAndGet((wait == null ? 0 : 1) - (before == null ? 0 : 1));
    return before;
  }

  /**
   * Forgets a channel. Needed before its descriptor can be freed. A closed one may know its key no
   * more.
   */
  void forget(SelectionKey key) {
    attach(key, null);
    key.cancel();
    selector.wakeup();
  }

  /** Number of pending wake-ups. */
  int waiting() {
    return waiting.get();
  }

  private synchronized void start() {
    // Starts the thread, also after an earlier start has failed for lack of memory.
    if (thread == null || !thread.isAlive()) {
      Thread made = CleanThreads.make(() -> maker.make(this::run, "sendfile-poller"));
      thread = made;
      made.start();
    }
  }

  private void run() {
    parked = Thread.currentThread();
    while (selector.isOpen()) {
      try {
        selector.select(this::ready);
        collect();
      } catch (ClosedSelectorException e) {
        return;
      } catch (IOException | RuntimeException | Error e) {
        Thrown.log(LOG, e, "waiting for writable sockets failed; trying again");
        parker.park(PAUSE_NANOS);
      }
    }
  }

  /** Lets more sockets become writable; awaits meanwhile wake no selector, but end a long pause. */
  private void collect() {
    long nanos = pause.next(waiting.get());
    if (nanos > 0) {
      collecting = nanos;
      // In this order, as a newcomer tells its time before it looks at the pause.
      if (CollectingPause.isLong(nanos)) {
        nanos = CollectingPause.besideNewcomer(nanos, nanoTime.getAsLong() - newcomerNanos);
        collecting = nanos;
      }
      parker.park(nanos);
      collecting = 0;
    }
  }

  private void ready(SelectionKey key) {
    try {
      key.interestOps(0);
    } catch (CancelledKeyException e) {
      LOG.log(Level.FINEST, "closed while it became writable", e);
    }
    if (attach(key, null) instanceof PendingWakeUp wait) {
      pause.waited(nanoTime.getAsLong() - wait.sinceNanos);
      wake(wait.wakeUp);
    }
  }

  /** Runs a wake-up; its exception must not keep the other ready sockets from being woken. */
  private static void wake(Runnable wakeUp) {
    try {
      wakeUp.run();
    } catch (RuntimeException | Error e) {
      Thrown.log(LOG, e, "a transfer could not be woken; it ends by its stall timeout");
    }
  }

  @Override
  public void close() {
    selectors.close();
    try {
      selector.close();
    } catch (IOException e) {
      LOG.log(Level.FINE, "closing the selector", e);
    }
  }

  /**
   * Pause in which writable sockets are collected, so that one look at them, and one worker, serves
   * many. It grows with the number of waiting sockets, as each of many gets its share more slowly
   * anyway; and further, step by step, while even the fastest of their readers is slow, and none is
   * new. Not thread-safe.
   */
  static final class CollectingPause {
    /** With fewer, a socket could run empty. */
    static final int LEAST_WAITING = 10;

    /** Share of one waiting socket in the pause. */
    static final long NANOS_PER_SOCKET = TimeUnit.MICROSECONDS.toNanos(20);

    static final long MOST_NANOS_BY_NUMBER = TimeUnit.MILLISECONDS.toNanos(5);

    /** A reader waits longer by an eighth at most, for the pause. */
    private static final int PAUSES_PER_WAIT = 8;

    static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private long shortestWait = Long.MAX_VALUE;
    private long nanos;

    /** Counts a socket that became writable after this time. */
    void waited(long waitNanos) {
      shortestWait = Math.min(shortestWait, waitNanos);
    }

    /**
     * The pause before the next look, in nanoseconds; 0 for none.
     *
     * @param waiting sockets that are waited for
     */
    long next(int waiting) {
      if (waiting < LEAST_WAITING) {
        nanos = 0;
      } else {
        long byNumber = Math.min(MOST_NANOS_BY_NUMBER, waiting * NANOS_PER_SOCKET);
        nanos = Math.max(byNumber, bySpeed());
      }
      shortestWait = Long.MAX_VALUE;
      return nanos;
    }

    /** Whether it is longer than fast readers may wait. */
    static boolean isLong(long nanos) {
      return nanos > MOST_NANOS_BY_NUMBER;
    }

    /**
     * The pause while a newcomer may turn out to be fast. One that has waited for longer than any
     * pause is slow, or reads nothing.
     *
     * @param newNanos time since its wait began
     */
    static long besideNewcomer(long nanos, long newNanos) {
      return newNanos < MOST_NANOS ? Math.min(nanos, MOST_NANOS_BY_NUMBER) : nanos;
    }

    /** A look that found no writable socket says nothing about the readers. */
    private long bySpeed() {
      return shortestWait == Long.MAX_VALUE
          ? nanos
          : Math.min(shortestWait / PAUSES_PER_WAIT, Math.min(MOST_NANOS, 2 * nanos));
    }
  }
}
