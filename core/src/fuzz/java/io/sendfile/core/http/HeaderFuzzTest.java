package io.sendfile.core.http;

import static io.sendfile.core.http.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.core.http.RangeSelection.Partial;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Random mutations of real header values: no parser throws, and each result is sound. */
class HeaderFuzzTest {
  private static final int ROUNDS = 20_000;
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final List<String> SEEDS =
      List.of(
          "bytes=0-499, 500-999,-500,9500-",
          "bytes=-9223372036854775808,9223372036854775807-99999999999999999999",
          "\"xyzzy\", W/\"r2d2xxxx\", \"c3piozzzz\"",
          "W/\"1\"",
          "*",
          "u=5, i;a=\"b\", c=(d e);f, g=:aGk=:",
          "Sun, 06 Nov 1994 08:49:37 GMT",
          "Sunday, 06-Nov-94 08:49:37 GMT",
          "Sun Nov  6 08:49:37 1994");
  private static final String ALPHABET =
      "0123456789-,=\"W/* \t\r\n\0;:bytesGMTSun\\\u007f\u00e9\u0660\ud800\uffff";

  @SeededTest
  void noMutationOfAHeaderBreaksAParser(SplittableRandom random) {
    int partial = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String value = mutate(SEEDS.get(random.nextInt(SEEDS.size())), random);
      long size = random.nextLong(0, Long.MAX_VALUE) >> random.nextInt(63);
      partial += check(value, size) ? 1 : 0;
    }
    assertThat(partial).as("mutations that are still ranges").isGreaterThan(ROUNDS / 100);
  }

  /**
   * Reads a value with every parser.
   *
   * @return whether it selects a part of a file of that size
   */
  static boolean check(String value, long size) {
    tags(value);
    HttpDate.parse(value, NOW).ifPresent(HeaderFuzzTest::isWritable);
    preconditions(value);
    assertThat(Priority.asked(value).urgency()).as(value).isBetween(0, 7);
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

  private static String mutate(String seed, SplittableRandom random) {
    StringBuilder value = new StringBuilder(seed);
    for (int i = random.nextInt(5); i > 0; i--) {
      int at = random.nextInt(value.length() + 1);
      char c = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
      switch (random.nextInt(4)) {
        case 0 -> value.insert(at, c);
        case 1 -> value.setLength(at);
        case 2 -> value.insert(at, value.substring(0, Math.min(at, 20)));
        default -> {
          if (at < value.length()) {
            value.setCharAt(at, c);
          }
        }
      }
    }
    return value.toString();
  }
}
