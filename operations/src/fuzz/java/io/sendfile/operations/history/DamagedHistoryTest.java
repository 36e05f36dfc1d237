package io.sendfile.operations.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.core.stats.Distribution;
import io.sendfile.operations.history.HistoryFile.Series;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/**
 * A history whose file a crash or a disk has damaged: what is read is what was written, what is not
 * read has been told, and it goes on.
 */
class DamagedHistoryTest {
  private static final int ROUNDS = 10;
  private static final int MINUTES = 300;
  private static final int MARKS = 40;
  private static final long MINUTE = 60_000;
  private static final long START = Instant.parse("2026-11-24T00:00:00Z").toEpochMilli();
  private static final long NOW = START + MINUTES * MINUTE;

  @TempDir private Path folder;
  private long told;

  private HistoryFile open(Path path) throws IOException {
    told = 0;
    return HistoryFile.open(path, (damage, number) -> told += number);
  }

  private static Interval minute(long start, long bytes) {
    return new Interval(
        start,
        MINUTE,
        bytes,
        1,
        Map.of(Outcome.COMPLETED, 1L),
        0,
        0,
        Load.NONE,
        Distribution.NONE,
        Peak.NONE,
        Map.of());
  }

  @SeededTest
  void whatIsReadWasWritten(SplittableRandom random) throws IOException {
    Path path = folder.resolve("history");
    List<Interval> written = new ArrayList<>();
    List<Mark> marks = new ArrayList<>();
    try (HistoryFile file = open(path)) {
      for (int i = 0; i < MINUTES; i++) {
        Interval minute = minute(START + i * MINUTE, random.nextLong(1L << 40));
        file.minutes().put(minute);
        written.add(minute);
      }
      for (int i = 0; i < MARKS; i++) {
        Mark mark = new Mark(Instant.ofEpochMilli(START + i), Mark.Kind.START, "a" + i, "ü" + i);
        file.marks().add(mark);
        marks.add(mark);
      }
    }
    byte[] whole = Files.readAllBytes(path);
    int[] used = IntStream.range(0, whole.length).filter(at -> whole[at] != 0).toArray();
    for (int round = 0; round < ROUNDS; round++) {
      Files.write(path, damaged(whole, used, random));
      try (HistoryFile file = open(path)) {
        List<Interval> read = file.minutes().between(START, NOW, NOW, each -> each);
        List<Mark> readMarks = file.marks().between(Instant.EPOCH, Instant.ofEpochMilli(NOW));
        assertThat(read).as("round %d", round).isSubsetOf(written);
        assertThat(readMarks).as("round %d", round).isSubsetOf(marks);
        if (read.size() + readMarks.size() < MINUTES + MARKS) {
          assertThat(told).as("round %d", round).isPositive();
        }
        file.minutes().put(written.get(7));
        file.marks().add(marks.get(7));
      }
      try (HistoryFile file = open(path)) {
        Series minutes = file.minutes();
        assertThat(minutes.at(written.get(7).start())).isEqualTo(written.get(7));
        assertThat(file.marks().last()).isEqualTo(marks.get(7));
      }
    }
  }

  /** Bytes that are changed; seldom the end is missing. */
  private static byte[] damaged(byte[] whole, int[] used, SplittableRandom random) {
    byte[] bytes = whole.clone();
    for (int i = random.nextInt(6); i >= 0; i--) {
      int at =
          random.nextInt(4) == 0 ? random.nextInt(bytes.length) : used[random.nextInt(used.length)];
      bytes[at] ^= (byte) random.nextInt(1, 256);
    }
    return random.nextInt(5) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }
}
