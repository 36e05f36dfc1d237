package io.sendfile.operations.downloads;

import static io.sendfile.spi.Results.GIVEN;
import static io.sendfile.spi.Results.MADE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.CapturedLog;
import io.sendfile.operations.journal.ManualWriter;
import io.sendfile.operations.journal.SmallDisk;
import io.sendfile.operations.journal.StateFile;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.DownloadResult;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Results;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The ledger of a server that is stopped, or killed, and started again. */
@Timeout(60)
class KeptLedgerTest {
  private static final long MANY = 1 << 20;

  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish.results");

  @TempDir Path folder;
  private long millis = 1_700_000_000_000L;

  /** Starts at 0 in each process. */
  private long nanos = 5;

  private @Nullable StateFile open;
  private final ManualWriter writer = new ManualWriter();
  private final Losses losses =
      new Losses(
          "downloads",
          Severity.ERROR,
          Losses.DISK,
          Logger.getLogger("io.sendfile.glassfish.results"),
          () -> nanos);
  private int unfinished;
  private DownloadLedger ledger = ledger(MANY);

  private DownloadLedger ledger(long mostBytes) {
    return new DownloadLedger(
        3, mostBytes, Duration.ofHours(1), () -> new Timestamp(nanos, millis), why -> unfinished++);
  }

  @BeforeEach
  void openFirst() {
    start(MANY);
  }

  @AfterEach
  void close() {
    stop();
  }

  private void start(long mostBytes) {
    ledger = ledger(mostBytes);
    StateFile file = new StateFile(folder, ledger, "downloads", losses, writer);
    file.open();
    ledger.keep(file::changed);
    open = file;
  }

  private void stop() {
    if (open != null) {
      open.close();
      open = null;
    }
  }

  private void restart() {
    stop();
    nanos = -7_000_000_000_000L;
    start(MANY);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
    millis += time.toMillis();
  }

  private @Nullable DownloadResult add(Results of, long start, long end) {
    DownloadResult whole = ledger.add(of.of(new Span(start, end)));
    writer.run();
    return whole;
  }

