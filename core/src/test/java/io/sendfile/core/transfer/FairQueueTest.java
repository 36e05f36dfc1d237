package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.SharedRates.Branch;
import io.sendfile.core.transfer.TurnQueue.TurnOrder.FairQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FairQueueTest {
  private final FairQueue<String> queue = new FairQueue<>();

  private static List<Branch> path(Object... names) {
    List<Branch> path = new ArrayList<>();
    for (Object name : names) {
      path.add(new Branch(name, 1));
    }
    return path;
  }

  private void add(String item, Object... names) {
    queue.add(item, path(names));
  }

  private List<String> all() {
    List<String> all = new ArrayList<>();
    for (@Nullable String next = queue.next(item -> 1);
        next != null;
        next = queue.next(item -> 1)) {
      all.add(next);
    }
    return all;
  }

  @Test
  void nobodyIsNextWhenNobodyWaits() {
    assertThat(queue.peek()).isNull();
    assertThat(queue.next(item -> 1)).isNull();
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void firstComeFirstServedWithoutBranches() {
    add("a");
    add("b");
    add("c");
    assertThat(all()).containsExactly("a", "b", "c");
  }

  @Test
  void branchesTakeTurnsWhateverTheirItems() {
    add("a1", "a");
    add("a2", "a");
    add("a3", "a");
    add("b1", "b");
    assertThat(queue.size()).isEqualTo(4);
    assertThat(queue.peek()).isEqualTo("a1");
    assertThat(all()).containsExactly("a1", "b1", "a2", "a3");
    assertThat(queue.size()).isZero();
  }

  @Test
  void eachBranchHandsItsTurnsOnToItsOwn() {
    add("x1", "x", "1");
    add("x1'", "x", "1");
    add("x2", "x", "2");
    add("y", "y", "1");
    add("y'", "y", "1");
    add("y''", "y", "1");
    assertThat(all()).containsExactly("x1", "y", "x2", "y'", "x1'", "y''");
  }

  /** Items of one branch never wait long enough to show its weight, but two do. */
  @Test
  void weightsAndCostsCountInEachRound() {
    Map<String, Integer> got = new HashMap<>();
    List<Branch> heavy = List.of(new Branch("heavy", 3));
    List<Branch> light = List.of(new Branch("light", 1));
    for (int i = 0; i < 2; i++) {
      queue.add("heavy", heavy);
      queue.add("light", light);
    }
    for (int i = 0; i < 700; i++) {
      String next = queue.next(item -> item.equals("heavy") ? 5 : 10);
      assertThat(next).isNotNull();
      got.merge(next, 1, Integer::sum);
      queue.add(next, next.equals("heavy") ? heavy : light);
    }
    // Six turns of 5 for each one of 10: thrice as much.
    assertThat(got.get("heavy")).isBetween(598, 602);
  }

  @Test
  void absenceSavesNothingUp() {
    add("a", "a");
    add("b", "b");
    queue.next(item -> 1);
    queue.next(item -> 1);
    for (int i = 0; i < 100; i++) {
      add("a" + i, "a");
      queue.next(item -> 1);
    }
    add("a", "a");
    add("a'", "a");
    add("b", "b");
    add("b'", "b");
    add("b''", "b");
    assertThat(all()).startsWith("a", "b", "a'", "b'");
  }

  @Test
  void comingBackGainsNothing() {
    add("a1", "a");
    add("a2", "a");
    add("c1", "c");
    add("c2", "c");
    List<String> turns = new ArrayList<>();
    add("b", "b");
    for (int i = 0; i < 9; i++) {
      String next = queue.next(item -> 1);
      assertThat(next).isNotNull();
      turns.add(next.substring(0, 1));
      add(next, next.substring(0, 1));
    }
    assertThat(turns).containsExactly("a", "c", "b", "a", "c", "b", "a", "c", "b");
  }

  @Test
  void removedItemsGetNoTurn() {
    add("x1", "x", "1");
    add("x2", "x", "2");
    add("y", "y", "1");
    queue.remove("x1", path("x", "1"));
    queue.remove("x1", path("x", "1"));
    queue.remove("y", path("z"));
    assertThat(queue.size()).isEqualTo(2);
    queue.remove("x2", path("x", "2"));
    assertThat(all()).containsExactly("y");
    add("x1", "x", "1");
    assertThat(all()).containsExactly("x1");
  }

  @Test
  void branchesThatHaveGoneAreForgotten() {
    for (int i = 0; i < 100_000; i++) {
      add("i" + i, "x", i);
      queue.next(item -> 1);
    }
    assertThat(queue.branches()).isBetween(2, 99);
  }
}
