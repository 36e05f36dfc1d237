package io.sendfile.core.machine;

import io.sendfile.core.machine.Threads.Carriers;
import io.sendfile.core.machine.Threads.Task;
import io.sendfile.core.machine.VirtualMachine.Beginning;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A schedule, step by step: things happen and fail for some hundred steps, then all is sound, and
 * every transfer must come to its end.
 */
abstract class Steps implements Threads.Director {
  private static final long MOST_NANOS_TO_END = 900 * World.SECOND;

  /** More than a schedule has in which a file goes byte by byte. */
  private static final int MOST_STEPS = 300_000;

  private static final long QUIET_NANOS = 40 * World.SECOND;

  private static final long MOST_SECONDS = 120;

  /**
   * The result of a run.
   *
   * @param failure the broken rule; null if all held
   * @param transfers those that began
   */
  record Result(
      long seed,
      @Nullable String failure,
      int steps,
      int transfers,
      long bytes,
      List<String> trace) {}

  private enum Phase {
    /** Things happen, and fail. */
    PLAY,
    /** Nothing fails any more, and all transfers end. */
    HEAL,
    /** All have ended; timers run out. */
    QUIET
  }

  final World world;
  final Profile profile;
  final Threads threads;
  final VirtualMachine machine;
  private final Set<Integer> without;
  private Phase phase = Phase.PLAY;
  private long phaseNanos;

  /**
   * @param without steps that are left out
   */
  Steps(World world, Set<Integer> without, Carriers carriers) {
    this.world = world;
    this.without = without;
    this.profile = new Profile(world);
    this.threads = new Threads(world, carriers, profile.preemption, this::isLocked, this);
    this.machine = new VirtualMachine(world, threads, profile.failures, profile.diskThreads);
  }

  /** Whether the calling thread holds a lock that it must not hold when it calls out. */
  abstract boolean isLocked();

  /** Checks the rules of each step. */
  abstract void always();

  /** Checks those that hold while no thread has anything to do. */
  abstract void atRest();

  /** Checks those that hold when all is over. */
  abstract void atTheEnd();

  /** Something happens. */
  abstract void act();

  /** Nothing fails from now on, and nobody is slow. */
  abstract void heal();

  /** Transfers that have not ended. */
  abstract List<?> living();

  /** Number of transfers that have begun. */
  abstract int transfers();

  /** Bytes of all transfers. */
  abstract long bytes();

  /** Runs it to its end. */
  final Result run(long seed, List<String> trace) throws InterruptedException {
    Throwable thrown;
    try (Logged logged = new Logged(machine::failed)) {
      thrown = threads.run(MOST_SECONDS);
      logged.flush();
    }
    String failure =
        world.breaches().isEmpty()
            ? (thrown == null ? null : text(thrown))
            : String.join("\n", world.breaches());
    return new Result(seed, failure, world.step(), transfers(), bytes(), trace);
  }

  private static String text(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** Whether nothing happens any more but the ends of transfers. */
  final boolean isEnding() {
    return phase != Phase.PLAY;
  }

  @Override
  public final @Nullable Task next() {
    while (true) {
      always();
      if (!world.breaches().isEmpty()) {
        return null;
      }
      world.nextStep();
      if (world.step() > MOST_STEPS) {
        world.breach("the machine runs in circles: " + living());
        return null;
      }
      boolean plays = phase == Phase.PLAY;
      if (plays && without.contains(world.step())) {
        continue;
      }
      List<Task> runnable = threads.runnable();
      List<Beginning> beginnings = machine.beginnings();
      int choices = runnable.size() + beginnings.size();
      boolean rests = choices == 0 && !threads.someRest();
      if (rests) {
        atRest();
      } else if (choices == 0) {
        continue;
      }
      if (plays && world.step() >= profile.steps) {
        begin(Phase.HEAL);
        world.heal();
        heal();
      } else if (plays && (rests ? world.oneIn(profile.calm ? 8 : 2) : world.oneIn(8))) {
        act();
      } else if (plays && !rests && world.oneIn(12)) {
        world.pass(world.between(1, 100 * World.MILLI));
      } else if (!rests) {
        int choice = world.upTo(choices);
        return choice < runnable.size()
            ? runnable.get(choice)
            : beginnings.get(choice - runnable.size()).begin();
      } else if (phase == Phase.HEAL && living().isEmpty()) {
        begin(Phase.QUIET);
      } else if (phase == Phase.QUIET && world.now() - phaseNanos > QUIET_NANOS) {
        atTheEnd();
        return null;
      } else {
        passToNext();
      }
    }
  }

  private void begin(Phase next) {
    phase = next;
    phaseNanos = world.now();
    world.note(next::name);
  }

  /** Lets time pass until the next thing happens. */
  private void passToNext() {
    long next = Math.min(world.nextEvent(lane -> !machine.isBusy(lane)), threads.nextWake());
    world.pass(Math.max(0, Math.min(next, world.now() + 2 * World.SECOND) - world.now()));
    if (phase != Phase.PLAY && world.now() - phaseNanos > MOST_NANOS_TO_END) {
      world.breach("transfers do not come to their end: " + living());
    }
  }
}
