package io.sendfile.glassfish.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Measures contestants turn by turn, so that a disturbance hits all alike.
 *
 * @param client makes the load
 * @param asadmin sets what a contestant is to be measured with
 * @param count how often each cell is measured, after some time of warming up and one round that is
 *     not counted
 * @param connections keep-alive connections
 * @param time how long new requests are made, each time
 * @param random decides the order of turns within a round
 */
record Rounds(
    LoadClient client, Asadmin asadmin, int count, int connections, Duration time, Random random) {
  /**
   * Servers in Java compile their hot code first, here on a single core; some ten thousand requests
   * later they have done with it.
   */
  private static final Duration WARM_UP = Duration.ofSeconds(25);

  /** One sample per round, for each contestant and file. */
  Map<Cell, List<Sample>> measure(
      List<Contestant> contestants, List<BenchFile> files, Consumer<String> progress) {
    Map<Cell, List<Sample>> samples = new LinkedHashMap<>();
    progress.accept("warming up");
    for (Contestant contestant : contestants) {
      client.run(contestant, files.get(0), connections, WARM_UP);
    }
    for (int round = 0; round <= count; round++) {
      progress.accept("round " + round + " of " + count + (round == 0 ? ", not counted" : ""));
      for (BenchFile file : files) {
        for (Contestant contestant : shuffled(contestants)) {
          asadmin.set(contestant.settings());
          Sample sample = client.run(contestant, file, connections, time);
          if (round > 0) {
            samples
                .computeIfAbsent(new Cell(contestant.name(), file), c -> new ArrayList<>())
                .add(sample);
          }
        }
      }
    }
    return samples;
  }

  private List<Contestant> shuffled(List<Contestant> contestants) {
    List<Contestant> order = new ArrayList<>(contestants);
    Collections.shuffle(order, random);
    return order;
  }

  /** One field of a table. */
  record Cell(String contestant, BenchFile file) {}
}
