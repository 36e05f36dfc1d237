package io.sendfile.operations.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.OpenDescriptors;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file itself; its users' tests prove what a crash, damage or a full disk costs them. */
class RecordLogTest {
  @TempDir Path temp;
  private final Logger logger = Logger.getLogger("record-log-test");
  private final Losses losses = new Losses("log", Severity.WARNING, "", logger, () -> 0);
  private final List<String> read = new ArrayList<>();

  private RecordLog open() throws IOException {
    logger.setLevel(Level.OFF);
    read.clear();
    return new RecordLog(temp, losses, (text, position) -> read.add(text));
  }

  private List<String> reopened() throws IOException {
    open().close();
    assertThat(OpenDescriptors.below(temp)).isEmpty();
    return read;
  }

  @Test
  void recordsAreReadInTheirOrder() throws IOException {
    try (RecordLog log = open()) {
      log.add(List.of("one", "two ü€", ""));
      log.add(List.of());
    }
    try (RecordLog log = open()) {
      log.remove(0);
      log.add(List.of("x".repeat(RecordLog.LONGEST - RecordLog.bytes("") + 1)));
      log.add(List.of("x".repeat(RecordLog.LONGEST)));
    }
    assertThat(reopened()).hasSize(3).startsWith("two ü€", "");
    assertThat(losses.lost()).as("the one that is too long").isEqualTo(1);
  }

  @Test
  void replacedRecordsAreGone() throws IOException {
    try (RecordLog log = open()) {
      log.add(List.of("one", "two"));
      log.replace(List.of("three"));
      log.add(List.of("four"));
      assertThat(log.size()).isEqualTo(RecordLog.bytes("three") + RecordLog.bytes("four"));
    }
    assertThat(reopened()).containsExactly("three", "four");
  }

  @Test
  void failedReplacementChangesNothing() throws IOException {
    try (RecordLog log = open()) {
      log.add(List.of("one"));
      Path inTheWay = Files.createDirectories(temp.resolve("journal.new/full"));
      assertThatThrownBy(() -> log.replace(List.of("two"))).isInstanceOf(IOException.class);
      log.add(List.of("three"));
      Files.delete(inTheWay);
      Files.delete(inTheWay.getParent());
    }
    assertThat(reopened()).containsExactly("one", "three");
  }

  @Test
  void nothingIsAddedToALineWithoutItsEndOrToAFileThatWasMoved() throws IOException {
    Path file = temp.resolve("journal");
    byte[] whole = RecordLog.line("one");
    Files.write(file, new String(whole, UTF_8).strip().getBytes(UTF_8));
    try (RecordLog log = open()) {
      assertThat(log.mustBeReplaced()).isTrue();
      assertThatThrownBy(() -> log.add(List.of("two"))).isInstanceOf(IOException.class);
      log.replace(List.of("one"));
      log.add(List.of("two"));
      Files.delete(file);
      assertThatThrownBy(() -> log.add(List.of("three"))).hasMessageContaining("deleted");
      log.replace(List.of("one", "two"));
    }
    assertThat(reopened()).containsExactly("one", "two");
    assertThat(losses.lost()).isZero();
  }

  @Test
  void recordThatMeansNothingIsLostAndSetAside() throws IOException {
    Files.write(temp.resolve("journal"), RecordLog.line("of another program"));
    Files.write(temp.resolve("journal"), RecordLog.line("7"), StandardOpenOption.APPEND);
    ObjLongConsumer<String> numbers = (text, position) -> read.add("" + Integer.parseInt(text));
    new RecordLog(temp, losses, numbers).close();
    assertThat(read).containsExactly("7");
    assertThat(losses.lost()).isEqualTo(1);
    assertThat(temp.resolve("journal.damaged")).content().contains("of another program");
  }

  @Test
  void nothingIsWrittenAfterClose() throws IOException {
    RecordLog log = open();
    log.add(List.of("one"));
    log.close();
    assertThatThrownBy(() -> log.add(List.of("two"))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> log.replace(List.of("two"))).hasMessageContaining("is closed");
    assertThat(reopened()).containsExactly("one");
  }

  @Test
  void secondServerIsRefused() throws IOException {
    try (RecordLog first = open()) {
      assertThatThrownBy(this::open)
          .hasMessageContaining("is locked: another server writes to this folder");
      first.add(List.of("one"));
    }
    assertThat(reopened()).containsExactly("one");
  }
}
