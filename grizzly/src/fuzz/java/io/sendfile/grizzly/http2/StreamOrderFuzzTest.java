package io.sendfile.grizzly.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.core.transfer.ConnectionTurns;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Random lives of the streams of one connection: nobody waits while nobody goes. */
class StreamOrderFuzzTest {
  private static final int ROUNDS = 1000;
  private static final int STEPS = 100;
  private static final int STREAMS = 7;
  private static final List<String> FIELDS = List.of("u=0", "u=3", "", "i", "u=3, i", "u=7", "?");

  private final Set<Integer> waiting = new HashSet<>();
  private final Set<Integer> going = new HashSet<>();
  private SplittableRandom random = new SplittableRandom();

  @SeededTest
  void everyTurnIsGrantedOnceAndInTheEnd(SplittableRandom chance) {
    random = chance;
    for (int round = 0; round < ROUNDS; round++) {
      StreamOrder order = new StreamOrder();
      List<ConnectionTurns> standings = new ArrayList<>();
      for (int i = 0; i < STREAMS; i++) {
        standings.add(order.connectionTurns(i, random.nextBoolean() ? null : field(), null));
      }
      for (int step = 0; step < STEPS; step++) {
        step(order, standings, random.nextInt(STREAMS));
        somebodyGoes();
      }
      while (!waiting.isEmpty()) {
        leave(standings, going.iterator().next());
        somebodyGoes();
      }
      going.clear();
    }
  }

  private String field() {
    return FIELDS.get(random.nextInt(FIELDS.size()));
  }

  private void somebodyGoes() {
    assertThat(waiting.isEmpty() || !going.isEmpty()).as("%s wait", waiting).isTrue();
  }

  private void step(StreamOrder order, List<ConnectionTurns> standings, int who) {
    switch (random.nextInt(6)) {
      case 0 -> order.update(who, field());
      case 1 -> standings.set(who, renewed(order, standings, who));
      case 2 -> {
        // A late word means nothing to those who wait.
        going.remove(who);
        standings.get(who).rests();
      }
      default -> {
        if (!waiting.contains(who)) {
          going.remove(who);
          waiting.add(who);
          standings.get(who).wantsTurn(() -> granted(who));
        }
      }
    }
  }

  /** Another request takes the place of an ended one. */
  private ConnectionTurns renewed(StreamOrder order, List<ConnectionTurns> standings, int who) {
    leave(standings, who);
    return order.connectionTurns(who, field(), random.nextBoolean() ? null : field());
  }

  private void leave(List<ConnectionTurns> standings, int who) {
    waiting.remove(who);
    going.remove(who);
    standings.get(who).leaves();
  }

  private void granted(int who) {
    assertThat(waiting.remove(who)).as("turn of %d", who).isTrue();
    going.add(who);
  }
}
