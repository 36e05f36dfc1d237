package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.CommandLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PastRowsTest {
  private final List<CommandLine> asked = new ArrayList<>();
  private List<Map<String, String>> running = List.of();
  private Map<String, String> failures = Map.of();

  /** Knows a refused file by its whole name alone. */
  private CommandAnswer answer(CommandLine command) {
    asked.add(command);
    boolean found = "*film-3*".equals(command.options().get("file"));
    List<Map<String, String>> rows =
        found ? List.of(row("missing", "1"), row("limited-client", "5")) : List.of();
    return new CommandAnswer(
        false, "", Map.of("refusals", rows, "transfers", running, "failures", failures));
  }

  private static Map<String, String> row(String reason, String number) {
    return Map.of(
        "instance", "one", "time", "2026-11-24T02:00:00Z", "reason", reason, "number", number);
  }

  private PastRows rows(Map<String, String> address) {
    PastRows rows = new PastRows();
    rows.view = new PastView();
    rows.view.take(address);
    rows.target =
        new TargetView() {
          private static final long serialVersionUID = 1L;

          @Override
          Source source() {
            return new Source(PastRowsTest.this::answer, "shop");
          }
        };
    return rows;
  }

  @Test
  void whatLimitsRefusedCountsApart() {
    Map<String, String> film = Map.of("show", "refused", "file", "film-3");
    PastRows rows = rows(film);
    rows.find();
    assertThat(rows.getRefused()).isEqualTo("1");
    assertThat(rows.getKeptOut()).isEqualTo("5");
    assertThat(rows(film).getKeptOut()).as("none before").isEmpty();
  }

  @Test
  void mostRefusalsAreFirst() {
    PastRows rows = rows(Map.of("show", "refused", "file", "*film-3*"));
    assertThat(rows.getTable().load(0, 9, Map.of(), Map.of()))
        .extracting(row -> row.text("number"))
        .containsExactly("5", "1");
  }

  @Test
  void partOfANameIsFoundBesideASilentServer() {
    failures = Map.of("two", "does not answer");
    PastRows rows = rows(Map.of("show", "refused", "file", "film-3"));
    rows.find();
    assertThat(rows.getRefused()).isEqualTo("1");
    assertThat(rows.getMissing()).containsExactly("two: does not answer");
    assertThat(asked)
        .filteredOn(command -> command.name().equals("list-sendfile-refusals"))
        .as("once in full, once by its part")
        .hasSize(2);
  }

  @Test
  void nameOfADownloadInProgressIsKnown() {
    running =
        List.of(
            Map.of("id", "1-1", "client", "127.0.0.51", "bytes", "700"),
            Map.of("id", "1-2", "client", "127.0.0.52", "bytes", "900"));
    PastRows rows = rows(Map.of("client", "127.0.0.51"));
    rows.find();
    assertThat(rows.view.getTexts()).containsEntry("client", "127.0.0.51");
    assertThat(rows.getRunning()).isEqualTo("1");
    assertThat(rows.getNothing()).isEqualTo("None that fits has ended yet.");
    assertThat(rows.getGroups().load(0, 9, Map.of(), Map.of()))
        .extracting(PastGroup::name, group -> group.number("bytes"))
        .containsExactly(tuple("in progress", 700L));
  }

  @Test
  void listEndsWithItsPeriodOrWithTheLoadingOfThePage() {
    Instant end = Instant.parse("2026-11-24T02:00:00Z");
    PastRows closed = rows(Map.of("since", "2026-11-24T01:00:00Z", "until", end.toString()));
    assertThat(closed.getClock()).isEqualTo(Text.clock(end));
    PastRows open = rows(Map.of("since", "1h", "until", "2999-01-01"));
    assertThat(open.getClock()).isEqualTo(Text.clock(open.view.loaded()));
  }

  @Test
  void nothingIsAskedForBesideAnInvalidCondition() {
    PastRows rows = rows(Map.of("since", "lately", "client", "127.0.0.51"));
    rows.find();
    assertThat(asked).isEmpty();
  }
}
