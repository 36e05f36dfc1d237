package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.primefaces.model.SortMeta;
import org.primefaces.model.SortOrder;

class TransferRowTest {
  private static TransferRow row(String id, String file, int percent, long rate) {
    return new TransferRow(
        id, "", file, "127.0.0.1", "shop", percent * 10L, 1000, percent, rate, 0, 5, 3, "sending");
  }

  private final TransferRow first = row("a-1", "media:Sunrise.mp4", 10, 500);
  private final TransferRow second = row("a-2", "media:atlas.pdf", 90, 20);

  private static SortMeta by(String field, SortOrder order) {
    return SortMeta.builder().field(field).order(order).build();
  }

  private List<TransferRow> sorted(SortMeta by) {
    return Stream.of(first, second).sorted(TransferTable.order(Map.of(by.getField(), by))).toList();
  }

  @Test
  void filterLooksAtWhatIdentifiesATransfer() {
    assertThat(first.matches("sunrise")).isTrue();
    assertThat(first.matches(" A-1 ")).isTrue();
    assertThat(first.matches("SHOP")).isTrue();
    assertThat(first.matches("atlas")).isFalse();
    assertThat(first.matches("")).isTrue();
  }

  @Test
  void orderIsThatOfAColumn() {
    assertThat(sorted(by("rate", SortOrder.ASCENDING))).containsExactly(second, first);
    assertThat(sorted(by("percent", SortOrder.DESCENDING))).containsExactly(second, first);
    assertThat(sorted(by("nothing", SortOrder.ASCENDING))).containsExactly(first, second);
  }

  @Test
  void valuesAreTexts() {
    assertThat(first.progress()).isEqualTo("100 B of 1.0 kB");
    assertThat(first.rateText()).isEqualTo("500 B/s");
    assertThat(first.limitText()).isEmpty();
    assertThat(first.timeLeft()).isEqualTo("0:05");
  }
}
