package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TransferGroupTest {
  private static TransferRow row(String client, String file, String rate, String verdict) {
    return TransferRowsOf.another(
        "client", client, "file", file, "rate", rate, "bytes", "1000", "total", "5000", "verdict",
        verdict);
  }

  private final List<TransferRow> rows =
      List.of(
          row("10.0.0.9", "media:a", "100", "its client reads slowly"),
          row("10.0.0.10", "media:b", "2000", "its client reads slowly"),
          row("10.0.0.10", "docs:a", "300", "nothing slows it down"),
          row("10.0.0.10", "media:a", "0", "its client reads slowly"));

  @Test
  void groupsAreSummed() {
    List<TransferGroup> groups = TransferGroup.of(TextCondition.CLIENT, rows);
    assertThat(groups).extracting(TransferGroup::name).containsExactly("10.0.0.9", "10.0.0.10");
    TransferGroup first = groups.get(1);
    assertThat(first.number()).isEqualTo(3);
    assertThat(first.rate()).isEqualTo("2.3 kB/s");
    assertThat(first.slowest()).isEqualTo("0 B/s");
    assertThat(first.bytes()).isEqualTo("3.0 kB");
    assertThat(first.total()).isEqualTo("15.0 kB");
    assertThat(first.left()).isEqualTo("12.0 kB");
    assertThat(first.verdict()).isEqualTo("its client reads slowly");
    assertThat(first.word()).isEqualTo("client:10.0.0.10");
  }

  @Test
  void wordOfAGroupLeavesItsRows() {
    for (TextCondition condition : TextCondition.values()) {
      for (TransferGroup group : TransferGroup.of(condition, rows)) {
        TransferFilter filter = TransferFilter.parse(group.word());
        assertThat(rows.stream().filter(filter::accepts).toList()).isEqualTo(group.rows());
      }
    }
  }

  @Test
  void rootsAndFilesMakeGroupsToo() {
    assertThat(TransferGroup.of(TextCondition.ROOT, rows))
        .extracting(TransferGroup::name)
        .containsExactly("docs", "media");
    assertThat(TransferGroup.of(TextCondition.FILE, rows))
        .extracting(TransferGroup::name)
        .containsExactly("docs:a", "media:a", "media:b");
  }

  @Test
  void groupOfNoneHasAName() {
    assertThat(TransferGroup.of(TextCondition.IDENTITY, rows))
        .extracting(TransferGroup::word)
        .containsExactly("identity:");
  }
}
