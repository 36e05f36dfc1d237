package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.http.RangeSelection.NotSatisfiable;
import io.sendfile.core.http.RangeSelection.Partial;
import io.sendfile.core.http.RangeSelection.Whole;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangeSelectionTest {
  private static final int LIMIT = 16;

  private static RangeSelection select(String field, long size) {
    return RangeSelection.of(List.of(field), size, LIMIT);
  }

  /** The selection in short: "whole", "none", or "first-last first-last". */
  private static String text(RangeSelection selection) {
    if (selection instanceof Partial partial) {
      StringJoiner text = new StringJoiner(" ");
      partial.ranges().forEach(range -> text.add(range.first() + "-" + range.last()));
      return text.toString();
    }
    return selection instanceof Whole ? "whole" : "none";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // first-last, first-, -suffix (RFC 9110 section 14.1.2)
        "bytes=0-0|0-0",
        "bytes=0-499|0-499",
        "bytes=9999-9999|9999-9999",
        "bytes=9500-|9500-9999",
        "bytes=0-|0-9999",
        "bytes=-500|9500-9999",
        "bytes=-1|9999-9999",
        "bytes=-10000|0-9999",
        "bytes=0-9999|0-9999",
        "bytes=007-0008|7-8",
        // last beyond the end, suffix longer than the file: clipped
        "bytes=9990-10000|9990-9999",
        "bytes=0-10000|0-9999",
        "bytes=0-99999999999999999999|0-9999",
        "bytes=-10001|0-9999",
        "bytes=-99999999999999999999|0-9999",
        // beyond the end, or no byte at all: unsatisfiable
        "bytes=10000-|none",
        "bytes=10000-10001|none",
        "bytes=-0|none",
        "bytes=-000|none",
        "bytes=99999999999999999999-|none",
        "bytes=99999999999999999998-99999999999999999999|none",
        "bytes=099999999999999999999-99999999999999999999|none",
        "bytes=9223372036854775808-18446744073709551616|none",
        "bytes=9223372036854775807-9223372036854775807|none",
        "bytes=10000-,-0|none",
        // several
        "bytes=0-0,-1|0-0 9999-9999",
        "bytes=500-600,1000-1999|500-600 1000-1999",
        "bytes=1000-1999,500-600|1000-1999 500-600",
        "bytes=0-0,20000-|0-0",
        "bytes=20000-,0-0,-0|0-0",
        // overlaps, duplicates and gaps below 80 bytes are merged, at the place of the first
        "bytes=0-9,5-14|0-14",
        "bytes=5-14,0-9|0-14",
        "bytes=0-9,0-9|0-9",
        "bytes=0-99,10-19|0-99",
        "bytes=0-9,10-19|0-19",
        "bytes=0-9,89-99|0-99",
        "bytes=0-9,90-99|0-9 90-99",
        "bytes=5000-5009,0-9,5010-5019|5000-5019 0-9",
        "bytes=0-9,5000-5009,5-14|0-14 5000-5009",
        "bytes=0-9,160-169,80-89|0-169",
        // empty elements and blanks (RFC 9110 section 5.6.1)
        "bytes=,0-9|0-9",
        "bytes=0-9,|0-9",
        "bytes=,,0-9, ,\t,1000-1009,,|0-9 1000-1009",
        "bytes= 0-9 , 1000-1009 |0-9 1000-1009",
        // the unit in any case
        "BYTES=0-9|0-9",
        "Bytes=0-9|0-9"
      })
  void selectsWhatIsAskedOfAFileOfTenThousandBytes(String field, String expected) {
    assertThat(text(select(field, 10_000))).isEqualTo(expected);
  }

  /** RFC 9110 section 14.2 recommends to ignore these; nginx and Tomcat answer 416. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bytes",
        "bytes=",
        "bytes=,",
        "bytes=-",
        "bytes=--1",
        "bytes=1--2",
        "bytes=5-4",
        "bytes=a-b",
        "bytes=0-9;",
        "bytes=0-9,x",
        "bytes=0-9,5",
        "bytes=x,0-9",
        "bytes=0 - 9",
        "bytes=0- 9",
        "bytes =0-9",
        "bytes=+0-9",
        "bytes=0-+9",
        "bytes=0x0-9",
        "bytes=0-9 10-19",
        "bytes:0-9",
        "bytes 0-9",
        "bytes=0-9/10",
        "bytes=0.0-9",
        "bytes=\u0660-\u0669",
        "bytes=0\u0000-9",
        "bytes=0-9\u00a0",
        "bytes=10001-10000",
        "bytes=0-9,10001-10000",
        "bytes=18446744073709551616-9223372036854775808",
        "bytes=9223372036854775808-9223372036854775807",
        "bytes=99999999999999999999-0099999999999999999998",
        "bytes=0-9,100000000000000000000-99999999999999999999"
      })
  void ignoresAMalformedField(String field) {
    assertThat(select(field, 10_000)).isEqualTo(new Whole());
  }

  /** GlassFish DefaultServlet answers 416 to these. */
  @ParameterizedTest
  @ValueSource(
      strings = {"seconds=0-9", "none", "items=0-", "byte=0-9", "bytess=0-9", "x-bytes=0-9"})
  void ignoresUnknownUnits(String field) {
    assertThat(select(field, 10_000)).isEqualTo(new Whole());
  }

  /** GlassFish DefaultServlet answers 416 to a suffix longer than the file. */
  @Test
  void suffixLongerThanTheFileSelectsAllOfIt() {
    assertThat(text(select("bytes=-5", 3))).isEqualTo("0-2");
  }

  @Test
  void ignoresSeveralFields() {
    assertThat(RangeSelection.of(List.of("bytes=0-1", "bytes=0-1"), 10, LIMIT))
        .isEqualTo(new Whole());
    assertThat(RangeSelection.of(List.of(), 10, LIMIT)).isEqualTo(new Whole());
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=0-", "bytes=-0", "bytes=-1", "bytes=5-", "bytes=0-0"})
  void ignoresRangesOfAnEmptyFile(String field) {
    assertThat(select(field, 0)).isEqualTo(new Whole());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bytes=0-|0-9223372036854775806",
        "bytes=9223372036854775806-|9223372036854775806-9223372036854775806",
        "bytes=9223372036854775807-|none",
        "bytes=-9223372036854775807|0-9223372036854775806",
        "bytes=-9223372036854775808|0-9223372036854775806",
        "bytes=1-9223372036854775807|1-9223372036854775806",
        "bytes=0-0,-1|0-0 9223372036854775806-9223372036854775806",
        "bytes=0-4611686018427387904,-4611686018427387904|whole"
      })
  void countsInTheLargestFileThereCanBe(String field, String expected) {
    assertThat(text(select(field, Long.MAX_VALUE))).isEqualTo(expected);
  }

  /** CVE-2017-7529 of nginx: the sum of lengths overflowed, and memory was sent. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "bytes=-9223372036854773000,-9223372036854775000",
        "bytes=-9223372036854775807,-9223372036854775807,0-9223372036854775806",
        "bytes=0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-,0-"
      })
  void sumsOfLengthsDoNotOverflow(String field) {
    assertThat(select(field, 10_000)).isEqualTo(new Whole());
    assertThat(select(field, Long.MAX_VALUE)).isEqualTo(new Whole());
  }

  /** CVE-2011-3192 of Apache: many overlapping ranges. CVE-2024-26141 and 2026-34826 of Rack. */
  @Test
  void manyOverlapsSelectTheWholeFile() {
    StringJoiner killer = new StringJoiner(",", "bytes=0-", "");
    for (int i = 0; i < 1300; i++) {
      killer.add("5-" + i);
    }
    assertThat(select(killer.toString(), 10_000)).isEqualTo(new Whole());
    assertThat(select("bytes=0-5000,1-5001", 10_000)).isEqualTo(new Whole());
  }

  private static String ranges(int count) {
    StringJoiner field = new StringJoiner(",", "bytes=", "");
    for (int i = 0; i < count; i++) {
      field.add(i * 100 + "-" + i * 100);
    }
    return field.toString();
  }

  /**
   * GlassFish DefaultServlet answers 403 to more than ten; lighttpd drops ranges beyond its limit.
   */
  @ParameterizedTest
  @CsvSource({"16,16,true", "17,16,false", "1,1,true", "2,1,false", "1,0,false", "64,64,true"})
  void moreRangesThanTheLimitSelectTheWholeFile(int count, int limit, boolean honoured) {
    RangeSelection selection = RangeSelection.of(List.of(ranges(count)), 10_000, limit);
    assertThat(selection instanceof Partial).isEqualTo(honoured);
  }

  @Test
  void countsUnsatisfiableRangesToo() {
    assertThat(RangeSelection.of(List.of("bytes=20000-,20000-,0-1"), 10_000, 2))
        .isEqualTo(new Whole());
  }

  @Test
  void doesNotCountEmptyElements() {
    assertThat(text(RangeSelection.of(List.of("bytes=,,,,,,,,0-1,,,,"), 10_000, 1)))
        .isEqualTo("0-1");
  }

  @Test
  void ignoresAFieldOfExcessiveLength() {
    String blanks = " ".repeat(RangeParser.MAX_LENGTH);
    assertThat(select("bytes=0-1," + blanks + ",5-6", 10_000)).isEqualTo(new Whole());
    String digits = "0".repeat(RangeParser.MAX_LENGTH - "bytes=1-".length());
    assertThat(text(select("bytes=1-" + digits.substring(1) + "2", 10_000))).isEqualTo("1-2");
  }

  /** CVE-2022-44570 of Rack: backtracking. Parsing must end at once. */
  @Test
  void longFieldsTakeLinearTime() {
    for (String piece : List.of("-", ",", " ", "0", "0-", "0-0", "0-0,", ", ", "bytes=", "=")) {
      String field = "bytes=" + piece.repeat(RangeParser.MAX_LENGTH / piece.length()) + "x";
      assertThat(select(field, 10_000)).isEqualTo(new Whole());
    }
  }

  @Test
  void tellsNotSatisfiableApart() {
    assertThat(select("bytes=10000-", 10_000)).isEqualTo(new NotSatisfiable());
  }
}
