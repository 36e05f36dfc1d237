package io.sendfile.core.machine;

import io.sendfile.core.engine.Machine;
import io.sendfile.core.engine.TurnPool;
import io.sendfile.core.files.PageCacheProbe;
import io.sendfile.core.machine.Threads.Task;
import io.sendfile.core.machine.World.Event;
import io.sendfile.core.machine.World.Lane;
import io.sendfile.core.transfer.Timer;
import io.sendfile.spi.Stretch;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The threads, clocks and page cache that an engine of a schedule has. */
final class VirtualMachine implements Machine {
  private final World world;
  private final Threads threads;
  private final int failures;
  private final int diskThreads;
  private final List<VirtualPool> pools = new ArrayList<>();
  private final Deque<Task> newThreads = new ArrayDeque<>();
  private final boolean[] laneBusy = new boolean[Lane.values().length];
  private long turns;
  private boolean readersClosed;
  private boolean timerClosed;

  /**
   * @param failures how often things fail: 0 for never, 1 for seldom
   */
  VirtualMachine(World world, Threads threads, int failures, int diskThreads) {
    this.world = world;
    this.threads = threads;
    this.failures = failures;
    this.diskThreads = diskThreads;
  }

  boolean fails(int oneIn) {
    return failures > 0 && !world.isSound() && world.oneIn(Math.max(2, oneIn / failures));
  }

  private void mayBeOutOfMemory(int oneIn, String what) {
    if (fails(oneIn)) {
      world.note(() -> "no memory for " + what);
      throw Faults.memory(what);
    }
  }

  /** Starts a thread of its own. */
  void start(String name, Runnable work) {
    newThreads.add(new Task(name, null, work));
  }

  /** Everything that may begin now, each by a call that makes it a task. */
  List<Beginning> beginnings() {
    List<Beginning> all = new ArrayList<>();
    if (!newThreads.isEmpty()) {
      all.add(newThreads::remove);
    }
    for (VirtualPool pool : pools) {
      if (!pool.queue.isEmpty() && pool.busy < pool.most()) {
        all.add(pool::begin);
      }
    }
    for (Lane lane : Lane.values()) {
      Event due = laneBusy[lane.ordinal()] ? null : world.due(lane);
      if (due != null) {
        all.add(() -> begin(lane, due));
      }
    }
    return all;
  }

  /** A task that may begin. */
  interface Beginning {
    Task begin();
  }

  private Task begin(Lane lane, Event event) {
    world.remove(event);
    laneBusy[lane.ordinal()] = true;
    return new Task(
        lane.name(),
        null,
        () -> {
          guarded(event.action());
          laneBusy[lane.ordinal()] = false;
        });
  }

  boolean isBusy(Lane lane) {
    return laneBusy[lane.ordinal()];
  }

  /** The engine failed, or met a failure. */
  void failed(Throwable thrown) {
    world.note(() -> "failed: " + thrown);
    if (!Faults.isCaused(thrown)) {
      StringWriter text = new StringWriter();
      thrown.printStackTrace(new PrintWriter(text));
      world.breach("an exception that nothing caused: " + text);
    }
  }

  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (Threads.Over e) {
      throw e;
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  /** Whether a listener has workers of its own. */
  boolean hasOwnWorkers() {
    return pools.size() > 1;
  }

  /** Turns so far. */
  long turns() {
    return turns;
  }

  /** Whether a thread of the pools has a turn. */
  boolean workersAreBusy() {
    return pools.stream().anyMatch(pool -> pool.busy > 0);
  }

  /** Whether every thread of each pool has a turn, so that none is left for those who wait. */
  boolean someWorkersAreAllBusy() {
    return pools.stream().anyMatch(pool -> pool.busy >= pool.most());
  }

  private final class VirtualPool implements TurnPool {
    final Deque<Runnable> queue = new ArrayDeque<>();
    private final String prefix;
    private int size;
    private int spares;
    private int busy;
    private boolean closed;

    VirtualPool(int size, String prefix) {
      this.size = size;
      this.prefix = prefix;
    }

    int most() {
      return size + spares;
    }

    @Override
    public void execute(Runnable turn) {
      Task me = threads.current();
      if (me != null && me.pool == this && me.following == null && busy <= most() && !closed) {
        me.following = turn;
        return;
      }
      if (closed) {
        throw Faults.closed(prefix);
      }
      mayBeOutOfMemory(300, "a worker");
      queue.add(turn);
      threads.callOut("execute");
    }

    Task begin() {
      Runnable first = queue.remove();
      if (world.oneIn(3)) {
        // The order among tasks of different callers is undefined.
        queue.add(first);
        first = queue.remove();
      }
      busy++;
      Runnable turn = first;
      Task[] self = new Task[1];
      Task task = new Task(prefix, this, () -> work(self[0], turn));
      self[0] = task;
      return task;
    }

    private void work(Task self, Runnable first) {
      Runnable turn = first;
      while (turn != null) {
        turns++;
        guarded(turn);
        turn = self.following;
        self.following = null;
        threads.callOut("the next turn");
      }
      busy--;
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
    public void close() {
      closed = true;
    }
  }

  @Override
  public TurnPool workers(int size, String prefix) {
    VirtualPool pool = new VirtualPool(size, prefix);
    pools.add(pool);
    return pool;
  }

  @Override
  public ExecutorService readers(String prefix) {
    return new Readers() {
      @Override
      public void execute(Runnable task) {
        if (readersClosed) {
          throw Faults.closed(prefix);
        }
        mayBeOutOfMemory(25, "a reader");
        start(prefix, () -> guarded(task));
      }

      @Override
      public void shutdown() {
        readersClosed = true;
      }
    };
  }

  @Override
  public int diskThreads() {
    return diskThreads;
  }

  /** Threads that run what they are given, and are not asked for more. */
  abstract static class Readers extends AbstractExecutorService {
    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      shutdown();
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return false;
    }
  }

  @Override
  public Timer timer(String name, Runnable tick, long tickNanos) {
    tickAgain(tick, tickNanos);
    return new Timer() {
      @Override
      public void after(long nanos, Runnable action) {
        if (!timerClosed) {
          mayBeOutOfMemory(150, "a timed action");
          world.at(world.now() + nanos, Lane.TIMER, () -> unlessClosed(action));
        }
      }

      @Override
      public void close() {
        timerClosed = true;
      }
    };
  }

  private void unlessClosed(Runnable action) {
    if (!timerClosed) {
      action.run();
    }
  }

  private void tickAgain(Runnable tick, long tickNanos) {
    world.at(
        world.now() + tickNanos,
        Lane.TIMER,
        () -> {
          if (!timerClosed) {
            guarded(tick);
            tickAgain(tick, tickNanos);
          }
        });
  }

  @Override
  public @Nullable PageCacheProbe probe(Executor readers) {
    return new PageCacheProbe() {
      @Override
      public long worthFrom() {
        return 1;
      }

      @Override
      public boolean has(Stretch extent) {
        threads.callOut("the probe");
        return ((VirtualFile.Channel) extent.file()).has(extent.position(), extent.length());
      }
    };
  }

  @Override
  public LongSupplier nanoTime() {
    return () -> {
      threads.clockRead();
      return world.read();
    };
  }

  @Override
  public InstantSource clock() {
    return () -> Instant.EPOCH.plusNanos(1_000_000 * World.SECOND + world.now());
  }
}
