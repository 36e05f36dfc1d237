package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidatorsTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00.500Z");
  private static final String KEY = "(dev=801,ino=1234567)";

  private static Validators of(String modified, long size, @Nullable Object key) {
    FileTime time = FileTime.from(Instant.parse(modified));
    return Validators.of(time, size, key, time, NOW);
  }

  private static EntityTag tag(String modified, long size, @Nullable Object key) {
    return of(modified, size, key).etag().orElseThrow();
  }

  @Test
  void isTheSameForTheSameFile() {
    assertThat(tag("2026-01-01T00:00:00.1Z", 5, KEY))
        .isEqualTo(tag("2026-01-01T00:00:00.1Z", 5, KEY));
  }

  /** Caddy's collision: time and size without a separator. */
  @Test
  void differsWheneverTimeSizeOrFileDiffer() {
    Set<EntityTag> tags = new HashSet<>();
    int made = 0;
    for (int nanos : List.of(0, 1, 0x10, 0x11, 100, 999_999_999)) {
      for (long second : List.of(0L, 1L, 0x10L, 0x100L, 0x101L, -1L)) {
        for (long size : List.of(0L, 1L, 0x10L, 0x11L, 0x1011L, Long.MAX_VALUE)) {
          for (Object key : List.of("a", "b", "")) {
            FileTime time = FileTime.from(Instant.ofEpochSecond(second, nanos));
            tags.add(Validators.of(time, size, key, time, NOW).etag().orElseThrow());
            made++;
          }
        }
      }
    }
    assertThat(tags).hasSize(made);
  }

  /** Copies of one file on several hosts. */
  @Test
  void isMadeOfTimeAndSizeWithoutAKey() {
    assertThat(tag("2026-01-01T00:00:00.000000010Z", 500, null).toString())
        .isEqualTo("\"6955b900.a-1f4\"");
  }

  @Test
  void doesNotShowTheInode() {
    assertThat(tag("2026-01-01T00:00:00Z", 5, KEY).opaque())
        .doesNotContain("1234567", Long.toHexString(1234567), "801");
  }

  /** nginx: always strong, even while the file can still change within one time stamp. */
  @ParameterizedTest
  @CsvSource({
    "2026-06-01T11:00:00.1Z,false",
    "2026-06-01T12:00:00.480Z,false",
    "2026-06-01T12:00:00.480000001Z,true",
    "2026-06-01T12:00:00.500Z,true",
    "2026-06-01T12:00:00Z,true",
    "2026-06-01T11:59:59Z,true",
    "2026-06-01T11:59:58Z,false",
    "2026-06-01T12:00:01.1Z,true",
    "2030-01-01T00:00:00.1Z,true"
  })
  void isWeakWithinTheGrainOfTheClock(String modified, boolean weak) {
    assertThat(tag(modified, 5, KEY).weak()).isEqualTo(weak);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T00:00:00.999Z,2026-01-01T00:00:00Z",
    "2030-01-01T00:00:00Z,2026-06-01T12:00:00Z",
    "2026-06-01T12:00:00.7Z,2026-06-01T12:00:00Z",
    "1960-01-01T00:00:00Z,1970-01-01T00:00:00Z"
  })
  void givesLastModifiedInWholeSecondsNeverInTheFuture(String modified, Instant expected) {
    assertThat(of(modified, 5, KEY).lastModified()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE})
  void standsAnyTimeAFileSystemMayTell(long days) {
    FileTime time = FileTime.from(days, java.util.concurrent.TimeUnit.DAYS);
    Validators validators = Validators.of(time, 5, KEY, time, NOW);
    assertThat(validators.lastModified()).isBetween(Instant.EPOCH, NOW);
    assertThat(validators.etag()).isPresent();
  }

  private static ResponseView application(String name, String value) {
    return new ResponseView() {
      @Override
      public int status() {
        return 200;
      }

      @Override
      public List<String> headers(String asked) {
        return asked.equals(name) ? List.of(value) : List.of();
      }
    };
  }

  @Test
  void letsTheApplicationsTagWin() {
    Validators own = of("2026-01-01T00:00:00Z", 5, KEY);
    assertThat(own.overriddenBy(application("ETag", "W/\"mine\""), NOW))
        .isEqualTo(new Validators(EntityTag.parse("W/\"mine\""), own.lastModified()));
    assertThat(own.overriddenBy(application("ETag", "unquoted"), NOW)).isEqualTo(own);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sun, 06 Nov 1994 08:49:37 GMT|1994-11-06T08:49:37Z",
        "Wed, 06 Nov 2030 08:49:37 GMT|2026-06-01T12:00:00Z",
        "yesterday|2026-01-01T00:00:00Z"
      })
  void letsTheApplicationsDateWinUnlessItIsMalformed(String date, Instant expected) {
    Validators own = of("2026-01-01T00:00:00Z", 5, KEY);
    assertThat(own.overriddenBy(application("Last-Modified", date), NOW).lastModified())
        .isEqualTo(expected);
  }
}
