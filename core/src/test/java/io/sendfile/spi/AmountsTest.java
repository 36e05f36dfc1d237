package io.sendfile.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "-1,-",
    "0,0:00",
    "7,0:07",
    "61,1:01",
    "3599,59:59",
    "3723,1:02:03",
    "360000,100:00:00"
  })
  void tellsTimesAsClocksDo(long seconds, String text) {
    assertThat(Amounts.time(seconds)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0,0 B",
    "999,999 B",
    "1000,1.0 kB",
    "99949,99.9 kB",
    "99950,100 kB",
    "999499,999 kB",
    "999500,1.0 MB",
    "50000000,50.0 MB",
    "999999999999999999,1000 PB",
    "-1,-1",
    "'',''"
  })
  void tellsNumbersOfBytesInThreeDigits(String number, String text) {
    assertThat(AmountForm.BYTES.brief(number)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1234567, about 1.2 MB", "1001, about 1.0 kB", "65537, about 65.5 kB"})
  void bytesAreRoundedWhereNoShortNumberIsExact(long amount, String words) {
    assertThat(Amounts.words(Unit.BYTES, amount)).hasValue(words);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 4096, 0 %",
    "1, 4096, < 1 %",
    "9, 1000, < 1 %",
    "10, 1000, 1 %",
    "29, 100, 29 %",
    "124, 1000, 12 %",
    "125, 1000, 13 %",
    "666, 1000, 67 %",
    "990, 1000, 99 %",
    "996, 1000, > 99 %",
    "2999999, 3000000, > 99 %",
    "7, 7, 100 %",
    "11, 6, 183 %",
    "9000000000000000000, 9000000000000000000, 100 %",
    "5, 0, –"
  })
  void shareIsNothingOrAllOnlyIfItIs(long part, long whole, String said) {
    assertThat(Amounts.share(part, whole)).isEqualTo(said);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 bytes/s",
    "5, 5 bytes/s",
    "500000, 500000 bytes/s (500 kB/s)",
    "5000000, 5000000 bytes/s (5 MB/s)",
    "1234567, 1234567 bytes/s (about 1.2 MB/s)"
  })
  void rateIsSaidInDigitsAndInWords(long bytesPerSecond, String said) {
    assertThat(Amounts.rate(bytesPerSecond)).isEqualTo(said);
  }
}
