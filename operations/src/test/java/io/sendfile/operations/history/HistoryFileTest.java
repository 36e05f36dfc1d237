package io.sendfile.operations.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.operations.journal.DirectWriter;
import io.sendfile.spi.Losses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final String TEN = "2026-11-24T10:00:00Z";

  private final Losses losses = Sampled.losses();
  @TempDir private Path folder;
  private Path path;
  private final List<String> problems = new ArrayList<>();

  @BeforeEach
  void path() {
    path = folder.resolve("sendfile").resolve("history");
  }

  private HistoryFile open() throws IOException {
    return HistoryFile.open(path, (damage, number) -> problems.add(number + ": " + damage));
  }

  /** Three minutes of one byte each, and a mark. */
  private void write() throws IOException {
    try (History history = new History(open(), losses, new DirectWriter())) {
      Sampled sampled = new Sampled(history, TEN);
      for (int minute = 0; minute < 3; minute++) {
        sampled.download(1).passes(MINUTE);
      }
      history.mark(new Mark(sampled.now(), Mark.Kind.START, "admin", "Server started"));
    }
  }

  private List<Interval> minutes(HistoryFile file) throws IOException {
    long from = Instant.parse(TEN).toEpochMilli();
    return file.minutes().between(from, from + 600_000, from + 600_000, each -> each);
  }

  private void damage(long at) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap("damaged".getBytes(UTF_8)), at);
    }
  }

  /** Position of a minute in the file. */
  private static long slotOf(String time) {
    long minute = Instant.parse(time).getEpochSecond() / 60;
    return 64 + Slots.size((int) (minute % (7 * 24 * 60)), Interval.BYTES);
  }

  @Test
  void fileWhoseReadingFailedCanBeOpenedAgain() throws IOException {
    write();
    damage(slotOf(TEN));

    assertThatThrownBy(
            () ->
                HistoryFile.open(
                    path,
                    (damage, number) -> {
                      throw new UncheckedIOException(new IOException("the disk fails"));
                    }))
        .hasMessageContaining("the disk fails");

    open().close();
    assertThat(problems).hasSize(1);
  }

  @Test
  void hasItsWholeSizeFromTheBeginning() throws IOException {
    open().close();
    assertThat(Files.size(path)).isEqualTo(HistoryFile.BYTES).isLessThan(25_000_000);
    write();
    assertThat(Files.size(path)).isEqualTo(HistoryFile.BYTES);
    assertThat(problems).isEmpty();
  }

  @Test
  void diskWithTooLittleRoomIsNotFilled() {
    assertThatIOException()
        .isThrownBy(() -> HistoryFile.checkRoom(HistoryFile.BYTES - 1))
        .withMessageContaining("it needs 24.6 MB, and its disk has 24.6 MB");
    assertThatCode(() -> HistoryFile.checkRoom(HistoryFile.BYTES)).doesNotThrowAnyException();
    assertThatCode(() -> HistoryFile.checkRoom(0)).as("unknown").doesNotThrowAnyException();
  }

  @Test
  void onlyItsUserMayReadIt() throws IOException {
    open().close();
    assertThat(Files.getPosixFilePermissions(path)).hasSize(2);
    assertThat(Files.getPosixFilePermissions(path.getParent())).hasSize(3);
  }

  @Test
  void tornRecordCostsItselfOnly() throws IOException {
    write();
    damage(slotOf("2026-11-24T10:01:00Z") + 50);

    try (HistoryFile file = open()) {
      assertThat(minutes(file))
          .extracting(each -> Instant.ofEpochMilli(each.start()).toString())
          .containsExactly(TEN, "2026-11-24T10:02:00Z");
      assertThat(file.marks().last()).isNotNull();
    }
    assertThat(problems).containsExactly("1: records of " + path + " that cannot be read");
  }

  @Test
  void damagedFileIsSetAside() throws IOException {
    write();
    damage(0);

    try (HistoryFile file = open()) {
      assertThat(minutes(file)).isEmpty();
    }
    Path aside = path.resolveSibling("history.damaged");
    assertThat(aside).isRegularFile();
    assertThat(problems)
        .containsExactly("1: " + path + " was not a complete history; it is kept as " + aside);
    open().close();
    assertThat(problems).hasSize(1);
  }

  @Test
  void fileThatIsCutShortIsSetAside() throws IOException {
    write();
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.truncate(1_000_000);
    }
    open().close();
    assertThat(problems).hasSize(1);
    assertThat(Files.size(path)).isEqualTo(HistoryFile.BYTES);
  }

  @Test
  void fileOfAnotherServerIsRefused() throws IOException {
    try (HistoryFile first = open()) {
      assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("locked");
      assertThat(minutes(first)).isEmpty();
    }
  }

  @Test
  void lastThousandMarksAreKept() throws IOException {
    try (HistoryFile file = open()) {
      for (int i = 0; i < 1500; i++) {
        file.marks().add(new Mark(Instant.ofEpochSecond(i), Mark.Kind.DEPLOYED, "", "shop " + i));
      }
    }
    try (HistoryFile file = open()) {
      List<Mark> marks = file.marks().between(Instant.EPOCH, Instant.MAX);
      assertThat(marks).hasSize(1000);
      assertThat(marks.get(0).text()).isEqualTo("shop 500");
      assertThat(file.marks().last()).isEqualTo(marks.get(999));
    }
  }

  @Test
  void longTextOfAMarkIsCutBetweenCharacters() throws IOException {
    String emoji = "\ud83d\ude00";
    Mark mark =
        new Mark(Instant.EPOCH, Mark.Kind.CONFIGURATION, emoji.repeat(50), emoji.repeat(500));
    try (HistoryFile file = open()) {
      file.marks().add(mark);
    }
    try (HistoryFile file = open()) {
      Mark read = file.marks().last();
      assertThat(read).isNotNull();
      assertThat(read.who()).isEqualTo(emoji.repeat(15) + "…");
      assertThat(read.text()).hasSizeGreaterThan(100).matches("(" + emoji + ")*…");
    }
  }
}
