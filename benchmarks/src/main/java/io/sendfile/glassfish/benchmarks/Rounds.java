package io.sendfile.glassfish.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Measures contestants turn by turn, so that a disturbance hits all alike.
 *
 * @param client makes the load
 * @param asadmin applies a contestant's settings
 * @param count measurements of each cell, after a warm-up and one round that does not count
 * @param warmUp time of warming up a contestant, by all columns in turn, repeated until its
 *     compilers rest: each size of file has code of its own
 * @param time of sending new requests, in each measurement
 * @param random order of turns within a round
 */
record Rounds(
    LoadClient client, Asadmin asadmin, int count, Duration warmUp, Duration time, Random random) {
  /** Adds one sample per round, for each contestant and column. */
  void measure(
      List<Contestant> contestants,
      List<Column> columns,
      Grid<Sample> samples,
      Consumer<String> progress) {
    progress.accept("warming up");
    for (Contestant contestant : contestants) {
      WarmUp.untilCompilersRest(contestant, () -> warmUp(contestant, columns), progress);
    }
    for (int round = 0; round <= count; round++) {
      progress.accept("round " + round + " of " + count + (round == 0 ? ", not counted" : ""));
      for (Column column : columns) {
        for (Contestant contestant : Contestant.shuffled(contestants, random)) {
          asadmin.set(contestant.settings());
          Sample sample = client.run(contestant, column, column.time(time));
          if (round > 0) {
            samples.add(contestant.name(), column.title(), sample);
          }
        }
      }
    }
  }

  private void warmUp(Contestant contestant, List<Column> columns) {
    for (Column column : columns) {
      client.run(contestant, column, warmUp.dividedBy(columns.size()));
    }
  }
}
