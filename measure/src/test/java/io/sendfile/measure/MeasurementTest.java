package io.sendfile.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.buffer.BufferPolicies;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.glassfish.admin.RefusedException;
import io.sendfile.measure.Figures.Pacing;
import io.sendfile.measure.Measurement.PlugInParts;
import io.sendfile.measure.Plan.Variant;
import io.sendfile.spi.BufferPolicy;
import io.sendfile.spi.SendAlgorithm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Short measurements over real sockets; none leaves anything behind. */
@Timeout(120)
class MeasurementTest {
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final long DEADLINE_SECONDS = 20;
  private static final SendfileSettings SETTINGS = SendfileSettings.DEFAULTS;

  private final BadPlugIns plugIns = new BadPlugIns();
  private final Set<Thread> threadsBefore = new HashSet<>();
  private @TempDir Path temporary;
  private Measurement measurement;

  /** An algorithm and a policy that fail, and a policy that cannot be created. */
  private static final class BadPlugIns implements PlugInParts {
    @Override
    public Map<String, SendAlgorithm> algorithms() {
      return Map.of("throws", new ThrowingAlgorithm());
    }

    @Override
    public BufferPolicy bufferPolicy(String name) {
      if (name.equals("throws")) {
        return new ThrowingPolicy();
      }
      throw new IllegalStateException(name + " cannot be made");
    }
  }

  @BeforeEach
  void look() {
    threadsBefore.addAll(threads());
    measurement = new Measurement(plugIns, temporary);
  }

  @AfterEach
  void leavesNothingBehind() throws IOException, InterruptedException {
    measurement.close();
    for (Thread thread : threads()) {
      if (!threadsBefore.contains(thread)) {
        TimeUnit.SECONDS.timedJoin(thread, DEADLINE_SECONDS);
        assertThat(thread.isAlive()).as("%s still runs", thread.getName()).isFalse();
      }
    }
    assertThat(temporary).isEmptyDirectory();
    assertThat(openMeasuredFiles()).isEmpty();
  }

