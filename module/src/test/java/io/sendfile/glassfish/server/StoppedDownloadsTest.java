package io.sendfile.glassfish.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.engine.Machine;
import io.sendfile.core.engine.SendfileEngine;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.stats.Statistics;
import io.sendfile.glassfish.config.ListenerChange;
import io.sendfile.operations.history.Mark;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Results;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoppedDownloadsTest {
  private static final Instant BEGIN = Instant.parse("2026-11-30T10:00:00Z");

  private final SendfileEngine engine =
      new SendfileEngine(
          SendfileSettings.of(Setting::defaultValue, List.of()),
          Statistics.disabled(),
          List.of(),
          () -> Map.of(),
          () -> Map.of(),
          new Machine.Real(Thread::new, System::nanoTime),
          () -> "any");
  private Instant now = BEGIN;
  private String who = "ann";
  private final StoppedDownloads stopped =
      new StoppedDownloads(engine::drain, () -> now, () -> who);

  @AfterEach
  void close() {
    engine.close();
  }

  private void end(Outcome outcome) {
    stopped.transferFinished(Results.GIVEN.of(outcome, 5));
  }

  private List<Mark> marksLater() {
    now = now.plusSeconds(2);
    return stopped.marks();
  }

  @Test
  void downloadsOfAListenerThatStopsAreOneMark() {
    end(Outcome.SHUTDOWN);
    who = "";
    now = BEGIN.plusMillis(1900);
    assertThat(stopped.marks()).as("more may come").isEmpty();
    end(Outcome.SHUTDOWN);

    assertThat(marksLater())
        .containsExactly(
            new Mark(
                BEGIN,
                Mark.Kind.LISTENER,
                "ann",
                "Listener http-listener-1: changed or stopped; 2 downloads ended"));
    assertThat(marksLater()).as("told once").isEmpty();
    assertThat(stopped.ofServer()).isEqualTo("Server stopped");
  }

  private static final ListenerChange PORT =
      new ListenerChange(
          List.of("http-listener-1", "two"),
          "port is 8081, was 8080",
          "asadmin set a.port=8080",
          true);

  private static final ListenerChange EQUAL =
      new ListenerChange(List.of("http-listener-1"), "transport was set to tcp again", "", false);

  @Test
  void changeIsAMarkWithBothValuesItsEndedDownloadsAndTheWayBack() {
    stopped.changed(PORT);
    now = now.plusMillis(900);
    end(Outcome.SHUTDOWN);
    assertThat(stopped.marks()).as("more may come").isEmpty();

    assertThat(marksLater())
        .containsExactly(
            new Mark(
                BEGIN,
                Mark.Kind.LISTENER,
                "ann",
                "Listeners http-listener-1, two: port is 8081, was 8080; 1 download ended;"
                    + " asadmin set a.port=8080 takes it back"));
    stopped.changed(PORT);
    assertThat(marksLater())
        .extracting(Mark::text)
        .as("without downloads")
        .containsExactly(
            "Listeners http-listener-1, two: port is 8081, was 8080;"
                + " asadmin set a.port=8080 takes it back");
  }

  /** GlassFish starts the listener anew for it all the same. */
  @Test
  void valueThatIsSetAgainIsAMarkWhereItEndedDownloads() {
    stopped.changed(EQUAL);
    assertThat(marksLater()).isEmpty();

    stopped.changed(EQUAL);
    end(Outcome.SHUTDOWN);
    assertThat(marksLater())
        .extracting(Mark::text)
        .containsExactly(
            "Listener http-listener-1: transport was set to tcp again; 1 download ended");
  }

  @Test
  void reasonOfAnEndIsTheLastChangeOfItsListener() {
    assertThat(stopped.why("http-listener-1"))
        .isEqualTo("its listener http-listener-1 was changed or stopped");
    stopped.changed(PORT);
    assertThat(stopped.why("http-listener-1"))
        .isEqualTo("its listener http-listener-1 was changed by ann: port is 8081, was 8080");
    assertThat(stopped.why("three")).isEqualTo("its listener three was changed or stopped");
    now = now.plusSeconds(60);
    assertThat(stopped.why("http-listener-1"))
        .as("long after it")
        .isEqualTo("its listener http-listener-1 was changed or stopped");
  }

  @Test
  void otherEndsHaveNoMark() {
    end(Outcome.CLIENT_ABORTED);
    end(Outcome.CANCELLED);

    assertThat(marksLater()).isEmpty();
  }

  @Test
  void endsAtTheDeadlineOfADrainAreThoseOfTheDrain() {
    engine.drain().begin(Duration.ofHours(1), Duration.ZERO);
    end(Outcome.SHUTDOWN);
    assertThat(marksLater()).as("before the deadline").hasSize(1);
    engine.drain().begin(Duration.ZERO, Duration.ZERO);
    end(Outcome.SHUTDOWN);

    assertThat(marksLater()).isEmpty();
  }

  @Test
  void stopOfTheServerSaysHowManyItEnded() {
    engine.drain().stop(Duration.ZERO);
    end(Outcome.SHUTDOWN);

    assertThat(marksLater()).isEmpty();
    assertThat(stopped.ofServer()).isEqualTo("Server stopped; 1 download ended");
  }
}
