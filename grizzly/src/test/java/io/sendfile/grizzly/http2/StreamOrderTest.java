package io.sendfile.grizzly.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.TurnQueue.Precedence.Standing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StreamOrderTest {
  private final StreamOrder order = new StreamOrder();
  private final List<String> turns = new ArrayList<>();

  private Standing standing(int stream, @Nullable String asked) {
    return order.standing(stream, asked, null);
  }

  private void wants(String name, Standing standing) {
    standing.wantsTurn(() -> turns.add(name));
  }

  private List<String> turns() {
    List<String> now = List.copyOf(turns);
    turns.clear();
    return now;
  }

  @Test
  void urgentOneGoesFirstAndTheOtherAfterIt() {
    Standing video = standing(1, "u=4");
    wants("video", video);
    assertThat(turns()).containsExactly("video");
    Standing style = standing(3, "u=0");
    wants("style", style);
    assertThat(turns()).as("although the other has its turn").containsExactly("style");
    wants("video", video);
    wants("style", style);
    assertThat(turns()).containsExactly("style");
    style.leaves();
    assertThat(turns()).containsExactly("video");
  }

  @Test
  void thoseThatAreNotIncrementalFollowOneAnotherAsTheyWereAskedFor() {
    Standing first = standing(1, "u=3");
    Standing second = standing(3, "u=3");
    Standing third = standing(5, "u=3");
    wants("second", second);
    wants("third", third);
    wants("first", first);
    assertThat(turns()).containsExactly("second", "first");
    wants("second", second);
    assertThat(turns()).isEmpty();
    first.leaves();
    assertThat(turns()).containsExactly("second");
    second.leaves();
    assertThat(turns()).containsExactly("third");
  }

  @Test
  void incrementalOnesShareAlsoWithTheFirstOfTheOthers() {
    wants("a", standing(1, "i"));
    wants("b", standing(3, "i"));
    wants("c", standing(5, ""));
    wants("d", standing(7, ""));
    assertThat(turns()).containsExactly("a", "b", "c");
  }

  @Test
  void streamsOfClientWithoutPrioritiesShare() {
    wants("a", standing(1, null));
    wants("b", standing(3, null));
    assertThat(turns()).containsExactly("a", "b");
  }

  @Test
  void whoRestsLetsOthersPass() {
    Standing urgent = standing(1, "u=0");
    wants("urgent", urgent);
    wants("other", standing(3, "u=1"));
    assertThat(turns()).containsExactly("urgent");
    urgent.rests();
    assertThat(turns()).containsExactly("other");
  }

  @Test
  void whoWaitsForItsTurnDoesNotRest() {
    wants("urgent", standing(1, "u=0"));
    Standing other = standing(3, "u=1");
    wants("other", other);
    other.rests();
    wants("last", standing(5, "u=2"));
    assertThat(turns()).containsExactly("urgent");
  }

  @Test
  void updateHoldsAtOnce() {
    Standing first = standing(1, "u=1");
    wants("first", first);
    wants("second", standing(3, "u=2"));
    assertThat(turns()).containsExactly("first");
    order.update(3, "u=0");
    assertThat(turns()).containsExactly("second");
    wants("first", first);
    assertThat(turns()).isEmpty();
  }

  @Test
  void updateBeforeTheTransferBeginsIsRemembered() {
    order.update(3, "u=7");
    order.update(3, "u=0");
    wants("first", standing(1, "u=1"));
    wants("second", standing(3, "u=2"));
    assertThat(turns()).containsExactly("first", "second");
  }

  @Test
  void applicationHasTheLastWord() {
    order.update(3, "u=0");
    wants("first", standing(1, "u=1"));
    Standing second = order.standing(3, "u=0", "u=5");
    wants("second", second);
    order.update(3, "u=0, i");
    assertThat(turns()).containsExactly("first");
  }

  @Test
  void updatesAreNotRememberedWithoutEnd() {
    for (int stream = 1; stream <= StreamOrder.MOST_UPDATES + 1; stream++) {
      order.update(stream, "u=0");
    }
    wants("usual", standing(StreamOrder.MOST_UPDATES + 2, ""));
    wants("forgotten", standing(1, "u=7"));
    wants("remembered", standing(2, "u=7"));
    assertThat(turns()).containsExactly("usual", "remembered");
  }

  @Test
  void whoHasLeftHoldsNobodyUp() {
    Standing gone = standing(1, "u=0");
    wants("gone", gone);
    gone.leaves();
    wants("gone", gone);
    gone.rests();
    wants("other", standing(3, "u=7"));
    assertThat(turns()).containsExactly("gone", "other");
  }
}
