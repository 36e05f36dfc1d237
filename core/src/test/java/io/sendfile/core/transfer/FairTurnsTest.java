package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.spi.SendAlgorithm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Order of turns when several transfers could send. */
class FairTurnsTest extends SchedulerFixture {
  private static final int BURST = 1000;
  private final List<String> turns = new ArrayList<>();

  @BeforeEach
  void letAllIn() {
    scheduler.limits(new Limits(1000, 0));
  }

  private void begin(String name, int length, SendAlgorithm algorithm) {
    ScriptedSink sink = sink();
    sink.otherwise(
        offered -> {
          turns.add(name);
          return offered;
        });
    submit(watched(sink, downloads.transfer(downloads.file(name, length), sink, algorithm)));
  }

  /** Fast clients get equal bursts in turn, regardless of earlier turns. */
  @ParameterizedTest
  @ValueSource(strings = {Algorithms.EQUAL_NON_BLOCKING, Algorithms.ADAPTIVE})
  void noFastClientGetsMoreThanOneBurstAheadOfAnother(String name) {
    SendAlgorithm algorithm = Algorithms.of(name, BURST);
    for (String client : List.of("a", "b", "c")) {
      begin(client, 20 * BURST, algorithm);
    }
    workers.runAll();
    assertThat(turns).hasSize(60);
    for (int i = 3; i < turns.size(); i++) {
      assertThat(turns.subList(i - 3, i)).doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {Algorithms.EQUAL_NON_BLOCKING, Algorithms.ADAPTIVE})
  void clientsShareTurnsWhateverTheirConnections(String name) {
    SendAlgorithm algorithm = Algorithms.of(name, BURST);
    downloads.claim(new Claim("alice", 0));
    for (int i = 0; i < 30; i++) {
      begin("many", 20 * BURST, algorithm);
    }
    downloads.claim(new Claim("bob", 0));
    begin("one", 40 * BURST, algorithm);
    workers.runAll();
    // After the first turns of newcomers.
    assertThat(turns.subList(50, 70).stream().filter("one"::equals)).hasSize(10);
  }

  @Test
  void newcomerOfAdaptiveGoesBeforeThoseThatHaveSent() {
    SendAlgorithm algorithm = Algorithms.of(Algorithms.ADAPTIVE, BURST);
    begin("a", 3 * BURST, algorithm);
    begin("b", 3 * BURST, algorithm);
    workers.runNext();
    workers.runNext();
    begin("new", 2 * BURST, algorithm);
    workers.runAll();
    assertThat(turns).startsWith("a", "b", "new", "a", "b", "new");
  }

  @Test
  void newcomersOfTheEqualAlgorithmsQueueUp() {
    SendAlgorithm algorithm = Algorithms.of(Algorithms.EQUAL_NON_BLOCKING, BURST);
    begin("a", 3 * BURST, algorithm);
    workers.runNext();
    begin("new", BURST, algorithm);
    workers.runAll();
    assertThat(turns).startsWith("a", "a", "new");
  }

  @Test
  void newcomersWithoutEndStarveNobody() {
    SendAlgorithm algorithm = Algorithms.of(Algorithms.ADAPTIVE, BURST);
    begin("old", 1000 * BURST, algorithm);
    workers.runNext();
    for (int i = 0; i < 100; i++) {
      begin("n" + i, 1, algorithm);
      begin("m" + i, 1, algorithm);
      workers.runNext();
    }
    assertThat(turns.stream().filter("old"::equals)).hasSize(1 + 100 / 4);
  }

  /** Each task may wake a worker. */
  @Test
  void asksForNoMoreWorkersThanTransfersWait() {
    scheduler.workers(2);
    SendAlgorithm algorithm = Algorithms.of(Algorithms.ADAPTIVE, BURST);
    for (String client : List.of("a", "b", "c")) {
      begin(client, 10 * BURST, algorithm);
    }
    do {
      assertThat(workers.size()).isLessThanOrEqualTo(3);
    } while (workers.runNext());
    assertThat(turns).hasSize(30);
  }
}
