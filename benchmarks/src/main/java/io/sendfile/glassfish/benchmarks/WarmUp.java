package io.sendfile.glassfish.benchmarks;

import java.time.Duration;
import java.util.function.Consumer;

/** Loads a server until its JVM has compiled what the load runs; on one core that takes minutes. */
final class WarmUp {
  /** Share of a processor that compilers may use when a measurement begins. */
  static final double RESTING = 0.01;

  private static final int MOST = Integer.getInteger("warm-ups", 12);

  private WarmUp() {}

  /**
   * Repeats a load until compilers rest, as often as {@code --warm-ups} says at most.
   *
   * @param load at least ten seconds of the load to be measured
   */
  static void untilCompilersRest(Contestant contestant, Runnable load, Consumer<String> progress) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    boolean rests = false;
    for (int i = 1; !rests && i <= MOST; i++) {
      double before = server.compilerSeconds();
      long begin = System.nanoTime();
      load.run();
      double seconds = server.compilerSeconds() - before;
      Duration time = Duration.ofNanos(System.nanoTime() - begin);
      rests = rests(seconds, time);
      progress.accept(
          "warmed up %s, its compilers used %.2f s of %d"
              .formatted(contestant.name(), seconds, time.toSeconds()));
    }
  }

  /** Whether compilers that used so many seconds of CPU in that time are at rest. */
  static boolean rests(double compilerSeconds, Duration time) {
    return compilerSeconds <= RESTING * time.toNanos() / 1e9;
  }
}
