package io.sendfile.glassfish.benchmarks;

import java.util.function.Consumer;

/** Loads a server until its JVM has compiled what the load runs; on one core that takes minutes. */
final class WarmUp {
  /** Share of a processor that compilers may use when a measurement begins. */
  private static final double RESTING = 0.02;

  private static final int MOST = 8;

  private WarmUp() {}

  /**
   * Repeats a load until compilers rest, eight times at most.
   *
   * @param load some seconds of the load to be measured
   */
  static void untilCompilersRest(Contestant contestant, Runnable load, Consumer<String> progress) {
    ServerProcess server = ServerProcess.listeningOn(contestant.ports());
    double share = 1;
    for (int i = 1; share > RESTING && i <= MOST; i++) {
      double before = server.compilerSeconds();
      long begin = System.nanoTime();
      load.run();
      share = (server.compilerSeconds() - before) * 1e9 / (System.nanoTime() - begin);
      progress.accept(
          "warmed up %s, its compilers used %.3f of a processor"
              .formatted(contestant.name(), share));
    }
  }
}
