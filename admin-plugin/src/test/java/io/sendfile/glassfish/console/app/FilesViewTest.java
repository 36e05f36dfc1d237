package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sendfile.glassfish.console.app.FilesView.Choice;
import io.sendfile.glassfish.console.app.Source.Rows;
import io.sendfile.operations.ended.RefusedHandOff;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilesViewTest {
  private static final Instant NOW = Instant.parse("2026-11-24T02:00:00Z");

  private final FilesView view = new FilesView();

  private static RefusedHandOff refused(int seconds, String reason, String value) {
    return new RefusedHandOff(
        NOW.plusSeconds(seconds), reason, 404, "shop", "server", "192.0.2.7", value, "why");
  }

  private void show(RefusedHandOff... refusals) {
    view.show(
        new Rows(
            RefusedHandOff.groups(List.of(refusals)).stream()
                .map(RefusedHandOff.Group::row)
                .toList(),
            List.of("two: gone\u202e")));
  }

  @Test
  void groupsAreListedTheLastFirst() {
    show(refused(0, "missing", "a"), refused(1, "hidden", "b"), refused(2, "missing", "a"));

    assertThat(view.getRefusals())
        .extracting(PastRow::asked, PastRow::number, row -> row.value("first"), PastRow::moment)
        .containsExactly(
            tuple("a", 2L, NOW.toEpochMilli(), NOW.plusSeconds(2)),
            tuple("b", 1L, NOW.plusSeconds(1).toEpochMilli(), NOW.plusSeconds(1)));
    assertThat(view.getMissing()).containsExactly("two: gone\\u202e");
  }

  @Test
  void wordsAreFoundInAnyCaseAndOrder() {
    view.setSearch(" 0.2.7  FILM ");
    show(
        refused(0, "missing", "films/a"), refused(1, "missing", "b"), refused(2, "hidden", "film"));

    assertThat(view.getRefusals()).extracting(PastRow::asked).containsExactly("film", "films/a");
    assertThat(view.getQuery()).isEqualTo("&since=24h&search=+0.2.7++FILM+");
    assertThat(view.getReasons())
        .contains(
            new Choice(
                "missing",
                "1",
                "files.xhtml?since=24h&reason=missing&search=+0.2.7++FILM+",
                false));
  }

  @Test
  void reasonsHaveTheSumsOfAllRowsTheMostFrequentFirst() {
    view.setReason("hidden");
    show(refused(0, "hidden", "a"), refused(1, "missing", "b"), refused(2, "missing", "c"));

    assertThat(view.getReasons())
        .containsExactly(
            new Choice("all", "3", "files.xhtml?since=24h", false),
            new Choice("missing", "2", "files.xhtml?since=24h&reason=missing", false),
            new Choice("hidden", "1", "files.xhtml?since=24h&reason=hidden", true));
    assertThat(view.getTimes())
        .contains(new Choice("1 hour", "", "files.xhtml?since=1h&reason=hidden", false));
    assertThat(view.getRefusals()).extracting(PastRow::asked).containsExactly("a");
    assertThat(view.getFurther()).isZero();
  }

  @Test
  void listHasAtMostAThousandGroups() {
    RefusedHandOff[] many = new RefusedHandOff[1001];
    for (int i = 0; i < many.length; i++) {
      many[i] = refused(i, "missing", "file-" + i);
    }
    show(many);

    assertThat(view.getRefusals())
        .hasSize(1000)
        .first()
        .extracting(PastRow::asked)
        .isEqualTo("file-1000");
    assertThat(view.getFurther()).isEqualTo(1);
  }

  @Test
  void listIsAPartOfAnAddress() {
    view.setReason("miss&ing");

    assertThat(view.getQuery()).isEqualTo("&since=24h&reason=miss%26ing");
  }
}
