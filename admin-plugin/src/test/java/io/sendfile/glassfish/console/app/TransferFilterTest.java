package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sendfile.glassfish.console.app.RunningTransfers.Reading;
import io.sendfile.glassfish.console.app.Source.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransferFilterTest {
  private static final TransferRow ROW =
      TransferRowsOf.another(
          "id", "7f-1",
          "download-id", "order-7",
          "application", "shop",
          "listener", "http-listener-2",
          "file", "media:films/Sunrise.mp4",
          "client", "10.0.3.7",
          "identity", "Alice Doe",
          "bytes", "1500000",
          "total", "3000000",
          "percent", "50",
          "rate", "49999",
          "average", "60000",
          "seconds", "601",
          "eta", "1:00:01",
          "state", "waiting-peer",
          "verdict", "its client reads slowly");

  private static final TransferRow STANDING = TransferRowsOf.another("rate", "0", "eta", "-");

  private static boolean accepts(String filter) {
    return TransferFilter.parse(filter).accepts(ROW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "sunrise",
        "*.mp4",
        "sun*MP4",
        "10.0.* med*",
        "media:films 10.0.3",
        "SUNRISE order-7",
        "client:10.0.*",
        "client:alice*",
        "CLIENT:10.0.3.7",
        "client:::ffff:10.0.3.7",
        "client:10.0.0.0/16",
        "10.0.3.0/24",
        "root:media",
        "app:shop application:SHOP",
        "file:*.mp4",
        "file:media:films/*",
        "id:7f-1",
        "id:order-*",
        "listener:*2",
        "state:waiting-*",
        "verdict:*slowly",
        "server:i1",
        "identity:\"Alice Doe\"",
        "\"films/Sunrise\"",
        "rate<50k",
        "rate>0.049M",
        "average>50k",
        "bytes>1M",
        "total<1G",
        "percent>49",
        "age>10m",
        "left>1h",
        "client:10.0.* rate<50k sunrise"
      })
  void fits(String filter) {
    assertThat(accepts(filter)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sunset",
        "*.iso",
        "rise*sun",
        "sunrise order-8",
        "client:10.0",
        "client:10.1.0.0/16",
        "10.0.4.0/24",
        "client:10.0.* rate>50k",
        "root:med",
        "app:",
        "identity:Alice",
        "rate<49999",
        "rate>49999",
        "left<1h",
        "nothing:here",
        "three-of<b>"
      })
  void doesNotFit(String filter) {
    assertThat(accepts(filter)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "client:2001:db8::7",
        "client:2001:DB8:0:0:0:0:0:7",
        "2001:db8::7",
        "2001:DB8:0:0:0:0:0:7",
        "client:2001:db8::/32",
        "2001:db8::/32",
        "db8::"
      })
  void addressFitsInAnySpelling(String filter) {
    TransferRow row = TransferRowsOf.another("client", "2001:db8::7");
    assertThat(TransferFilter.parse(filter).accepts(row)).isTrue();
  }

  @Test
  void transferThatStandsStillIsLeftForEver() {
    assertThat(TransferFilter.parse("left>1y").accepts(STANDING)).isTrue();
    assertThat(TransferFilter.parse("left<1y").accepts(STANDING)).isFalse();
    assertThat(TransferFilter.parse("application: client:").accepts(STANDING)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a speed<50k | “speed<50k” compares no number that there is. There are rate, average, bytes, total,
          client<5    | “client<5” compares no number
          rate<fast   | “rate<fast” has no amount. Give one such as 64k, 5M or 16Mi.
          age>        | “age>” has no amount. Give one such as 30s, 5m, 12h or 7d.
          percent<5k  | “percent<5k” has no amount. Give one such as 5 or 50.
          rate:50k    | “rate:50k” compares nothing; write rate<… or rate>….
          client:10.0.0.0/33 | No client has the address “10.0.0.0/33”. Give one such as 192.0.2.7, or a range
          client:999.1.1.1 | No client has the address “999.1.1.1”.
          rate<\u202e | “rate<\\u202e” has no amount.
          """)
  void wordThatCannotBeMeantIsNamed(String filter, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TransferFilter.parse(filter))
        .withMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource({
    "clint:10.0.*, clint, client",
    "10.0 FLIE:*.iso, flie, file",
    "files:sunrise, files, file",
    "verdikt:*disk*, verdikt, verdict"
  })
  void wordThatResemblesAConditionIsToldWhereNothingFits(String filter, String name, String known) {
    assertThat(Reading.of(new Rows(List.of(ROW.full()), List.of()), filter).nothing(filter))
        .endsWith("”. There is no condition “" + name + ":”; there is “" + known + ":”.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"media:films", "fe80::1", "abc::1", "sunrise", "app:a", "client:b", "a:b:c"})
  void textsAndConditionsResembleNoOther(String filter) {
    assertThat(TransferFilter.resembled(filter)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop", "a b", "", "say \"hi\"", "a\"b", "*", "x:y<z"})
  void wordOfATextFindsIt(String text) {
    TransferRow row = TransferRowsOf.another("application", text);
    String word = TransferFilter.word(TextCondition.APPLICATION, text);
    assertThat(TransferFilter.parse(word).accepts(row)).as(word).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"", "a\"", "\"a b\"", "a", "a* ", "rate<1 "})
  void longFilterIsReadAsWell(String part) {
    String filter = part.repeat(100_000);
    assertThatCode(() -> TransferFilter.parse(filter).accepts(STANDING)).doesNotThrowAnyException();
    assertThat(TransferFilter.resembled(filter + ":x")).isEmpty();
  }

  @Test
  void emptyTableSaysWhy() {
    assertThat(Reading.of(new Rows(List.of(), List.of()), "x").nothing("x"))
        .isEqualTo("No transfer is running.");
    assertThat(Reading.of(new Rows(List.of(ROW.full()), List.of()), "x").nothing("x"))
        .isEqualTo("The filter hides all: none of one running transfer fits “x”.");
    assertThat(
            Reading.of(new Rows(List.of(ROW.full(), STANDING.full()), List.of()), "no\u202ene")
                .nothing(" no\u202ene"))
        .isEqualTo("The filter hides all: none of 2 running transfers fits “no\\u202ene”.");
    assertThat(Reading.of(new Rows(List.of(), List.of("shop-one: no answer")), "").nothing(""))
        .isEqualTo("It is unknown whether transfers are running.");
    Reading wrong = Reading.of(new Rows(List.of(ROW.full()), List.of()), "rate<fast");
    assertThat(wrong.rows()).isEmpty();
    assertThat(wrong.problem()).startsWith("“rate<fast” has no amount.");
    assertThat(wrong.nothing("rate<fast"))
        .isEqualTo("No transfer is shown, as the filter is invalid.");
  }
}
