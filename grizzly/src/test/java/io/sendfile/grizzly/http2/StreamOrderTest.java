package io.sendfile.grizzly.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.ConnectionTurns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StreamOrderTest {
  private final StreamOrder order = new StreamOrder();
  private final List<String> turns = new ArrayList<>();

  private ConnectionTurns connectionTurns(int stream, @Nullable String asked) {
    return order.connectionTurns(stream, asked, null);
  }

  private void wants(String name, ConnectionTurns connectionTurns) {
    connectionTurns.wantsTurn(() -> turns.add(name));
  }

  private List<String> turns() {
    List<String> now = List.copyOf(turns);
    turns.clear();
    return now;
  }

  @Test
  void urgentOneGoesFirstAndTheOtherAfterIt() {
    ConnectionTurns video = connectionTurns(1, "u=4");
    wants("video", video);
    assertThat(turns()).containsExactly("video");
    ConnectionTurns style = connectionTurns(3, "u=0");
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
    ConnectionTurns first = connectionTurns(1, "u=3");
    ConnectionTurns second = connectionTurns(3, "u=3");
    ConnectionTurns third = connectionTurns(5, "u=3");
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
    wants("a", connectionTurns(1, "i"));
    wants("b", connectionTurns(3, "i"));
    wants("c", connectionTurns(5, ""));
    wants("d", connectionTurns(7, ""));
    assertThat(turns()).containsExactly("a", "b", "c");
  }

  @Test
  void streamsOfClientWithoutPrioritiesShare() {
    wants("a", connectionTurns(1, null));
    wants("b", connectionTurns(3, null));
    assertThat(turns()).containsExactly("a", "b");
  }

  @Test
  void whoRestsLetsOthersPass() {
    ConnectionTurns urgent = connectionTurns(1, "u=0");
    wants("urgent", urgent);
    wants("other", connectionTurns(3, "u=1"));
    assertThat(turns()).containsExactly("urgent");
    urgent.rests();
    assertThat(turns()).containsExactly("other");
  }

  @Test
  void whoWaitsForItsTurnDoesNotRest() {
    wants("urgent", connectionTurns(1, "u=0"));
    ConnectionTurns other = connectionTurns(3, "u=1");
    wants("other", other);
    other.rests();
    wants("last", connectionTurns(5, "u=2"));
    assertThat(turns()).containsExactly("urgent");
  }

  @Test
  void updateHoldsAtOnce() {
    ConnectionTurns first = connectionTurns(1, "u=1");
    wants("first", first);
    wants("second", connectionTurns(3, "u=2"));
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
    wants("first", connectionTurns(1, "u=1"));
    wants("second", connectionTurns(3, "u=2"));
    assertThat(turns()).containsExactly("first", "second");
  }

  @Test
  void applicationHasTheLastWord() {
    order.update(3, "u=0");
    wants("first", connectionTurns(1, "u=1"));
    ConnectionTurns second = order.connectionTurns(3, "u=0", "u=5");
    wants("second", second);
    order.update(3, "u=0, i");
    assertThat(turns()).containsExactly("first");
  }

  @Test
  void updatesAreNotRememberedWithoutEnd() {
    for (int stream = 1; stream <= StreamOrder.MOST_UPDATES + 1; stream++) {
      order.update(stream, "u=0");
    }
    wants("usual", connectionTurns(StreamOrder.MOST_UPDATES + 2, ""));
    wants("forgotten", connectionTurns(1, "u=7"));
    wants("remembered", connectionTurns(2, "u=7"));
    assertThat(turns()).containsExactly("usual", "remembered");
  }

  @Test
  void whoHasLeftHoldsNobodyUp() {
    ConnectionTurns gone = connectionTurns(1, "u=0");
    wants("gone", gone);
    gone.leaves();
    wants("gone", gone);
    gone.rests();
    wants("other", connectionTurns(3, "u=7"));
    assertThat(turns()).containsExactly("gone", "other");
  }
}
