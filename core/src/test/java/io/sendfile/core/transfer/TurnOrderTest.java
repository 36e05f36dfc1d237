package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.SharedRates.Branch;
import io.sendfile.core.transfer.TurnQueue.TurnOrder;
import io.sendfile.core.transfer.TurnQueue.TurnOrder.Rank;
import io.sendfile.core.transfer.TurnQueue.TurnOrder.Waiting;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TurnOrderTest {
  private final TurnOrder<String> order = new TurnOrder<>();

  private @Nullable String next() {
    Waiting<String> next = order.next();
    return next == null ? null : next.who();
  }

  private void add(Rank rank, String... names) {
    for (String name : names) {
      order.add(name, rank, List.of());
    }
  }

  @Test
  void nobodyIsNextWhenNobodyWaits() {
    assertThat(order.next()).isNull();
  }

  @Test
  void newcomersComeFirstButForEveryFourthTurn() {
    add(Rank.LATER, "e1", "e2", "e3");
    add(Rank.FIRST, "n1", "n2", "n3", "n4");
    assertThat(next()).isEqualTo("n1");
    assertThat(next()).isEqualTo("n2");
    assertThat(next()).isEqualTo("n3");
    assertThat(next()).isEqualTo("e1");
    assertThat(next()).isEqualTo("n4");
    assertThat(next()).isEqualTo("e2");
  }

  @Test
  void eldersLeaveOneWorkerToNewcomers() {
    order.workers(3);
    add(Rank.LATER, "e1", "e2", "e3");
    Waiting<String> first = order.next();
    assertThat(next()).isEqualTo("e2");
    assertThat(next()).isNull();
    add(Rank.FIRST, "n1", "n2", "n3", "n4");
    assertThat(next()).isEqualTo("n1");
    assertThat(next()).isEqualTo("n2");
    assertThat(next()).isEqualTo("n3");
    assertThat(next()).as("also when an elder were next").isEqualTo("n4");
    order.ended(first);
    assertThat(next()).isEqualTo("e3");
  }

  @Test
  void patientOnesComeLastButForEveryFourthTurnOfTheOthers() {
    add(Rank.LAST, "p1", "p2");
    add(Rank.USUAL, "a", "b", "c", "d");
    add(Rank.FIRST, "n");
    assertThat(next()).isEqualTo("n");
    assertThat(next()).isEqualTo("a");
    assertThat(next()).isEqualTo("b");
    assertThat(next()).isEqualTo("c");
    assertThat(next()).isEqualTo("p1");
    assertThat(next()).isEqualTo("d");
    assertThat(next()).isEqualTo("p2");
    assertThat(next()).isNull();
  }

  @Test
  void patientOnesLeaveOneWorkerToNewcomers() {
    order.workers(2);
    add(Rank.LAST, "p1", "p2");
    assertThat(order.ready()).isEqualTo(1);
    assertThat(next()).isEqualTo("p1");
    assertThat(next()).isNull();
    add(Rank.USUAL, "a", "b", "c", "d");
    assertThat(next()).isEqualTo("a");
    assertThat(next()).isEqualTo("b");
    assertThat(next()).isEqualTo("c");
    assertThat(next()).as("no patient one holds it up").isEqualTo("d");
  }

  @Test
  void patientOneIsNextHoweverManyTurnsOthersHadBefore() {
    add(Rank.USUAL, "a", "b", "c", "d", "e", "f");
    for (int i = 0; i < 5; i++) {
      next();
    }
    add(Rank.LAST, "p");
    assertThat(next()).isEqualTo("p");
    assertThat(next()).isEqualTo("f");
  }

  @Test
  void endOfAPatientTurnMakesRoomForTheNext() {
    order.workers(2);
    add(Rank.LAST, "p1", "p2");
    Waiting<String> first = order.next();
    assertThat(next()).isNull();
    order.ended(first);
    assertThat(next()).isEqualTo("p2");
  }

  @Test
  void onlyWorkerServesEldersToo() {
    order.workers(1);
    add(Rank.LATER, "e1");
    assertThat(next()).isEqualTo("e1");
  }

  @Test
  void equalsMayTakeAllWorkers() {
    order.workers(2);
    add(Rank.USUAL, "a", "b", "c");
    assertThat(next()).isEqualTo("a");
    assertThat(next()).isEqualTo("b");
    assertThat(next()).isEqualTo("c");
  }

  @Test
  void whoIsRemovedGetsNoTurn() {
    add(Rank.FIRST, "n");
    add(Rank.USUAL, "a", "b");
    add(Rank.LAST, "p");
    order.remove("n", Rank.FIRST, List.of());
    order.remove("a", Rank.USUAL, List.of());
    order.remove("p", Rank.LAST, List.of());
    assertThat(next()).isEqualTo("b");
    assertThat(next()).isNull();
  }

  @Test
  void readyAreNewcomersAndAsManyEldersAsHaveWorkers() {
    order.workers(3);
    add(Rank.LATER, "e1", "e2", "e3");
    assertThat(order.ready()).isEqualTo(2);
    Waiting<String> first = order.next();
    assertThat(order.ready()).isEqualTo(1);
    order.next();
    assertThat(order.ready()).isZero();
    add(Rank.FIRST, "n1", "n2");
    assertThat(order.ready()).isEqualTo(2);
    order.ended(first);
    assertThat(order.ready()).isEqualTo(3);
  }

  @Test
  void readyAreAllEquals() {
    order.workers(2);
    add(Rank.USUAL, "a", "b", "c");
    assertThat(order.ready()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(Rank.class)
  void clientsTakeTurnsWhateverTheirTransfers(Rank rank) {
    for (String name : List.of("a1", "a2", "a3", "a4", "b1", "b2")) {
      order.add(name, rank, List.of(new Branch(name.charAt(0), 1)));
    }
    List<String> turns = new ArrayList<>();
    for (Waiting<String> turn = order.next(); turn != null; turn = order.next()) {
      turns.add(turn.who());
      order.ended(turn);
    }
    assertThat(turns).containsExactly("a1", "b1", "a2", "b2", "a3", "a4");
  }

  @ParameterizedTest
  @EnumSource(Rank.class)
  void turnsAreSharedByWeight(Rank rank) {
    for (int i = 0; i < 8; i++) {
      order.add("a" + i, rank, List.of(new Branch("a", 3)));
      order.add("b" + i, rank, List.of(new Branch("b", 1)));
    }
    int ofA = 0;
    for (int i = 0; i < 8; i++) {
      Waiting<String> turn = order.next();
      ofA += turn.who().startsWith("a") ? 1 : 0;
      order.ended(turn);
    }
    assertThat(ofA).isEqualTo(6);
  }
}
