package io.sendfile.core.machine;

import io.sendfile.core.engine.Machine;
import io.sendfile.core.engine.TurnPool;
import io.sendfile.core.files.PageCacheProbe;
import io.sendfile.core.machine.Threads.Task;
import io.sendfile.core.transfer.Timer;
import io.sendfile.spi.Stretch;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A machine on whose processors each step of an engine costs time. Its threads go on in the order
 * in which they can: nothing is left to chance, and nothing fails.
 */
final class TimedMachine implements Machine, Threads.Director {
  /** A worker's change to another transfer. */
  private static final long TURN_NANOS = 3_000;

  /** Seconds of the clock on the wall for a run. */
  private static final long MOST_SECONDS = 300;

  /** One machine runs at a time. */
  private static final Threads.Carriers CARRIERS = new Threads.Carriers();

  private final World world;
  private final Threads threads;
  private final Processors processors;
  private final int diskThreads;
  private final Pool pool = new Pool();
  private final Queue<Task> readers = new ArrayDeque<>();
  private @Nullable Throwable failure;
  private long end;
  private long owedNanos;

  TimedMachine(World world, Processors processors, int diskThreads) {
    this.world = world;
    this.processors = processors;
    this.diskThreads = diskThreads;
    this.threads = new Threads(world, CARRIERS, 0, () -> false, this);
  }

  /** Lets time pass until then. */
  void runUntil(long endNanos) {
    end = endNanos;
    try (Logged logged = new Logged(this::failed)) {
      Throwable thrown = threads.run(MOST_SECONDS);
      logged.flush();
      failure = failure == null ? thrown : failure;
    } catch (InterruptedException e) {
      failure = e;
    }
    if (failure != null) {
      throw new AssertionError("the engine failed", failure);
    }
  }

  private void failed(Throwable thrown) {
    if (!Faults.isCaused(thrown)) {
      failure = thrown;
    }
  }

  @Override
  public @Nullable Task next() {
    while (true) {
      Task first = threads.firstRunnable();
      if (first != null) {
        return first;
      }
      if (pool.mayBegin()) {
        return pool.begin();
      }
      Task reader = readers.poll();
      if (reader != null) {
        return reader;
      }
      long next = Math.min(processors.nextEvent(), threads.nextWake());
      if (next > end) {
        return null;
      }
      world.pass(Math.max(0, next - world.now()));
      processors.runDue();
    }
  }

  /** The running thread owes that time, and pays with what it computes next. */
  void owe(long nanos) {
    owedNanos += nanos;
  }

  /** Occupies a processor for that long and for what is owed, then continues. */
  void compute(long nanos, Runnable then) {
    processors.compute(nanos + owedNanos, then);
    owedNanos = 0;
  }

  /** The running thread waits for what has been begun. */
  void await(Consumer<Runnable> begun) {
    Task me = threads.current();
    if (me == null) {
      return;
    }
    boolean[] over = new boolean[1];
    begun.accept(
        () -> {
          over[0] = true;
          if (threads.current() != me) {
            threads.wake(me);
          }
        });
    while (!over[0]) {
      threads.park(Long.MAX_VALUE / 2);
    }
  }

  /** The workers. */
  private final class Pool implements TurnPool {
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private int size;
    private int spares;
    private int busy;

    boolean mayBegin() {
      return !queue.isEmpty() && busy < size + spares;
    }

    Task begin() {
      busy++;
      Runnable first = queue.remove();
      Task[] self = new Task[1];
      self[0] = new Task("worker", this, () -> work(self[0], first));
      return self[0];
    }

    private void work(Task self, Runnable first) {
      for (Runnable turn = first; turn != null; turn = self.following) {
        self.following = null;
        owedNanos += TURN_NANOS;
        turn.run();
      }
      busy--;
    }

    @Override
    public void execute(Runnable turn) {
      Task me = threads.current();
      if (me != null && me.pool == this && me.following == null && busy <= size + spares) {
        me.following = turn;
      } else {
        queue.add(turn);
      }
    }

    @Override
    public void spares(int number) {
      spares = number;
    }

    @Override
    public void park(long nanos) {
      threads.park(nanos);
    }

    @Override
    public void wake(Thread parked) {
      threads.wake(parked);
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public void resize(int newSize) {
      size = newSize;
    }

    @Override
    public void close() {}
  }

  @Override
  public TurnPool workers(int size, String prefix) {
    pool.resize(size);
    return pool;
  }

  @Override
  public int diskThreads() {
    return diskThreads;
  }

  @Override
  public ExecutorService readers(String prefix) {
    return new VirtualMachine.Readers() {
      @Override
      public void execute(Runnable task) {
        readers.add(new Task("reader", null, task));
      }
    };
  }

  @Override
  public Timer timer(String name, Runnable tick, long tickNanos) {
    tickAgain(tick, tickNanos);
    return new Timer() {
      @Override
      public void after(long nanos, Runnable action) {
        processors.at(world.now() + nanos, action);
      }

      @Override
      public void close() {}
    };
  }

  private void tickAgain(Runnable tick, long tickNanos) {
    processors.at(
        world.now() + tickNanos,
        () -> {
          tick.run();
          tickAgain(tick, tickNanos);
        });
  }

  @Override
  public PageCacheProbe probe(Executor unused) {
    return new PageCacheProbe() {
      @Override
      public long worthFrom() {
        return 0;
      }

      @Override
      public boolean has(Stretch extent) {
        CrowdServer.File file = CrowdServer.File.of(Objects.requireNonNull(extent.file()));
        return file.has(extent.position() + extent.length());
      }
    };
  }

  @Override
  public LongSupplier nanoTime() {
    return world::now;
  }

  @Override
  public InstantSource clock() {
    return () -> Instant.EPOCH.plusNanos(world.now());
  }
}
