package io.sendfile.core.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sendfile.core.SeededTest;
import io.sendfile.core.machine.Steps.Result;
import io.sendfile.core.machine.Threads.Carriers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Schedules of a machine, in each of which every one of its rules holds. {@code -Dfuzz.seconds=600}
 * tries new ones for ten minutes; {@code -Dfuzz.seed=N} plays one, and prints what happens.
 */
abstract class SchedulesTest {
  static final long FIXED_SEEDS = 200;

  private final String module;
  private final String seeds;
  private final long fixedSeeds;
  private final long seconds;
  private final Carriers carriers = new Carriers();

  /**
   * @param module of Maven
   * @param seeds the file of schedules that broke a rule
   * @param fixedSeeds number of schedules that are played in each build
   * @param seconds in which new ones are played
   */
  SchedulesTest(String module, String seeds, long fixedSeeds, long seconds) {
    this.module = module;
    this.seeds = seeds;
    this.fixedSeeds = fixedSeeds;
    this.seconds = seconds;
  }

  /**
   * Plays a schedule.
   *
   * @param without steps that are left out
   */
  abstract Result run(long seed, Set<Integer> without, boolean traced, Carriers carriers)
      throws InterruptedException;

  /** Runs a schedule; a failure is told by its shortest form. */
  private Result play(long seed, Set<Integer> without) throws InterruptedException {
    Result result = run(seed, without, false, carriers);
    if (result.failure() != null) {
      Shrunk.Player player = (again, more) -> run(again, more, false, carriers);
      fail(Shrunk.of(result, without, player).words(module, getClass().getSimpleName(), seeds));
    }
    return result;
  }

  @Test
  void rulesHoldInTheSchedulesOfFixedSeeds() throws InterruptedException {
    for (long seed = 0; seed < fixedSeeds; seed++) {
      play(seed, Set.of());
    }
  }

  @Test
  void rulesHoldInTheSchedulesThatBrokeOne() throws IOException, InterruptedException {
    try (InputStream kept = getClass().getResourceAsStream(seeds)) {
      byte[] bytes = Objects.requireNonNull(kept, seeds).readAllBytes();
      List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      for (String line : lines) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] parts = line.split(" ", 3);
          play(Long.parseLong(parts[0]), Shrunk.steps(parts[1]));
        }
      }
    }
  }

  /** The same seed leads to the same steps. */
  @Test
  void seedDecidesAboutEverything() throws InterruptedException {
    for (long seed = 0; seed < fixedSeeds / 10; seed++) {
      List<String> first = run(seed, Set.of(), true, carriers).trace();
      assertThat(run(seed, Set.of(), true, carriers).trace()).as("seed %d", seed).isEqualTo(first);
    }
  }

  /** As long as the caller asks for. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.DAYS)
  void rulesHoldInNewSchedules() throws InterruptedException {
    Long given = Long.getLong("fuzz.seed");
    if (given != null) {
      Set<Integer> without = Shrunk.steps(System.getProperty("fuzz.without", "-"));
      Result result = run(given, without, true, carriers);
      result.trace().forEach(System.out::println);
      assertThat(result.failure()).isNull();
      return;
    }
    long first = SeededTest.Seeds.fresh();
    long start = System.nanoTime();
    long nanos = Duration.ofSeconds(Long.getLong("fuzz.seconds", seconds)).toNanos();
    long steps = 0;
    long transfers = 0;
    long seed = first;
    for (; System.nanoTime() - start < nanos; seed++) {
      Result result = play(seed, Set.of());
      steps += result.steps();
      transfers += result.transfers();
    }
    System.out.printf(
        getClass().getSimpleName() + ": seeds %d to %d, %d schedules, %d steps, %d transfers%n",
        first,
        seed - 1,
        seed - first,
        steps,
        transfers);
  }
}
