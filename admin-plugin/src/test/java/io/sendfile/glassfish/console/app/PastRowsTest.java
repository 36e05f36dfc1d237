package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.CommandLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PastRowsTest {
  private final List<CommandLine> asked = new ArrayList<>();

  /** A cluster with a silent server, and another that knows a file by its whole name alone. */
  private CommandAnswer answer(CommandLine command) {
    asked.add(command);
    boolean found = "*film-3*".equals(command.options().get("file"));
    List<Map<String, String>> rows =
        found ? List.of(row("missing", "1"), row("limited-client", "5")) : List.of();
    return new CommandAnswer(
        false, "", Map.of("refusals", rows, "failures", Map.of("two", "does not answer")));
  }

  private static Map<String, String> row(String reason, String number) {
    return Map.of(
        "instance", "one", "time", "2026-11-24T02:00:00Z", "reason", reason, "number", number);
  }

  private PastRows rows() {
    PastRows rows = new PastRows();
    rows.view = new PastView();
    rows.view.take(Map.of("show", "refused", "file", "film-3"));
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
    PastRows rows = rows();
    rows.find();
    assertThat(rows.getRefused()).isEqualTo("1");
    assertThat(rows.getKeptOut()).isEqualTo("5");
    assertThat(rows().getKeptOut()).as("none before").isEmpty();
  }

  @Test
  void partOfANameIsFoundBesideASilentServer() {
    PastRows rows = rows();
    rows.find();
    assertThat(rows.getRefused()).isEqualTo("1");
    assertThat(rows.getMissing()).containsExactly("two: does not answer");
    assertThat(asked).as("once in full, once by its part").hasSize(2);
  }
}
