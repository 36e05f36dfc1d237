package io.sendfile.digests;

import static io.sendfile.digests.DigestAlgorithm.SHA_256;
import static io.sendfile.digests.SentFiles.OLD;
import static io.sendfile.digests.SentFiles.base64;
import static io.sendfile.digests.SentFiles.hex;
import static io.sendfile.digests.SentFiles.old;
import static io.sendfile.digests.SentFiles.sent;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SilentFile;
import io.sendfile.spi.SentFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are read in the background, by a clock of the test. */
class DigestFinderTest {
  private static final int RATE = 10_000;
  private static final int PIECE = 4096;
  private static final long IDLE = TimeUnit.MINUTES.toNanos(1);

  @TempDir Path temp;
  private long now;

  /** A change by others between the two looks at a file. */
  private Runnable meanwhile = () -> {};

  private Path file;
  private SentFile sent;
  private DigestMemory memory;
  private DigestFinder finder;

  @BeforeEach
  void makeFile() throws IOException {
    temp = temp.toRealPath();
    file = old(temp.resolve("file"), "0123456789".repeat(2000));
    sent = sent(file);
    DigestSettings settings =
        DigestSettings.of(
            Map.of("background-requests", "1", "background-bytes-per-second", "" + RATE));
    memory = new DigestMemory(settings, () -> now, order -> true);
    finder =
        new DigestFinder(
            settings,
            memory,
            () -> now,
            () -> {
              meanwhile.run();
              return Instant.now();
            });
  }

  @AfterEach
  void leavesNothingToDoAndNoFileOpen() throws IOException {
    assertThat(finder.pauseNanos()).isEqualTo(IDLE);
    assertThat(openFiles()).isEmpty();
  }

  private List<String> openFiles() throws IOException {
    List<String> open = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path one : all) {
        if (Files.isSymbolicLink(one)) {
          open.add(Files.readSymbolicLink(one).toString());
        }
      }
    } catch (NoSuchFileException e) {
      // The one of the listing, or no Linux.
    }
    open.removeIf(name -> !name.startsWith(temp.toString()));
    return open;
  }

  private void order(SentFile wanted) {
    memory.ask(wanted);
    finder.act(new DigestOrder(wanted, false));
    memory.ask(wanted);
    finder.act(new DigestOrder(wanted, true));
  }

  private void readAll() {
    while (finder.pauseNanos() < IDLE) {
      now += finder.pauseNanos();
      finder.act(null);
    }
  }

  @Test
  void fileIsReadNoFasterThanItMay() throws IOException {
    order(sent);
    assertThat(memory.ask(sent)).isEmpty();
    readAll();
    assertThat(memory.ask(sent)).isEqualTo(Map.of(SHA_256, base64(SHA_256, file)));
    assertThat(now).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(20_000 - PIECE) / RATE);
  }

  @Test
  void nothingIsReadBeforeItsTime() {
    order(sent);
    long pause = finder.pauseNanos();
    assertThat(pause).isPositive();
    finder.act(null);
    assertThat(finder.pauseNanos()).isEqualTo(pause);
    readAll();
  }

  @Test
  void emptyFileHasADigest() throws IOException {
    SentFile empty = sent(old(temp.resolve("empty"), ""));
    order(empty);
    readAll();
    assertThat(memory.ask(empty))
        .isEqualTo(Map.of(SHA_256, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="));
  }

  @Test
  void looksDoNotWaitForALargeFile() throws IOException {
    order(sent);
    Path other = old(temp.resolve("other"), "other");
    old(temp.resolve("other.sha256"), hex(SHA_256, other));
    memory.ask(sent(other));
    finder.act(new DigestOrder(sent(other), false));
    assertThat(memory.ask(sent(other))).hasSize(1);
    assertThat(memory.ask(sent)).isEmpty();
    readAll();
  }

  @Test
  void fileThatChangesMeanwhileHasNone() throws IOException {
    order(sent);
    Files.writeString(file, "9876543210".repeat(2000));
    Files.setLastModifiedTime(file, FileTime.from(OLD));
    readAll();
    assertThat(memory.ask(sent)).isEmpty();
  }

  @Test
  void fileThatIsReplacedBeforeIsNotRead() throws IOException {
    memory.ask(sent);
    finder.act(new DigestOrder(sent, false));
    Path other = old(temp.resolve("other"), "9876543210".repeat(2000));
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    finder.act(new DigestOrder(sent, true));
    readAll();
    assertThat(memory.ask(sent)).isEmpty();
    assertThat(memory.ask(sent(file))).isEmpty();
  }

  @Test
  void storedDigestOfTheNextVersionIsNotThatOfTheOneThatWasSent() throws IOException {
    Path next = old(temp.resolve("next"), "9876543210".repeat(2000));
    String digest = hex(SHA_256, next);
    meanwhile =
        () -> {
          try {
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
            Files.writeString(temp.resolve("file.sha256"), digest);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    memory.ask(sent);
    finder.act(new DigestOrder(sent, false));
    assertThat(memory.ask(sent)).isEmpty();
  }

  @Test
  void fileThatWasTooYoungIsLookedAtAgain() throws Exception {
    AtomicLong nanos = new AtomicLong();
    BlockingQueue<Instant> times = new LinkedBlockingQueue<>();
    DigestSettings usual = DigestSettings.of(Map.of());
    DigestMemory known = new DigestMemory(usual, nanos::get, order -> true);
    DigestFinder own =
        new DigestFinder(
            usual,
            known,
            nanos::get,
            () -> {
              try {
                return times.take();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    old(temp.resolve("file.sha256"), hex(SHA_256, file));
    known.ask(sent);
    times.put(OLD.plusMillis(1));
    own.act(new DigestOrder(sent, false));
    assertThat(known.ask(sent)).isEmpty();
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(2));
    times.put(OLD.plusSeconds(10));
    known.ask(sent);
    own.act(new DigestOrder(sent, false));
    assertThat(known.ask(sent)).hasSize(1);
    assertThat(times).isEmpty();
  }

  @Test
  void whoClosesItDoesNotWaitForAFileThatItReads() throws Exception {
    SilentFile silent = new SilentFile();
    DigestSettings usual = DigestSettings.of(Map.of());
    DigestMemory known = new DigestMemory(usual, System::nanoTime, order -> true);
    DigestFinder own =
        new DigestFinder(
            usual,
            known,
            System::nanoTime,
            () -> {
              silent.read();
              return OLD.plusMillis(1);
            });
    assertThat(own.offer(new DigestOrder(sent, false))).isTrue();
    assertThat(silent.isRead()).isTrue();
    try {
      CompletableFuture.runAsync(own::close).get(20, TimeUnit.SECONDS);
    } finally {
      silent.answer();
    }
  }

  @Test
  void readsThatWaitAreBoundedAndTheRestMayBeOrderedAgain() throws IOException {
    List<SentFile> many = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      many.add(sent(old(temp.resolve("f" + i), "content " + i)));
    }
    many.forEach(this::order);
    readAll();
    List<SentFile> rest = many.stream().filter(this::isUnknown).toList();
    assertThat(rest).hasSizeBetween(48, 50);
    rest.forEach(this::order);
    readAll();
    assertThat(many).noneMatch(this::isUnknown);
  }

  private boolean isUnknown(SentFile asked) {
    return memory.ask(asked).isEmpty();
  }

  @Test
  void fileThatIsRemovedEndsNothing() throws IOException {
    Files.delete(file);
    order(sent);
    readAll();
    SentFile other = sent(old(temp.resolve("other"), "other"));
    order(other);
    readAll();
    assertThat(memory.ask(other)).hasSize(1);
  }
}
