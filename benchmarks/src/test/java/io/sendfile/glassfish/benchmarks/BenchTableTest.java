package io.sendfile.glassfish.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BenchTableTest {
  private final BenchTable tls = BenchTable.named("tls");

  @Test
  void keepsTheColumnsThatAreAskedForAndTheirPartOfTheWarmUp() {
    BenchTable small = tls.only(Pattern.compile("KB"));

    assertThat(small.columns())
        .extracting(Column::title)
        .containsExactly(
            "2 KB", "14 KB", "2 KB, 32 at a time", "14 KB, 32 at a time", "14 KB, new connections");
    assertThat(small.warmUp()).isBetween(tls.warmUp().dividedBy(2), tls.warmUp());
    assertThat(small.files()).containsExactlyElementsOf(BenchTable.SMALL);
  }

  @Test
  void isItselfWhenNothingIsAskedFor() {
    assertThat(tls.only(Pattern.compile(""))).isEqualTo(tls);
  }

  @Test
  void namesItsColumnsWhereNoneIsMeant() {
    assertThatThrownBy(() -> tls.only(Pattern.compile("3 KB")))
        .hasMessageContaining("No column has '3 KB'")
        .hasMessageContaining("14 KB, new connections");
  }

  @Test
  void addsUpRunsOfNewConnections() {
    Sample sum = new Sample(1, 10, 4, 1, 2, 3, 5, 6).plus(new Sample(2, 20, 5, 1, 2, 3, 5, 6));

    assertThat(sum).isEqualTo(new Sample(3, 30, 9, 2, 4, 6, 0, 0));
  }
}
