package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.console.app.PastRow.Detail;
import io.sendfile.operations.ended.EndedColumn;
import io.sendfile.operations.ended.EndedTransfer;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Profile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.primefaces.model.SortMeta;
import org.primefaces.model.SortOrder;

class PastRowTest {
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
          Duration.ofSeconds(84),
          Profile.NONE,
          "limited by limit night, 14.3 kB/s for all of its downloads",
          "limit night",
          "rate 93 %, client 7 %");

  private final PastRow row = new PastRow(EndedColumn.row(STALLED));

  @Test
  void textsAreShortAndHaveNoHiddenCharacters() {
    assertThat(row.text("bytes")).isEqualTo("1.2 MB");
    assertThat(row.text("total")).isEqualTo("9.4 MB");
    assertThat(row.text("time")).matches("2026-11-2\\d \\d\\d:\\d\\d:\\d\\d");
    assertThat(row.root() + row.path()).isEqualTo("media:in\\u202egpj.exe");
    assertThat(row.condition("root")).isEqualTo("media");
    assertThat(row.text("held-by")).isEqualTo("limit night");
    assertThat(row.condition("file")).as("for links").isEqualTo("media:in\u202egpj.exe");
  }

  @Test
  void detailsAreWhatTheRowLacks() {
    assertThat(row.details())
        .contains(
            new Detail("reason", "its client took nothing"),
            new Detail("download id", "order\\u202e7"),
            new Detail("duration", "1:24"),
            new Detail("verdict", "limited by limit night, 14.3 kB/s for all of its downloads"),
            new Detail("time percent", "rate 93 %, client 7 %"))
        .extracting(Detail::name)
        .doesNotContain("range", "identity");
  }

  @Test
  void rowsAreInTheOrderOfTheirValues() {
    List<PastRow> rows =
        Stream.of("9 2026-11-24T02:00:00Z", "10 2026-11-24T02:00:00.500Z")
            .map(text -> text.split(" "))
            .map(each -> new PastRow(Map.of("number", each[0], "time", each[1])))
            .toList();
    SortedTable<PastRow> table =
        new SortedTable<>(() -> rows, PastRow::value, PastRow::key, Set.of("number"), "time");
    assertThat(rows.stream().sorted(table.order(Map.of())))
        .as("the newest first")
        .extracting(each -> each.text("number"))
        .containsExactly("10", "9");
    SortMeta number = SortMeta.builder().field("number").order(SortOrder.ASCENDING).build();
    assertThat(rows.stream().sorted(table.order(Map.of("number", number))))
        .extracting(each -> each.text("number"))
        .containsExactly("9", "10");
  }

  @Test
  void detailOfALimitNamesNoCommand() {
    String detail = "client a is kept out; asadmin delete-sendfile-limit out ends it";
    assertThat(new PastRow(Map.of("detail", detail)).text("detail"))
        .isEqualTo("client a is kept out");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "X-Sendfile: 'media:a&b=c d',media:a&b=c d,files.xhtml?value=media%3Aa%26b%3Dc+d&application=shop&client=192.0.2.7",
        "X-Sendfile: 'a\\\\b\\u202e<',a\\\\b\\u202e<,files.xhtml?value=a%5Cb%E2%80%AE%3C&application=shop&client=192.0.2.7",
        "X-Accel-Redirect: '/a',X-Accel-Redirect: '/a',files.xhtml?value=%2Fa&header=X-Accel-Redirect&application=shop&client=192.0.2.7",
        "io.sendfile.file: '/a',io.sendfile.file: '/a',files.xhtml?value=%2Fa&header=io.sendfile.file&application=shop&client=192.0.2.7",
        "media:a,media:a,files.xhtml?value=media%3Aa&application=shop&client=192.0.2.7",
        "X-Sendfile: 'media:a…,X-Sendfile: 'media:a…,\"\"",
        "media:a…,media:a…,\"\"",
        "X-Archive-Files: line 7,X-Archive-Files: line 7,\"\"",
      })
  void refusedValueIsAskedAgainAsItWas(String asked, String shown, String explanation) {
    PastRow refused =
        new PastRow(Map.of("value", asked, "application", "shop", "client", "192.0.2.7"));
    assertThat(refused.asked()).isEqualTo(shown);
    assertThat(refused.explanation()).isEqualTo(explanation);
  }

  /** The file of an expired link is served to those who ask without it. */
  @Test
  void refusalByALinkIsNotAskedAgainWithoutIt() {
    Map<String, String> refused = Map.of("value", "media:a", "reason", "expired");
    assertThat(new PastRow(refused).explanation()).isEmpty();
  }
}
