package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Point;
import io.sendfile.spi.ProblemCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SourceTest {
  private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");

  private final List<CommandLine> asked = new ArrayList<>();
  private Map<String, String> failures = Map.of();

  private Source answering(boolean succeeded, String message, Map<String, Object> data) {
    return new Source(
        command -> {
          asked.add(command);
          return new CommandAnswer(succeeded, message, data);
        },
        "shop");
  }

  private static Map<String, String> row(String instance, String time) {
    return Map.of("instance", instance, "time", time);
  }

  @Test
  void rowsOfInstancesAreInTheOrderOfTime() {
    Source source =
        answering(
            true,
            "",
            Map.of(
                "refusals",
                List.of(row("one", "2026-11-24T02:00:00Z"), row("two", "2026-11-24T01:00:00.5Z")),
                "failures",
                Map.of("three", "does not answer")));

    Source.Rows refusals = source.refusals(Map.of());
    assertThat(refusals.rows())
        .extracting(row -> row.get("instance"))
        .containsExactly("two", "one");
    assertThat(refusals.failures()).containsExactly("three: does not answer");
    assertThat(asked)
        .containsExactly(
            CommandLine.of("list-sendfile-refusals").with("group", "true").with("target", "shop"));
  }

  /** A command fails if a server is missing, and has the rows of the others all the same. */
  @Test
  void rowsOfTheOthersAreShownIfAServerDoesNotAnswer() {
    Map<String, Object> data =
        Map.of(
            "transfers", List.of(),
            "refusals", List.of(row("two", "2026-11-24T01:00:00.5Z")),
            "problems",
                List.of(
                    Map.of("instance", "one", "code", ProblemCode.NO_ANSWER.label()),
                    Map.of("instance", "two", "code", "waiting")),
            "failures", Map.of("one", "no answer"));
    Source source = answering(false, "1 of 2 servers answered.", data);

    assertThat(source.refusals(Map.of()).rows()).hasSize(1);
    assertThat(source.transfers().rows()).isEmpty();
    assertThat(source.problems().rows())
        .extracting(row -> row.get("code"))
        .as("the failure says it already")
        .containsExactly("waiting");
    for (List<String> failures :
        List.of(
            source.transfers().failures(),
            source.refusals(Map.of()).failures(),
            source.problems().failures())) {
      assertThat(failures).containsExactly("one: no answer");
    }
  }

  @Test
  void failureOfAllIsTold() {
    Live live = answering(false, "one: refused\ntwo: refused\n", Map.of()).live(7);

    assertThat(live.together()).isEmpty();
    assertThat(live.failures()).containsExactly("one: refused", "two: refused");
  }

  @Test
  void answerThatCannotBeReadIsAFailure() {
    Map<String, String> row = row("one", "yesterday");
    Map<String, Object> figures = Map.of("instance", "one", "limits", Map.of("active", "many"));
    Source source =
        answering(
            true,
            "",
            Map.of(
                "live", List.of(figures),
                "refusals", List.of(row, row),
                "failures", Map.of("two", "does not answer")));

    assertThat(source.live(0).each()).isEmpty();
    assertThat(source.refusals(Map.of()).rows()).isEmpty();
    for (List<String> told :
        List.of(source.live(0).failures(), source.refusals(Map.of()).failures())) {
      assertThat(told).hasSize(2).startsWith("two: does not answer");
      assertThat(told.get(1)).startsWith("shop: its response cannot be read: ");
    }
  }

  @Test
  void endedTransfersAreAskedForByTheFilter() {
    Source source = answering(true, "", Map.of("ended-transfers", List.of()));

    assertThat(source.ended(Map.of("outcome", "stalled")).rows()).isEmpty();
    assertThat(asked.get(0).options())
        .isEqualTo(Map.of("outcome", "stalled", "limit", "10000", "target", "shop"));
    assertThat(source.refusals(Map.of("reason", "missing")).rows()).isEmpty();
    assertThat(asked.get(1).options())
        .isEqualTo(Map.of("reason", "missing", "group", "true", "target", "shop"));
  }

  @Test
  void historiesAreAddedStepByStep() {
    Source source =
        answering(
            true,
            "",
            Map.of(
                "history",
                List.of(
                    interval("one", "2026-11-24T09:00:00Z", "5"),
                    interval("two", "2026-11-24T09:00:00Z", "7"),
                    interval("two", "2026-11-24T09:05:00Z", "8"))));

    assertThat(source.history(Span.parse(null, null, "1d", NOW), Map.of()).points())
        .extracting(Point::rate)
        .containsExactly(12L, 8L);
    assertThat(asked.get(0).options()).containsEntry("step", "300s");
  }

  @Test
  void marksAreInTheOrderOfTimeAndNameTheirServerAmongSeveral() {
    Map<String, String> later = mark("one", "2026-11-24T09:30:00Z", "shop");
    Map<String, String> first = mark("two", "2026-11-24T09:10:00Z", "cinema");
    assertThat(marks(List.of(later, first))).containsExactly("two: cinema", "one: shop");
    assertThat(marks(List.of(later))).containsExactly("shop");
    failures = Map.of("two", "does not answer");
    assertThat(marks(List.of(later))).as("one alone has answered").containsExactly("one: shop");
  }

  private List<String> marks(List<Map<String, String>> rows) {
    return answering(failures.isEmpty(), "", Map.of("history", rows, "failures", failures))
        .history(Span.parse(null, null, "1d", NOW), Map.of())
        .marks()
        .stream()
        .map(Mark::text)
        .toList();
  }

  private static Map<String, String> mark(String instance, String time, String text) {
    Map<String, String> row = new HashMap<>(row(instance, time));
    row.putAll(Map.of("type", "mark", "kind", Mark.Kind.DEPLOYED.label(), "text", text));
    return row;
  }

  private static Map<String, String> interval(String instance, String time, String rate) {
    return Map.of("instance", instance, "type", "interval", "time", time, "rate", rate);
  }
}
