package io.sendfile.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "999999999999999999, 999999999999999999",
    "64k, 64000",
    "64K, 64000",
    "64kB, 64000",
    "5M, 5000000",
    "1.5GB, 1500000000",
    "1T, 1000000000000",
    "64Ki, 65536",
    "16MiB, 16777216",
    "16mib, 16777216",
    "0.5Gi, 536870912",
    "7B, 7"
  })
  void sizesHaveDecimalAndBinaryMultiples(String text, long bytes) {
    assertThat(Unit.BYTES.parse(text)).hasValue(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "60, 60",
    "30s, 30",
    "5m, 300",
    "5min, 300",
    "1.5h, 5400",
    "7d, 604800",
    "1y, 31536000"
  })
  void timesAreInSecondsUnlessTheySayOtherwise(String text, long seconds) {
    assertThat(Unit.SECONDS.parse(text)).hasValue(seconds);
  }

  @ParameterizedTest
  @CsvSource({"250, 250", "250ms, 250", "30s, 30000", "1m, 60000"})
  void millisecondsHaveTheMultiplesOfSeconds(String text, long millis) {
    assertThat(Unit.MILLISECONDS.parse(text)).hasValue(millis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "k",
        "-1",
        "5X",
        "5m5",
        "1,5M",
        "1.5",
        "0.0001k",
        "٣",
        "1e3",
        "5 M",
        "9999999999999T",
        "9999999999999999999",
        "5s"
      })
  void otherTextIsNoSize(String text) {
    assertThat(Unit.BYTES.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "5M", "500ms", "1.5", "3 weeks", "1h30m", "64k"})
  void otherTextIsNoTimeInSeconds(String text) {
    assertThat(Unit.SECONDS.parse(text)).isEmpty();
  }

  @Test
  void suffixCanBeAskedFor() {
    assertThat(Unit.SECONDS.parseWithSuffix("8h")).hasValue(28_800);
    assertThat(Unit.SECONDS.parseWithSuffix("2026")).isEmpty();
    assertThat(Unit.SECONDS.parseWithSuffix("")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "BYTES, 16777216, 16 MiB",
    "BYTES, 5000000, 5 MB",
    "BYTES, 5120000, 5.12 MB",
    "BYTES, 1500, 1.5 kB",
    "BYTES, 16384, 16 KiB",
    "SECONDS, 60, 1 min",
    "SECONDS, 90, 1.5 min",
    "SECONDS, 86400, 1 d",
    "SECONDS, 31536000, 1 y",
    "MILLISECONDS, 1000, 1 s"
  })
  void amountIsPutIntoWordsOfTheSameValue(Unit unit, long amount, String words) {
    assertThat(unit.words(amount)).hasValue(words);
    assertThat(unit.parse(words.replace(" ", ""))).hasValue(amount);
  }

  @ParameterizedTest
  @CsvSource({"BYTES, 0", "BYTES, 999", "SECONDS, 10", "SECONDS, 100"})
  void wordsWouldNotBeShorterOrExact(Unit unit, long amount) {
    assertThat(unit.words(amount)).isEmpty();
  }

  @Test
  void unitsAreKnownByTheNamesThatSettingsHave() {
    assertThat(Unit.named("bytes per second")).hasValue(Unit.BYTES);
    assertThat(Unit.named("seconds")).hasValue(Unit.SECONDS);
    assertThat(Unit.named("transfers")).isEmpty();
  }
}
