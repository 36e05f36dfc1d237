package io.sendfile.core.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.Admission;
import io.sendfile.spi.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A drain by an administrator, under a clock that moves on demand. */
class DrainTest extends EngineFixture {
  private static final Duration USUAL = Duration.ofMinutes(30);
  private static final Duration SHORT = Duration.ofMinutes(5);

  private long now;
  private Drain drain;

  @BeforeEach
  void drain() {
    drain = new Drain(engine.scheduler(), () -> now);
    drain.started();
  }

  private void pass(Duration time) {
    now += time.toNanos();
    drain.tick();
  }

  private DiscardingSink stuck() {
    DiscardingSink sink = new DiscardingSink(false);
    submit(decideToSend("X-Sendfile", "files:f"), sink);
    sink.awaitFull();
    return sink;
  }

  private Admission admission() {
    Admission admission = engine.scheduler().admit(CLAIM);
    if (!admission.refused()) {
      engine.scheduler().leave(admission, CLAIM);
    }
    return admission;
  }

  @Test
  void serverIsReadyOnceItHasStarted() {
    Drain starting = new Drain(engine.scheduler(), () -> now);
    assertThat(starting.phase()).isEqualTo(DrainPhase.STARTING);
    assertThat(admission()).isEqualTo(Admission.START);
    starting.started();
    assertThat(starting.phase()).isEqualTo(DrainPhase.READY);
  }

  @Test
  void refusesNewDownloadsAndCountsDown() {
    DiscardingSink running = stuck();
    assertThat(drain.begin(null, USUAL))
        .isEqualTo(new DrainState(DrainPhase.DRAINING, 1, USUAL, 0));
    assertThat(admission()).isEqualTo(Admission.DRAINING);
    assertThat(engine.scheduler().refusing()).isEqualTo(Admission.DRAINING);
    pass(Duration.ofMinutes(29));
    assertThat(drain.state().left()).isEqualTo(Duration.ofMinutes(1));
    running.open();
    assertThat(running.awaitEnd()).isEqualTo(Outcome.COMPLETED);
  }

  private List<String> told() {
    List<String> told = new CopyOnWriteArrayList<>();
    drain.watch((step, state) -> told.add(step + " " + state.running() + " " + state.ended()));
    return told;
  }

  @Test
  void eachStepIsToldOnce() throws InterruptedException {
    List<String> told = told();
    DiscardingSink running = stuck();
    drain.begin(SHORT, USUAL);
    drain.begin(null, USUAL);
    drain.begin(USUAL, USUAL);
    pass(USUAL);
    running.awaitEnd();
    drain.await();
    pass(SHORT);
    pass(SHORT);
    drain.cancel();
    drain.cancel();
    assertThat(told).containsExactly("BEGUN 1 0", "MOVED 1 0", "EMPTY 0 1", "RESUMED 0 1");
  }

  @Test
  void drainWithoutDownloadsIsToldByItsBegin() {
    List<String> told = told();
    drain.begin(SHORT, USUAL);
    pass(USUAL);
    assertThat(told).containsExactly("BEGUN 0 0");
  }

  @Test
  void deadlineEndsWhatStillRunsAndNewDownloadsStayRefused() {
    DiscardingSink running = stuck();
    drain.begin(SHORT, USUAL);
    pass(SHORT.minusNanos(1));
    assertThat(drain.state().running()).isEqualTo(1);
    pass(Duration.ofNanos(1));
    assertThat(running.awaitEnd()).isEqualTo(Outcome.SHUTDOWN);
    pass(USUAL);
    assertThat(drain.state().phase()).isEqualTo(DrainPhase.DRAINING);
    assertThat(drain.state().left()).isZero();
    assertThat(drain.state().ended()).isEqualTo(1);
    assertThat(admission()).isEqualTo(Admission.DRAINING);
  }

  @Test
  void repeatedCommandKeepsTheDeadlineUnlessItHasOne() {
    drain.begin(SHORT, USUAL);
    pass(Duration.ofMinutes(1));
    assertThat(drain.begin(null, USUAL).left()).isEqualTo(Duration.ofMinutes(4));
    assertThat(drain.begin(USUAL, USUAL).left()).isEqualTo(USUAL);
  }

  @Test
  void cancelledDrainAdmitsAgainAndEndsNothing() {
    DiscardingSink running = stuck();
    drain.begin(SHORT, USUAL);
    assertThat(drain.cancel()).isEqualTo(new DrainState(DrainPhase.READY, 1, Duration.ZERO, 0));
    pass(USUAL);
    assertThat(admission()).isEqualTo(Admission.START);
    running.open();
    assertThat(running.awaitEnd()).isEqualTo(Outcome.COMPLETED);
    assertThat(drain.cancel().phase()).isEqualTo(DrainPhase.READY);
  }

  @Test
  void waitEndsWithTheLastDownload() throws InterruptedException {
    DiscardingSink running = stuck();
    drain.begin(SHORT, USUAL);
    running.open();
    assertThat(drain.await()).isEqualTo(new DrainState(DrainPhase.DRAINING, 0, SHORT, 0));
  }

  @Test
  void waitEndsWithTheDeadline() throws InterruptedException {
    DiscardingSink running = stuck();
    drain.begin(SHORT, USUAL);
    pass(SHORT);
    assertThat(drain.await().running()).isZero();
    assertThat(running.awaitEnd()).isEqualTo(Outcome.SHUTDOWN);
  }

  @Test
  void waitWithoutADrainIsOverAtOnce() throws InterruptedException {
    assertThat(drain.await().phase()).isEqualTo(DrainPhase.READY);
  }

  @Test
  void serverThatStopsIsNeitherDrainedNorTakenBack() {
    drain.begin(SHORT, USUAL);
    drain.stop(Duration.ZERO);
    assertThat(drain.cancel().phase()).isEqualTo(DrainPhase.STOPPING);
    assertThat(drain.begin(SHORT, USUAL).phase()).isEqualTo(DrainPhase.STOPPING);
    drain.started();
    assertThat(drain.phase()).isEqualTo(DrainPhase.STOPPING);
    assertThat(engine.scheduler().refusing()).isEqualTo(Admission.STOPPING);
    drain.restart();
    assertThat(admission()).isEqualTo(Admission.START);
  }
}
