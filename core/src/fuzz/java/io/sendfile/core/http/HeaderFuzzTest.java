package io.sendfile.core.http;

import static io.sendfile.core.http.Views.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import io.sendfile.core.http.RangeSelection.Partial;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Header values: no parser throws, and each result is sound. */
class HeaderFuzzTest extends FuzzTarget {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  /** A value, and before it the size of a file. */
  @Override
  protected boolean check(byte[] input) {
    if (input.length < Long.BYTES) {
      return false;
    }
    long size = ByteBuffer.wrap(input).getLong() >>> 1;
    String value = text(Arrays.copyOfRange(input, Long.BYTES, input.length));
    tags(value);
    HttpDate.parse(value, NOW).ifPresent(HeaderFuzzTest::isWritable);
    preconditions(value);
    assertThat(Priority.asked(value).urgency()).isBetween(0, 7);
    return ranges(value, size);
  }

  private static boolean ranges(String value, long size) {
    if (!(RangeSelection.of(List.of(value), size, 16) instanceof Partial partial)) {
      return false;
    }
    long sum = 0;
    for (ByteRange range : partial.ranges()) {
      assertThat(range.last()).as(value).isLessThan(size);
      sum = Math.addExact(sum, range.length());
    }
    assertThat(sum).as(value).isBetween(1L, size);
    if (partial.ranges().size() > 1) {
      new MultipartByteranges("b", partial.ranges(), size, Optional.of("a/b")).length();
    }
    return true;
  }

  private static void tags(String value) {
    EntityTag.parse(value).ifPresent(tag -> assertThat(value.strip()).isEqualTo(tag.toString()));
    for (EntityTag tag : EntityTag.parseList(List.of(value, value))) {
      assertThat(value).contains(tag.toString());
    }
  }

  private static void isWritable(Instant date) {
    assertThat(HttpDate.parse(HttpDate.format(date), NOW)).contains(date);
  }

  private static void preconditions(String value) {
    Validators current = new Validators(EntityTag.parse("\"1\""), NOW.minusSeconds(60));
    for (String name :
        List.of("If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since")) {
      assertThat(Preconditions.evaluate(request("GET", name, value), current, NOW)).isNotNull();
    }
    Preconditions.allowRange(request("GET", "If-Range", value), current, NOW);
  }
}
