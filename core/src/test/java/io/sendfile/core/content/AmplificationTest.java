package io.sendfile.core.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.core.http.Views;
import io.sendfile.core.settings.Setting;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

/**
 * Amplification attacks: no field makes an answer longer than the file and its part headers, or a
 * plan larger than the limit of ranges allows (CVE-2011-3192, CVE-2005-2728, CVE-2024-26141,
 * CVE-2026-34826).
 */
class AmplificationTest {
  private static final long SIZE = 5L << 30;

  private static ResponsePlan plan(String range, long size, int limit) {
    return Planning.planner(limit, EtagMode.STRONG)
        .plan(
            Views.request("GET", "Range", range),
            Views.response(200),
            Planning.file(size),
            Planning.NOW);
  }

  /** Size of a plan: bytes of the file, and all other bytes. */
  private static void assertBounded(ResponsePlan plan, long size, int limit) {
    long ofFile = 0;
    for (Segment segment : plan.segments()) {
      ofFile += segment instanceof FileSlice slice ? slice.length() : 0;
    }
    assertThat(ofFile).isLessThanOrEqualTo(size);
    assertThat(plan.bodyLength()).isEqualTo(plan.contentLength());
    assertThat(plan.bodyLength() - ofFile).isLessThanOrEqualTo(limit * 160L + 60);
    assertThat(plan.segments().size()).isLessThanOrEqualTo(2 * limit + 1);
  }

  @SeededTest
  void randomFieldsNeverAskForMoreThanTheFile(SplittableRandom random) {
    int multiple = 0;
    for (int round = 0; round < 20_000; round++) {
      long size = random.nextLong(1, random.nextBoolean() ? SIZE : 5000);
      int limit = random.nextInt(0, 40);
      StringJoiner field = new StringJoiner(",", "bytes=", "");
      for (int i = random.nextInt(1, 50); i > 0; i--) {
        long first = random.nextLong(size);
        String last = random.nextInt(4) == 0 ? "" : "" + (first + random.nextLong(size / 20 + 1));
        field.add(random.nextInt(9) == 0 ? "-" + first : first + "-" + last);
      }
      ResponsePlan plan = plan(field.toString(), size, limit);
      assertBounded(plan, size, limit);
      multiple += plan.segments().size() > 1 ? 1 : 0;
    }
    assertThat(multiple).as("plans of several parts").isGreaterThan(500);
  }

  @Test
  void theClassicalAttacksGetTheFileOnce() {
    StringJoiner killer = new StringJoiner(",", "bytes=0-,", "");
    for (int i = 0; i < 1000; i++) {
      killer.add("5-" + i);
    }
    for (String field :
        List.of(
            killer.toString(),
            "bytes=" + "0-,".repeat(2000),
            "bytes=0-,0-,0-",
            "bytes=0-,-1",
            "bytes=-5368709120,-5368709120",
            "bytes=0-5368709119,0-0")) {
      ResponsePlan plan = plan(field, SIZE, 16);
      assertThat(plan.status()).as(field).isEqualTo(200);
      assertThat(plan.segments()).containsExactly(new FileSlice(0, SIZE));
    }
  }

  @Test
  void partsOfTheDefaultLimitAreClaimed() {
    int limit = Integer.parseInt(Setting.RANGE_LIMIT.defaultValue());
    StringJoiner field = new StringJoiner(",", "bytes=", "");
    for (int i = 0; i < limit; i++) {
      long first = 4_000_000_000L + 1000L * i;
      field.add(first + "-" + first);
    }
    assertThat(field.length()).as("fits into a header section").isLessThan(6 << 10);
    ResponsePlan plan = plan(field.toString(), SIZE, limit);
    assertThat(plan.status()).isEqualTo(206);
    assertBounded(plan, SIZE, limit);
    assertThat(plan.heldBytes())
        .isBetween(plan.contentLength() + 100L * plan.segments().size(), 128L << 10);
    assertThat(plan("bytes=0-0", SIZE, limit).heldBytes()).isZero();
    assertThat(plan(field + ",7-7", SIZE, limit).segments())
        .containsExactly(new FileSlice(0, SIZE));
  }

  @Test
  void partsStayAllInTheFileHoweverLargeItIs() {
    ResponsePlan plan = plan("bytes=0-0,4294967296-4294967305,-1", SIZE, 16);
    assertThat(plan.status()).isEqualTo(206);
    assertThat(plan.segments())
        .filteredOn(FileSlice.class::isInstance)
        .containsExactly(
            new FileSlice(0, 1), new FileSlice(1L << 32, 10), new FileSlice(SIZE - 1, 1));
    assertBounded(plan, SIZE, 16);
  }

  @Test
  void theLengthOfALargeMultipartBodyIsALong() {
    long size = Long.MAX_VALUE;
    ResponsePlan plan = plan("bytes=0-3000000000000000000,-1000000000000000000", size, 16);
    assertThat(plan.status()).isEqualTo(206);
    assertBounded(plan, size, 16);
  }

  @Test
  void aLimitOfZeroSwitchesRangesOff() {
    ResponsePlan plan = plan("bytes=0-0", 1000, 0);
    Answered answered = Answered.of(plan, Planning.CONTENT);
    assertThat(answered.status()).isEqualTo(200);
    assertThat(answered.header("Accept-Ranges")).isEqualTo("none");
  }
}
