package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.Origin;
import io.sendfile.core.files.Wildcards;
import io.sendfile.core.transfer.Ceiling;
import io.sendfile.core.transfer.HighestRate;
import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.TimeSpent;
import io.sendfile.core.transfer.TransferId;
import io.sendfile.core.transfer.TransferInfo;
import io.sendfile.core.transfer.TransferSnapshot;
import io.sendfile.core.transfer.TransferState;
import io.sendfile.glassfish.answers.TransferColumn;
import io.sendfile.grizzly.jmx.RunningTransfer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.primefaces.model.SortMeta;
import org.primefaces.model.SortOrder;

class TransferRowTest {
  private static TransferRow row(String id, String path, long bytes, long rate) {
    return row(id, path, "127.0.0.1", bytes, rate);
  }

  private static TransferRow row(String id, String path, String client, long bytes, long rate) {
    TransferInfo info =
        new TransferInfo(
            new TransferId(id, null),
            new Origin("shop", "server"),
            "http-listener-1",
            "media",
            path,
            new InetSocketAddress(client, 5),
            "",
            200,
            "");
    TransferSnapshot now =
        new TransferSnapshot(
            info,
            "adaptive",
            TransferState.SENDING,
            "",
            bytes,
            1000,
            rate,
            0,
            Ceiling.NONE,
            false,
            HighestRate.NONE,
            TimeSpent.NONE,
            new LimitUsage(1, 4, 3, 10, 0, 10, 0, 1 << 20),
            Duration.ofSeconds(3));
    RunningTransfer transfer = new RunningTransfer(now);
    return new TransferRow(
        Stream.of(TransferColumn.values())
            .collect(
                Collectors.toMap(
                    TransferColumn::label, column -> column.full(column.value(transfer)))));
  }

  private final TransferRow first = row("a-1", "Sunrise.mp4", 100, 180);
  private final TransferRow second = row("a-2", "atl\u202eas.pdf", 900, 20);

  private static SortMeta by(String field, SortOrder order) {
    return SortMeta.builder().field(field).order(order).build();
  }

  private List<TransferRow> sorted(SortMeta by) {
    return Stream.of(first, second)
        .sorted(TransferRow.table(List::of).order(Map.of(by.getField(), by)))
        .toList();
  }

  private static Predicate<String> part(String text) {
    return new Wildcards('*' + text + '*', true)::matches;
  }

  @Test
  void filterLooksAtWhatIdentifiesATransfer() {
    assertThat(first.matches(part("sunrise"))).isTrue();
    assertThat(first.matches(part("a-1"))).isTrue();
    assertThat(first.matches(part("shop"))).isTrue();
    assertThat(first.matches(part("atlas"))).isFalse();
    assertThat(first.matches(part(""))).isTrue();
  }

  @Test
  void orderIsThatOfAColumn() {
    assertThat(sorted(by("rate", SortOrder.ASCENDING))).containsExactly(second, first);
    assertThat(sorted(by("percent", SortOrder.DESCENDING))).containsExactly(second, first);
    assertThat(sorted(by("nothing", SortOrder.ASCENDING))).containsExactly(first, second);
  }

  @Test
  void clientsAreInTheOrderOfTheirNumbers() {
    List<TransferRow> rows =
        Stream.of("2001:db8::10", "127.0.1.100", "10.0.0.1", "2001:db8::9", "127.0.1.2")
            .map(client -> row("a-1", "a", client, 0, 0))
            .toList();
    SortMeta by = by("client", SortOrder.ASCENDING);
    assertThat(rows.stream().sorted(TransferRow.table(List::of).order(Map.of("client", by))))
        .extracting(row -> row.text("client"))
        .containsExactly("10.0.0.1", "127.0.1.2", "127.0.1.100", "2001:db8::9", "2001:db8::10");
  }

  @Test
  void rowNamesItsServer() {
    TransferRow row =
        TransferRowsOf.another(
            "rate", "1200000", "eta", "1:02:03", "for-client", "93", "sending", "7");
    assertThat(row.server()).isEqualTo("i1");
    assertThat(row.text("rate")).isEqualTo("1.2 MB/s");
    assertThat(row.text("eta")).isEqualTo("1:02:03");
    assertThat(row.number(TransferColumn.ETA)).isEqualTo(3723);
    assertThat(row.shares()).isEqualTo("client 93 %, sending 7 %");
    assertThat(row.text("verdict")).as("an older server has none").isEmpty();
  }

  @Test
  void theirNumbersAreInOrderToo() {
    List<TransferRow> rows =
        Stream.of("1:00:00", "-", "9:59", "0:07")
            .map(eta -> TransferRowsOf.another("eta", eta))
            .toList();
    SortMeta by = by("eta", SortOrder.ASCENDING);
    assertThat(rows.stream().sorted(TransferRow.table(List::of).order(Map.of("eta", by))))
        .extracting(row -> row.text("eta"))
        .containsExactly("-", "0:07", "9:59", "1:00:00");
  }

  @Test
  void rowThatANewLimitHoldsSaysNothingElse() {
    TransferRow row =
        TransferRowsOf.another("waits-for", "client", "verdict", "limited by limit a");
    assertThat(row.shares()).isEmpty();
  }

  @Test
  void valuesAreTexts() {
    assertThat(first.about()).isEqualTo("to 127.0.0.1 · a-1 · shop");
    assertThat(first.text("average")).isEqualTo("33 B/s");
    assertThat(first.text("total")).isEqualTo("1.0 kB");
    assertThat(first.done()).isEqualTo("10 %");
    assertThat(first.text("rate")).isEqualTo("180 B/s");
    assertThat(first.limit()).isZero();
    assertThat(first.text("eta")).isEqualTo("0:05");
    assertThat(first.text("seconds")).isEqualTo("0:03");
    assertThat(first.shares()).isEqualTo("sending");
    assertThat(first.text("verdict")).isEqualTo("nothing slows it down");
  }

  @Test
  void filterAndTableHaveTextsInWhichNothingIsHidden() {
    assertThat(second.text("file")).isEqualTo("media:atl\\u202eas.pdf");
    assertThat(second.matches(part("\\u202e"))).isTrue();
    assertThat(second.matches(part("\u202e"))).isFalse();
  }

  @Test
  void limitsThatConcernItAreNamed() {
    assertThat(new TransferRow(Map.of("limits", "shop-rate,client-a")).limits())
        .containsExactly("shop-rate", "client-a");
    assertThat(first.limits()).isEmpty();
  }
}
