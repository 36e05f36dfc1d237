package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.operations.ended.EndedFilter.Condition;
import io.sendfile.operations.ended.EndedTransfer;
import io.sendfile.spi.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EndedRowsTest {
  private static final EndedTransfer STALLED =
      new EndedTransfer(
          Instant.parse("2026-11-24T02:00:00Z"),
          "own-1",
          "order\u202e7",
          "shop",
          "server",
          "http-listener-1",
          "media:in\u202egpj.exe",
          "",
          200,
          "192.0.2.7",
          "",
          Outcome.STALLED,
          "its client took nothing",
          1_200_000,
          9_437_184,
          Duration.ofMillis(12),
          Duration.ofSeconds(84));

  private final EndedView view = new EndedView();

  @Test
  void rowHasShortFormsAndNoHiddenCharacters() {
    assertThat(EndedRows.row(EndedColumn.row(STALLED)))
        .containsEntry("bytes", "1.2 MB")
        .containsEntry("total", "9.4 MB")
        .containsEntry("duration-ms", "1:24")
        .containsEntry("file", "media:in\\u202egpj.exe")
        .containsEntry("download-id", "order\\u202e7")
        .containsKey("clock");
  }

  @Test
  void filterHasTheConditionsOfTheAddress() {
    assertThat(view.filter().conditions()).isEmpty();
    view.getTexts().put("outcome", "stalled");
    view.getTexts().put("file", " media:* ");
    assertThat(view.filter().conditions()).containsOnlyKeys(Condition.OUTCOME, Condition.FILE);
    view.getTexts().put("reason", "missing");
    assertThat(view.conditions()).containsOnlyKeys("outcome", "file");
    view.getTexts().put("since", "yesterday");
    assertThatIllegalArgumentException().isThrownBy(view::filter);
  }

  @Test
  void conditionsOfOneKindHideTheOther() {
    assertThat(view.isOnlyRefusals()).isFalse();
    assertThat(view.isOnlyTransfers()).isFalse();
    view.getTexts().put("reason", "missing");
    assertThat(view.isOnlyRefusals()).isTrue();
    view.getTexts().put("root", "media");
    assertThat(view.isOnlyTransfers()).isTrue();
  }

  @Test
  void refusalsHaveTheirOwnConditions() {
    view.getTexts().put("reason", " missing ");
    view.getTexts().put("client", "192.0.*");
    view.getTexts().put("since", "12h");
    view.getTexts().put("root", "media");
    assertThat(view.refusalConditions())
        .isEqualTo(Map.of("reason", "missing", "client", "192.0.*", "since", "12h"));
    assertThat(view.getRefusalsQuery()).contains("&client=192.0.*").doesNotContain("root");
    assertThat(view.getQuery()).contains("&root=media").doesNotContain("reason");
  }
}
