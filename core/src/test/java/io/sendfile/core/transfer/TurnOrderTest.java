package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TurnOrderTest {
  private final TurnOrder<String> order = new TurnOrder<>();

  private void add(Urgency urgency, String... names) {
    for (String name : names) {
      order.add(name, urgency, "client");
    }
  }

  private List<String> all() {
    List<String> all = new ArrayList<>();
    for (@Nullable String next = order.next(); next != null; next = order.next()) {
      all.add(next);
    }
    return all;
  }

  @Test
  void nobodyIsNextWhenNobodyWaits() {
    assertThat(order.next()).isNull();
    assertThat(order.size()).isZero();
  }

  @Test
  void newcomersComeFirstButForEveryFourthTurn() {
    add(Urgency.USUAL, "e1", "e2", "e3");
    add(Urgency.HIGH, "n1", "n2", "n3", "n4");
    assertThat(order.size()).isEqualTo(7);
    assertThat(all()).containsExactly("n1", "n2", "n3", "e1", "n4", "e2", "e3");
  }

  @Test
  void patientOnesComeLastButForEveryFourthTurnOfTheOthers() {
    add(Urgency.LOW, "p1", "p2");
    add(Urgency.USUAL, "a", "b", "c", "d");
    add(Urgency.HIGH, "n");
    assertThat(all()).containsExactly("n", "a", "b", "c", "p1", "d", "p2");
  }

  @Test
  void eachRankIsNextHoweverManyTurnsHigherOnesHadBefore() {
    add(Urgency.HIGH, "n1", "n2", "n3", "n4", "n5", "n6");
    for (int i = 0; i < 5; i++) {
      order.next();
    }
    add(Urgency.USUAL, "a1", "a2", "a3", "a4", "a5", "a6");
    assertThat(order.next()).isEqualTo("a1");
    assertThat(order.next()).isEqualTo("n6");
    for (int i = 2; i <= 5; i++) {
      order.next();
    }
    add(Urgency.LOW, "p");
    assertThat(all()).containsExactly("p", "a6");
  }

  @Test
  void whoIsRemovedGetsNoTurn() {
    add(Urgency.HIGH, "n");
    add(Urgency.USUAL, "a", "b");
    add(Urgency.LOW, "p");
    order.remove("n", Urgency.HIGH, "client");
    order.remove("a", Urgency.USUAL, "client");
    order.remove("p", Urgency.LOW, "client");
    assertThat(all()).containsExactly("b");
  }

  @ParameterizedTest
  @EnumSource(Urgency.class)
  void clientsTakeTurnsWhateverTheirTransfers(Urgency urgency) {
    for (String name : List.of("a1", "a2", "a3", "a4", "b1", "b2")) {
      order.add(name, urgency, name.charAt(0));
    }
    assertThat(all()).containsExactly("a1", "b1", "a2", "b2", "a3", "a4");
  }
}