  @Test
  void downloadGoesOnAfterARestart() throws IOException {
    add(GIVEN, 0, 60);
    add(MADE, 50, 100);
    pass(Duration.ofMinutes(5));
    restart();
    assertThat(ledger.size()).isEqualTo(2);
    assertThat(add(GIVEN, 50, 100)).isEqualTo(GIVEN.whole(2, 110, Duration.ofSeconds(302)));
    assertThat(add(MADE, 0, 50)).isNotNull();
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void whatWasToldIsNotToldAgainAfterARestart() throws IOException {
    assertThat(add(GIVEN, 0, 100)).isNotNull();
    add(MADE, 0, 50);
    assertThat(add(MADE, 50, 100)).isNotNull();
    restart();
    assertThat(add(GIVEN, 0, 100)).isNull();
    assertThat(add(MADE, 50, 100)).as("a part of another download").isNull();
  }

  @Test
  void anotherVersionOfTheFileBeginsAnew() throws IOException {
    add(GIVEN, 0, 50);
    restart();
    assertThat(add(GIVEN.etag("\"v2\""), 50, 100)).isNull();
  }

  @Test
  void namesMayBeOfAnyCharacters() throws IOException {
    Results odd = GIVEN.id("a b/c\n+%&=").path("Ä ö/日本 \r\n- + x").etag("\"ü -1\"");
    add(odd, 0, 50);
    restart();
    assertThat(add(odd, 50, 100)).isNotNull();
    stop();
    assertThat(Files.readAllLines(folder.resolve("journal"), US_ASCII)).hasSize(2);
  }

  @Test
  void whatIsTooOldIsForgottenByTheRunningClock() throws IOException {
    add(GIVEN.id("old"), 0, 50);
    restart();
    pass(Duration.ofMinutes(50));
    add(GIVEN.id("young"), 0, 50);
    pass(Duration.ofMinutes(11));
    assertThat(add(GIVEN.id("young"), 50, 90)).isNull();
    assertThat(ledger.size()).isEqualTo(1);
    restart();
    assertThat(ledger.size()).isEqualTo(1);
  }

  @Test
  void clockThatIsAheadAtTheStartForgetsNothing() throws IOException {
    add(GIVEN, 0, 50);
    millis += Duration.ofDays(400).toMillis();
    restart();
    assertThat(add(GIVEN, 50, 100)).isNotNull();
  }

  @Test
  void clockThatWasSetBackMakesNothingOld() throws IOException {
    add(GIVEN, 0, 50);
    millis -= Duration.ofDays(400).toMillis();
    restart();
    DownloadResult whole = add(GIVEN, 50, 100);
    assertThat(whole).isNotNull();
    assertThat(whole.duration()).isZero();
  }

  @Test
  void whatIsForgottenIsForgottenAfterARestart() throws IOException {
    for (String id : List.of("1", "2", "3", "4")) {
      add(GIVEN.id(id), 0, 50);
    }
    add(GIVEN.id("2"), 50, 60);
    restart();
    assertThat(ledger.size()).isEqualTo(3);
    add(GIVEN.id("5"), 0, 50);
    assertThat(add(GIVEN.id("3"), 50, 100)).as("used longest ago").isNull();
    assertThat(add(GIVEN.id("2"), 60, 100)).isNotNull();
    assertThat(unfinished).as("1, 3, and 4 for the new 3").isEqualTo(3);
  }

  @Test
  void whatAFullDiskDidNotTakeIsWrittenWhenThereIsRoom() throws IOException {
    stop();
    try (SmallDisk disk = new SmallDisk(1 << 20)) {
      folder = disk.path("downloads");
      start(MANY);
      disk.fill();
      for (int i = 0; i < 49; i++) {
        add(GIVEN, i, i + 1);
      }
      add(MADE, 0, 50);
      stop();
      assertThat(losses.isFailing()).isTrue();
      start(MANY);
      assertThat(ledger.size()).as("of the last whole state").isLessThan(2);
      stop();

      disk.free();
      start(MANY);
      disk.fill();
      for (int i = 0; i < 50; i++) {
        add(GIVEN, i, i + 1);
      }
      disk.free();
      Objects.requireNonNull(open).retry();
      writer.run();
      restart();
      assertThat(losses.isFailing()).isFalse();
      assertThat(losses.lost()).as("by the stop with a full disk").isBetween(1L, 2L);
      assertThat(add(GIVEN, 50, 100)).isNotNull();
      stop();
    }
  }

  @Test
  void moreChangesThanDownloadsWhileTheDiskIsSlowAreWrittenTogether() {
    for (int i = 0; i < 10; i++) {
      ledger.add(GIVEN.id("order " + i).of(new Span(0, 50)));
    }
    assertThat(writer.waiting()).isEqualTo(1);
    writer.run();
    restart();
    assertThat(ledger.size()).isEqualTo(3);
    assertThat(add(GIVEN.id("order 7"), 50, 100)).isNotNull();
    assertThat(losses.lost()).isZero();
  }

  @Test
  void fileHasNoMoreThanItMayHave() throws IOException {
    stop();
    start(250);
    for (int i = 0; i < 1000; i++) {
      add(GIVEN.id("order " + i % 3), i % 50, i % 50 + 1);
    }
    restart();
    assertThat(Files.size(folder.resolve("journal"))).isLessThan(70 << 10);
    assertThat(add(GIVEN.id("order 0"), 50, 100)).as("changed last").isNotNull();
  }

  /**
   * Each write is a whole state: without the last one an older state is left, and that is
   * consistent too.
   */
  @Test
  void cutAtAnyByteItIsReadUpToThere() throws IOException {
    add(GIVEN, 0, 40);
    add(GIVEN, 40, 70);
    add(MADE, 0, 50);
    stop();
    byte[] all = Files.readAllBytes(folder.resolve("journal"));
    for (int length = 0; length < all.length; length++) {
      Files.write(folder.resolve("journal"), Arrays.copyOf(all, length));
      log.clear();
      restart();
      assertThat(log.warnings()).as("cut at %s", length).hasSizeLessThanOrEqualTo(1);
      assertThat(add(GIVEN, 71, 100)).as("cut at %s", length).isNull();
      assertThat(add(MADE, 0, 49)).as("cut at %s", length).isNull();
      assertThat(add(GIVEN, 0, 71)).as("written on after a cut at %s", length).isNotNull();
      stop();
    }
  }

  @Test
  void linesThatCannotBeReadAreToldOfOnce() throws IOException {
    add(GIVEN, 0, 50);
    stop();
    String good = Files.readString(folder.resolve("journal"));
    Files.writeString(folder.resolve("journal"), "rubbish\n" + good + "\0\0");
    start(MANY);
    assertThat(log.warnings()).hasSize(1);
    assertThat(losses.lost()).isEqualTo(2);
    assertThat(folder.resolve("journal.damaged")).content().startsWith("rubbish\n");
    assertThat(add(GIVEN, 50, 100)).isNotNull();
    log.clear();
    restart();
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void onlyTheServersUserMayReadIt() throws IOException {
    add(GIVEN, 0, 50);
    stop();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("journal"))))
        .isEqualTo("rw-------");
  }

  @Test
  void changeThatComesAfterTheEndStaysInMemory() {
    StateFile file = Objects.requireNonNull(open);
    add(GIVEN, 0, 50);
    stop();
    add(GIVEN, 50, 80);
    file.retry();
    writer.run();
    start(MANY);
    assertThat(losses.problem()).as("the file is not open").isNull();
    assertThat(add(GIVEN, 50, 100)).isNotNull();
  }

  @Test
  void folderThatCannotBeUsedIsToldOfAndHarmsNothing() throws IOException {
    stop();
    Path file = Files.createFile(folder.resolve("file"));
    folder = file.resolve("downloads");
    start(MANY);
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .contains("cannot be opened, so downloads are in memory only");
    add(GIVEN, 0, 50);
    StateFile failing = Objects.requireNonNull(open);
    assertThat(failing.state()).startsWith(", not beyond a restart: " + folder);
    Files.delete(file);
    failing.retry();
    writer.run();
    assertThat(failing.state()).isEmpty();
    assertThat(losses.problem()).isNull();
    restart();
    assertThat(add(GIVEN, 50, 100)).isNotNull();
  }
}
