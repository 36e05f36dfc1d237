package io.sendfile.glassfish.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.core.stats.StatsRecorder;
import io.sendfile.spi.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatisticsRowsTest {
  private final List<Map<String, Object>> rows = new ArrayList<>();

  /** The report of a server with that many completed transfers. */
  private void server(String name, int completed) {
    Statistics stats = new Statistics(() -> Instant.parse("2026-11-22T08:00:00.123Z"));
    StatsRecorder recorder = stats.listener("clear").root(name + "-root");
    for (int i = 0; i < completed; i++) {
      recorder.add(Figure.STARTED, 1);
      recorder.sent(10, 0);
      recorder.firstByte(5_000);
      recorder.finished(Outcome.COMPLETED, 10, 1_000_000);
    }
    recorder.refused("missing-on-" + name);
    row(name, StatisticsRows.row(Scope.SERVER, "", stats.snapshot()));
    row(name, StatisticsRows.row(Scope.LISTENER, "clear", stats.ofListener("clear")));
    row(name, StatisticsRows.row(Scope.ROOT, name + "-root", stats.ofRoot(name + "-root")));
  }

  private void row(String instance, Map<String, Object> row) {
    Map<String, Object> marked = new HashMap<>(row);
    marked.put(RuntimeCommand.INSTANCE, instance);
    rows.add(marked);
  }

  private String text(String target) {
    return StatisticsRows.of(rows).text(target);
  }

  private Map<String, Object> data(String target) {
    return StatisticsRows.of(rows).data(target);
  }

  @Test
  void oneServerHasOneColumn() {
    server("server", 3);

    assertThat(text("server"))
        .startsWith("Server server since 2026-11-22T08:00:00Z:\nstatistic ")
        .containsPattern("completed +3 +transfers")
        .containsPattern("refused missing-on-server +1 +hand-offs")
        .containsPattern("\nlistener +started +active ")
        .containsPattern("\nclear +3 +0 ")
        .containsPattern("\nserver-root +3 +0 ");
    assertThat(data("server")).containsEntry("server", "server").doesNotContainKey("instances");
  }

  @Test
  void membersStandBesideTheirSum() {
    server("one", 3);
    server("two", 4);

    assertThat(text("both"))
        .startsWith("All of both (one, two) since 2026-11-22T08:00:00Z:\n")
        .containsPattern("statistic +all +on one +on two +unit")
        .containsPattern("since +2026-11-22T08:00:00Z +2026-11-22T08:00:00Z +2026-")
        .containsPattern("completed +7 +3 +4 +transfers")
        .containsPattern("refused missing-on-one +1 +1 +0 +hand-offs")
        .containsPattern("clear +all +7 ")
        .containsPattern("clear +on one +3 ")
        .containsPattern("clear +on two +4 ")
        .containsPattern("two-root +all +4 ")
        .doesNotContainPattern("two-root +on one");
  }

  @Test
  void onlyAnsweringMemberIsNotTheWholeTarget() {
    server("two", 4);

    assertThat(text("both")).startsWith("All of both (two) since ");
    assertThat(data("both")).containsKey("instances");
  }

  @Test
  @SuppressWarnings("unchecked")
  void dataHasTheSumAndEachMember() {
    server("one", 3);
    server("two", 4);

    Map<String, Object> data = data("both");

    assertThat(data).containsEntry("server", "both").containsKeys("since", "at");
    assertThat((Map<String, Object>) data.get("statistics")).containsEntry("completed", 7L);
    assertThat((Map<String, Object>) data.get("listeners")).containsOnlyKeys("clear");
    Map<String, Map<String, Object>> each =
        (Map<String, Map<String, Object>>) data.get("instances");
    assertThat(each).containsOnlyKeys("one", "two");
    assertThat((Map<String, Object>) each.get("two").get("statistics"))
        .containsEntry("completed", 4L);
    assertThat((Map<String, Object>) each.get("two").get("roots")).containsOnlyKeys("two-root");
  }

  @Test
  void whoAsksAboutAListenerGetsThatOnly() {
    server("one", 3);
    server("two", 4);
    rows.removeIf(row -> !row.get("scope").equals("listener"));

    assertThat(text("both"))
        .startsWith("Listener clear of both (one, two) since ")
        .containsPattern("completed +7 +3 +4 +transfers")
        .doesNotContain("two-root");
    assertThat(data("both")).containsKey("statistics");
  }
}
