package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.grizzly.http2.StreamOrder;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Turns of transfers whose client or application has said how urgent they are. */
class TurnPriorityTest extends SchedulerFixture {
  private static final int BURST = 1000;
  private static final SendAlgorithm EQUAL = Algorithms.of(Algorithms.EQUAL_NON_BLOCKING, BURST);

  private final List<String> turns = new ArrayList<>();
  private final StreamOrder order = new StreamOrder();

  @BeforeEach
  void letAllIn() {
    scheduler.limits(new Limits(1000, 0));
  }

  private ScriptedSink begin(String name, int bursts, TurnPriority priority) {
    ScriptedSink sink = sink();
    sink.otherwise(
        offered -> {
          turns.add(name);
          return offered;
        });
    begin(name, bursts, priority, sink);
    return sink;
  }

  private Transfer begin(String name, int bursts, TurnPriority priority, ScriptedSink sink) {
    downloads.precede(priority);
    Transfer transfer = downloads.transfer(downloads.file(name, bursts * BURST), sink, EQUAL);
    submit(watched(sink, transfer));
    return transfer;
  }

  private TurnPriority stream(int number, @Nullable String asked) {
    return new TurnPriority(order.connectionTurns(number, asked, null), Urgency.USUAL);
  }

  private static TurnPriority application(Urgency urgency) {
    return new TurnPriority(null, urgency);
  }

  @Test
  void urgentStreamOvertakesOthersOfItsConnection() {
    begin("video", 4, stream(1, "u=4"));
    workers.runNext();
    workers.runNext();
    begin("style", 3, stream(3, "u=0"));
    workers.runAll();
    assertThat(turns)
        .containsExactly("video", "video", "video", "style", "style", "style", "video");
  }

  @Test
  void streamsThatAreNotIncrementalFollowOneAnother() {
    begin("a", 2, stream(1, "u=1"));
    begin("b", 2, stream(3, "u=1"));
    begin("c", 2, stream(5, "u=1"));
    workers.runAll();
    assertThat(turns).containsExactly("a", "a", "b", "b", "c", "c");
  }

  @Test
  void incrementalStreamsShare() {
    begin("a", 2, stream(1, "u=1, i"));
    begin("b", 2, stream(3, "u=1, i"));
    workers.runAll();
    assertThat(turns).containsExactly("a", "b", "a", "b");
  }

  @Test
  void updateChangesRunningTransfers() {
    begin("a", 3, stream(1, "u=1"));
    begin("b", 2, stream(3, "u=2"));
    workers.runNext();
    order.update(3, "u=0");
    workers.runAll();
    assertThat(turns).containsExactly("a", "a", "b", "b", "a");
  }

  @Test
  void clientSaysNothingAboutOtherConnections() {
    begin("other", 3, TurnPriority.USUAL);
    begin("greedy", 3, stream(1, "u=0"));
    workers.runAll();
    assertThat(turns).containsExactly("other", "greedy", "other", "greedy", "other", "greedy");
  }

  @Test
  void transferThatEndsWhileItWaitsHoldsNobodyUp() {
    begin("a", 2, stream(1, "u=1"));
    Transfer cancelled = begin("b", 2, stream(3, "u=1"), sink());
    begin("c", 1, stream(5, "u=1"));
    cancelled.end(Outcome.CANCELLED);
    workers.runAll();
    assertThat(turns).containsExactly("a", "a", "c");
  }

  @Test
  void transferAtItsRateLetsOthersPass() {
    downloads.limitRate(1);
    begin("slow", 1, stream(1, "u=0"));
    downloads.limitRate(0);
    begin("other", 1, stream(3, "u=5"));
    workers.runAll();
    assertThat(turns).contains("other");
  }

  @Test
  void fullConnectionKeepsTheOrder() {
    ScriptedSink full = sink().thenFull();
    begin("urgent", 1, stream(1, "u=0"), full);
    begin("other", 1, stream(3, "u=5"));
    workers.runAll();
    assertThat(turns).isEmpty();
    full.becomeWritable();
    workers.runAll();
    assertThat(turns).containsExactly("other");
  }

  @Test
  void closedWindowOfStreamLetsOthersPass() {
    ScriptedSink closed = sink().thenFull();
    closed.waitAlone();
    begin("closed", 1, stream(1, "u=0"), closed);
    begin("other", 1, stream(3, "u=5"));
    workers.runAll();
    assertThat(turns).containsExactly("other");
  }

  /** Part of a write may wait for the connection first, and the rest for the stream's window. */
  @Test
  void windowThatClosesLaterIsNoticedByTheClock() {
    ScriptedSink closing = sink().thenFull();
    begin("closing", 1, stream(1, "u=0"), closing);
    begin("other", 1, stream(3, "u=5"));
    workers.runAll();
    closing.waitAlone();
    assertThat(turns).isEmpty();
    scheduler.tick();
    workers.runAll();
    assertThat(turns).containsExactly("other");
  }

  @Test
  void urgencyByTheApplicationCountsAmongAllButNeverAlone() {
    begin("usual", 20, TurnPriority.USUAL);
    begin("urgent", 20, application(Urgency.HIGH));
    begin("patient", 20, application(Urgency.LOW));
    workers.runAll();
    List<String> whileAllWait = turns.subList(0, 16);
    assertThat(Collections.frequency(whileAllWait, "urgent")).isEqualTo(12);
    assertThat(Collections.frequency(whileAllWait, "usual")).isEqualTo(3);
    assertThat(Collections.frequency(whileAllWait, "patient")).isEqualTo(1);
    assertThat(turns).hasSize(60);
  }
}
