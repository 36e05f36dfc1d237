package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FairQueueTest {
  private final FairQueue<String> queue = new FairQueue<>();

  /** Items of the clients that their first letters name. */
  private void add(String... items) {
    for (String item : items) {
      queue.add(item, item.charAt(0));
    }
  }

  private void remove(String item) {
    queue.remove(item, item.charAt(0));
  }

  private List<String> all() {
    List<String> all = new ArrayList<>();
    for (@Nullable String next = queue.next(); next != null; next = queue.next()) {
      all.add(next);
    }
    return all;
  }

  @Test
  void nobodyIsNextWhenNobodyWaits() {
    assertThat(queue.next()).isNull();
    assertThat(queue.another()).isNull();
    assertThat(queue.isEmpty()).isTrue();
  }

  @Test
  void itemsOfOneClientAreServedAsTheyCame() {
    add("a1", "a2", "a3");
    assertThat(all()).containsExactly("a1", "a2", "a3");
  }

  @Test
  void clientsTakeTurnsWhateverTheirItems() {
    add("a1", "a2", "a3", "b1", "c1", "c2");
    assertThat(queue.size()).isEqualTo(6);
    assertThat(all()).containsExactly("a1", "b1", "c1", "a2", "c2", "a3");
    assertThat(queue.size()).isZero();
  }

  @Test
  void clientMayKeepItsTurn() {
    add("a1", "b1", "b2", "a2");
    assertThat(queue.next()).isEqualTo("a1");
    assertThat(queue.another()).isEqualTo("a2");
    assertThat(queue.another()).isNull();
    add("a3");
    assertThat(queue.another()).isEqualTo("a3");
    assertThat(all()).containsExactly("b1", "b2");
  }

  /** Two workers serve two clients, one of which has a single item. */
  @Test
  void singleItemMissesNoTurnWhileItIsUnderWay() {
    add("a1", "a2", "a3", "a4", "b1");
    assertThat(queue.next()).isEqualTo("a1");
    for (int i = 2; i <= 4; i++) {
      assertThat(queue.next()).isEqualTo("b1");
      assertThat(queue.next()).isEqualTo("a" + i);
      add("b1");
    }
  }

  @Test
  void absenceSavesNothingUp() {
    add("a", "b");
    all();
    for (int i = 0; i < 100; i++) {
      add("a");
      queue.next();
    }
    add("a1", "a2", "b1", "b2", "b3");
    assertThat(all()).containsExactly("b1", "a1", "b2", "a2", "b3");
  }

  @Test
  void newClientsWithoutEndStarveNobody() {
    add("a1", "a2");
    queue.next();
    add("b", "c", "d");
    assertThat(queue.next()).isEqualTo("b");
    add("e", "f", "g");
    assertThat(List.of(queue.next(), queue.next(), queue.next())).containsExactly("c", "d", "a2");
  }

  @Test
  void removedItemsGetNoTurn() {
    add("a1", "a2", "b1", "c1");
    remove("a1");
    remove("a1");
    remove("d1");
    remove("b1");
    assertThat(queue.size()).isEqualTo(2);
    assertThat(all()).containsExactly("a2", "c1");
    add("b2");
    assertThat(all()).containsExactly("b2");
  }
}