  /** Threads of ours, but those that open files for all servers, and end when they are idle. */
  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("sendfile-"))
        .filter(thread -> !thread.getName().equals("sendfile-opener"))
        .toList();
  }

  private List<Path> openMeasuredFiles() throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors
          .filter(Files::isSymbolicLink)
          .flatMap(
              descriptor -> {
                try {
                  return Stream.of(Files.readSymbolicLink(descriptor));
                } catch (IOException e) {
                  return Stream.empty();
                }
              })
          .filter(file -> file.startsWith(temporary))
          .toList();
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.count();
    }
  }

  private static Plan plan(Duration each, List<String> algorithms, List<String> policies) {
    return Plan.of(SETTINGS, algorithms, policies, each, 1);
  }

  /** A long measurement that has begun. */
  private CompletableFuture<List<Result>> begun() {
    CompletableFuture<List<Result>> results =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return measurement.run(plan(LONG, Algorithms.names(), List.of()));
              } catch (RefusedException | InterruptedException e) {
                throw new IllegalStateException(e.getMessage(), e);
              }
            });
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (threads().stream().noneMatch(t -> t.getName().startsWith("sendfile-measurement-cl"))) {
      assertThat(System.nanoTime()).as("it begins").isLessThan(deadline);
      Thread.onSpinWait();
    }
    return results;
  }

  @Test
  void tellsOfEachAlgorithmAndEachBufferPolicyInEachOfItsSituations() throws Exception {
    List<Result> results = measurement.run(plan(SHORT, Algorithms.names(), BufferPolicies.names()));
    assertThat(results).hasSize(2 * Algorithms.names().size() + 3 * BufferPolicies.names().size());
    assertThat(results)
        .extracting(Result::variant)
        .containsAll(Algorithms.names().stream().map(n -> new Variant(Kind.ALGORITHM, n)).toList())
        .containsAll(
            BufferPolicies.names().stream().map(n -> new Variant(Kind.BUFFER_POLICY, n)).toList());
    assertThat(results)
        .filteredOn(Result::inForce)
        .extracting(result -> result.variant().name())
        .containsExactly(
            "adaptive", "adaptive", "server-default", "server-default", "server-default");
    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(result)
                    .isInstanceOfSatisfying(
                        Result.Measured.class,
                        measured -> checkFigures(measured.load(), measured.figures())));
  }

  private static void checkFigures(Load load, Figures figures) {
    assertThat(figures.nanos()).isGreaterThanOrEqualTo(SHORT.toNanos());
    Pacing pacing = figures.pacing();
    assertThat(pacing != null).isEqualTo(load.isPaced());
    if (pacing == null) {
      assertThat(figures.requests()).isPositive();
      assertThat(figures.bytes()).isEqualTo(figures.requests() * load.fileBytes());
      assertThat(figures.firstByteMedianNanos()).isPositive();
      assertThat(figures.firstByteP99Nanos())
          .isGreaterThanOrEqualTo(figures.firstByteMedianNanos());
      assertThat(figures.cpuMicrosPerRequest().orElseThrow()).isPositive();
      assertThat(figures.heapBytesPerRequest().orElseThrow()).isPositive();
      assertThat(figures.load().processors().orElseThrow()).isPositive();
    } else {
      assertThat(pacing.lowestShare()).isBetween(0.0, 1.0);
      assertThat(pacing.longestPauseNanos()).isPositive();
    }
    // Blocked workers may leave the slow clients without any byte.
    if (figures.bytes() > 0) {
      assertThat(figures.cpuMillisPerGigabyte().orElseThrow()).isPositive();
    }
    // The JVMs of these tests report all of these values. Linux counts ticks of 10 ms, so that it
    // may find none of a process that mostly waits.
    assertThat(figures.load().processors().orElseThrow()).isNotNegative();
    assertThat(figures.load().average().orElseThrow()).isNotNegative();
  }

  @Test
  void repeatedMeasurementsLeaveNoDescriptorOpen() throws Exception {
    Plan plan = plan(Duration.ofMillis(50), List.of("adaptive"), List.of("direct-view"));
    measurement.run(plan);
    long before = descriptors();
    measurement.run(plan);
    measurement.run(plan);
    assertThat(descriptors()).isLessThanOrEqualTo(before);
  }

  @Test
  void variantThatFailsIsToldInItsPlaceAndTheOthersGoOn() throws Exception {
    List<Result> results =
        measurement.run(
            plan(SHORT, List.of("throws", "adaptive"), List.of("throws", "missing", "heap")));
    assertThat(results)
        .extracting(result -> result.variant().name() + " " + (result instanceof Result.Measured))
        .containsExactly(
            "throws false",
            "throws false",
            "adaptive true",
            "adaptive true",
            "throws false",
            "throws false",
            "throws false",
            "missing false",
            "missing false",
            "missing false",
            "heap true",
            "heap true",
            "heap true");
    assertThat(why(results.get(0))).contains("the plug-in failed", "the module's own");
    assertThat(why(results.get(4))).contains("the plug-in failed", "the module's own");
    assertThat(why(results.get(7))).isEqualTo("missing cannot be made");
    assertThat(why(results.get(9))).isEqualTo("missing cannot be made");
  }

  /** Eight blocked workers cannot serve two hundred slow clients; one that waits for none can. */
  @Test
  void slowClientsGetTheirPaceOnlyWhereNoWorkerWaitsForThem() throws Exception {
    List<Result> results =
        measurement.run(
            plan(SHORT, List.of("adaptive", "simple-blocking"), List.of()).only(Load.SLOW));
    Pacing adaptive = pacing(results.get(0));
    Pacing blocking = pacing(results.get(1));
    assertThat(blocking.lowestShare()).isLessThan(0.5).isLessThan(adaptive.lowestShare());
    assertThat(blocking.workersBusy()).isGreaterThan(adaptive.workersBusy());
    assertThat(adaptive.bufferBytes()).as("zero-copy, server-default").isEmpty();
  }

  private static Pacing pacing(Result result) {
    return ((Result.Measured) result).figures().pacing();
  }

  @Test
  void roundsOfAllVariantsTakeTurns() throws Exception {
    Plan plan =
        Plan.of(
                SETTINGS,
                List.of("adaptive", "equal-blocking"),
                List.of(),
                Duration.ofMillis(50),
                2)
            .only(Load.LARGE);
    assertThat(measurement.run(plan))
        .extracting(result -> result.variant().name())
        .containsExactly("adaptive", "equal-blocking", "adaptive", "equal-blocking");
    assertThat(plan.expected()).isEqualTo(Duration.ofMillis(400));
  }

  private static String why(Result result) {
    return ((Result.Failed) result).why();
  }

  @Test
  void secondMeasurementIsRefusedWhileOneRuns() throws Exception {
    CompletableFuture<List<Result>> first = begun();
    assertThatThrownBy(() -> measurement.run(plan(SHORT, List.of("adaptive"), List.of())))
        .isInstanceOf(RefusedException.class)
        .hasMessageMatching(
            "A measurement is running on this server, for about \\d+ seconds more;.*");
    measurement.cancel();
    assertThatThrownBy(first::get).isInstanceOf(ExecutionException.class);
    assertThat(measurement.run(plan(SHORT, List.of("adaptive"), List.of()))).hasSize(2);
  }

  @Test
  void cancelledMeasurementEndsBeforeItsTime() {
    CompletableFuture<List<Result>> first = begun();
    measurement.cancel();
    assertThatThrownBy(first::get).hasMessageContaining("The measurement was cancelled.");
  }

  @Test
  void interruptOfWhoWaitsCancels() throws Exception {
    Thread waiting =
        new Thread(
            () -> {
              try {
                measurement.run(plan(LONG, List.of("adaptive"), List.of()));
              } catch (RefusedException | InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    waiting.start();
    waiting.interrupt();
    TimeUnit.SECONDS.timedJoin(waiting, DEADLINE_SECONDS);
    assertThat(waiting.isAlive()).isFalse();
  }

  @Test
  void closedMeasurementEndsTheOneThatRunsAndRefusesOthers() {
    CompletableFuture<List<Result>> first = begun();
    measurement.close();
    assertThatThrownBy(first::get).hasMessageContaining("The measurement was cancelled.");
    assertThatThrownBy(() -> measurement.run(plan(SHORT, List.of("adaptive"), List.of())))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("being stopped");
  }
}
