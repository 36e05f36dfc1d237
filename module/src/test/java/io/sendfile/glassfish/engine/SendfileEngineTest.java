package io.sendfile.glassfish.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.content.HiddenFiles;
import io.sendfile.glassfish.content.RefusalReason;
import io.sendfile.glassfish.content.Root;
import io.sendfile.glassfish.content.SymlinkPolicy;
import io.sendfile.glassfish.http.ResponseView;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferResult;
import io.sendfile.glassfish.stats.StatsRecorder;
import io.sendfile.glassfish.transfer.Body;
import io.sendfile.glassfish.transfer.Transfer;
import io.sendfile.glassfish.transfer.TransferScheduler.Admission;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class SendfileEngineTest {
  private static final InetSocketAddress CLIENT = new InetSocketAddress("192.0.2.7", 1);

  @TempDir Path temp;
  private Path directory;
  private final StatsRecorder stats = StatsRecorder.counting(InstantSource.system());
  private final BlockingQueue<TransferResult> results = new LinkedBlockingQueue<>();
  private final AtomicInteger ids = new AtomicInteger();
  private SendfileEngine engine;

  @BeforeEach
  void start() throws IOException {
    directory = Files.createDirectory(temp.toRealPath().resolve("files"));
    Files.writeString(directory.resolve("f"), "hello");
    Files.createDirectory(directory.resolve("d"));
    engine =
        new SendfileEngine(
            settings(),
            stats,
            List.of(results::add),
            System::nanoTime,
            () -> "made-" + ids.incrementAndGet());
  }

  @AfterEach
  void leavesNoFileOpen() throws IOException {
    engine.close();
    // The sink learns of the end a moment before the scheduler forgets the transfer.
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!engine.scheduler().transfers().isEmpty()) {
      assertThat(System.nanoTime()).as("transfers are forgotten").isLessThan(deadline);
      Thread.onSpinWait();
    }
    assertThat(openBelow(temp)).isEmpty();
  }

  private SendfileSettings settings(String... namesAndValues) {
    Map<Setting, String> changed = new EnumMap<>(Setting.class);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      changed.put(Setting.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    Root root = new Root("files", directory, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
    return SendfileSettings.of(
        setting -> changed.getOrDefault(setting, setting.defaultValue()), List.of(root));
  }

  static List<String> openBelow(Path folder) throws IOException {
    Path real = folder.toRealPath();
    try (Stream<Path> list = Files.list(Path.of("/proc/self/fd"))) {
      return list.flatMap(SendfileEngineTest::target)
          .filter(path -> path.startsWith(real))
          .map(Path::toString)
          .toList();
    }
  }

  private static Stream<Path> target(Path descriptor) {
    try {
      return Stream.of(Files.readSymbolicLink(descriptor));
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private Decision decide(int status, String... headers) {
    return engine.decide(Views.GET, Views.response(status, headers));
  }

  private Decision.Send decideToSend(String... headers) {
    return (Decision.Send) decide(200, headers);
  }

  @Test
  void passesOnWhatAsksForNothing() {
    assertThat(decide(200, "Content-Type", "text/html", "X-Sendfile-Id", "7"))
        .isInstanceOf(Decision.PassOn.class);
  }

  @ParameterizedTest
  @CsvSource({"199", "300", "304", "404", "500"})
  void passesOnWhatIsNoSuccess(int status) {
    assertThat(decide(status, "X-Sendfile", "files:f")).isInstanceOf(Decision.PassOn.class);
  }

  @Test
  void passesOnEverythingWhenSwitchedOff() {
    engine.apply(settings("ENABLED", "false"));
    assertThat(decide(200, "X-Sendfile", "files:f")).isInstanceOf(Decision.PassOn.class);
    engine.apply(settings());
    decideToSend("X-Sendfile", "files:f").file().close();
  }

  @ParameterizedTest
  @CsvSource({
    "'', MALFORMED_VALUE",
    "relative/path, MALFORMED_VALUE",
    "files:%zz, MALFORMED_VALUE",
    "files:missing, MISSING",
    "files:d, NOT_REGULAR",
    "files:.secret, HIDDEN",
    "other:f, UNKNOWN_ROOT",
    "/etc/passwd, OUTSIDE_ROOTS",
  })
  void refusesAndCountsByReason(String value, RefusalReason reason) {
    assertThat(decide(200, "X-Sendfile", value)).isEqualTo(new Decision.Refuse(reason));
    assertThat(stats.snapshot().refused()).containsOnly(Map.entry(reason.code(), 1L));
  }

  @Test
  void refusesTwoDifferentFiles() {
    assertThat(decide(200, "X-Sendfile", "files:f", "x-sendfile", "files:g"))
        .isEqualTo(new Decision.Refuse(RefusalReason.AMBIGUOUS));
  }

  @Test
  void everythingIsOutsideWithoutRoots() {
    engine.apply(SendfileSettings.DEFAULTS);
    assertThat(decide(200, "X-Sendfile", directory + "/f"))
        .isEqualTo(new Decision.Refuse(RefusalReason.OUTSIDE_ROOTS));
  }

  @Test
  void decodesTheValueOnlyIfToldTo() throws IOException {
    Files.writeString(directory.resolve("a b"), "x");
    Files.writeString(directory.resolve("a%20b"), "xyz");
    ResponseView response = Views.response(200, "X-Sendfile", "files:a%20b");
    assertSize((Decision.Send) engine.decide(Views.GET, response), 1);
    engine.apply(settings("UNESCAPE", "false"));
    assertSize((Decision.Send) engine.decide(Views.GET, response), 3);
  }

  private static void assertSize(Decision.Send send, long size) {
    assertThat(send.file().size()).isEqualTo(size);
    send.file().close();
  }

  @Test
  void opensTheFileAndPlansTheAnswer() {
    Decision.Send send = decideToSend("X-Sendfile", directory + "/f", "X-Sendfile-Id", "mine");
    assertThat(send.id()).isEqualTo("mine");
    assertThat(send.plan().status()).isEqualTo(200);
    assertThat(send.plan().contentLength()).isEqualTo(5);
    assertThat(send.plan().bodyLength()).isEqualTo(5);
    assertThat(send.file().channel().isOpen()).isTrue();
    assertThat(send.rules().settings()).isEqualTo(engine.settings());
    send.file().close();
  }

  @Test
  void makesAnIdWhereTheApplicationGaveNoneOrABadOne() {
    for (String id : List.of("", "with blank", "x".repeat(129))) {
      Decision.Send send = decideToSend("X-Sendfile", "files:f", "X-Sendfile-Id", id);
      assertThat(send.id()).isEqualTo("made-" + ids.get());
      send.file().close();
    }
    assertThat(ids).hasValue(3);
  }

  @Test
  void headGetsLengthButNoBody() {
    Decision.Send send =
        (Decision.Send)
            engine.decide(Views.request("HEAD"), Views.response(200, "X-Sendfile", "files:f"));
    assertThat(send.plan().contentLength()).isEqualTo(5);
    assertThat(send.plan().bodyLength()).isZero();
    send.file().close();
  }

  @ParameterizedTest
  @CsvSource({"4, false", "5, false", "6, true"})
  void isSmallBelowTheConfiguredLength(long minimum, boolean small) {
    engine.apply(settings("ZERO_COPY_MIN_BYTES", String.valueOf(minimum)));
    Decision.Send send = decideToSend("X-Sendfile", "files:f");
    assertThat(send.small()).isEqualTo(small);
    send.file().close();
  }

  @ParameterizedTest
  @CsvSource({"true, true, true", "true, false, false", "false, true, false"})
  void zeroCopyNeedsTheSettingAndTheRoot(boolean setting, boolean ofRoot, boolean allowed) {
    Root root = new Root("r", directory, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, ofRoot);
    engine.apply(settings("ZERO_COPY", String.valueOf(setting)).withRoots(List.of(root)));
    Decision.Send send = decideToSend("X-Sendfile", "r:f");
    assertThat(send.zeroCopyAllowed()).isEqualTo(allowed);
    send.file().close();
  }

  @Test
  void rulesMayBeSwappedWhileAFileIsOpen() throws IOException {
    Decision.Send before = decideToSend("X-Sendfile", "files:f");
    Path elsewhere = Files.createDirectory(temp.resolve("elsewhere")).toRealPath();
    Files.writeString(elsewhere.resolve("g"), "bye");
    Root other = new Root("other", elsewhere, SymlinkPolicy.NONE, HiddenFiles.DEFAULT, true);
    engine.apply(settings("BURST_BYTES", "65536").withRoots(List.of(other)));

    assertThat(decide(200, "X-Sendfile", "files:f"))
        .isEqualTo(new Decision.Refuse(RefusalReason.UNKNOWN_ROOT));
    decideToSend("X-Sendfile", "other:g").file().close();
    assertThat(before.rules().settings().burstBytes()).isZero();
    DiscardingSink sink = new DiscardingSink(true);
    submit(before, sink);
    assertThat(sink.awaitEnd()).isEqualTo(Outcome.COMPLETED);
    assertThat(openBelow(directory)).as("the old root is let go").isEmpty();
  }

  private Transfer submit(Decision.Send send, DiscardingSink sink) {
    Admission admission = engine.scheduler().admit();
    Transfer transfer =
        engine.transfer(send, CLIENT, new Body(send.file(), send.plan().segments()), sink);
    engine.scheduler().submit(transfer, admission);
    return transfer;
  }

  @Test
  void transferIsToldToListenersWithItsPlace() throws InterruptedException {
    Decision.Send send = decideToSend("X-Sendfile", directory + "/f", "X-Sendfile-Id", "mine");
    submit(send, new DiscardingSink(true));
    TransferResult result = results.poll(10, TimeUnit.SECONDS);
    assertThat(result).isNotNull();
    assertThat(List.of(result.id(), result.root(), result.path(), result.client()))
        .containsExactly("mine", "files", "f", "192.0.2.7");
    assertThat(result.bytes()).isEqualTo(5);
    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
  }

  @Test
  void newLimitsHoldAtOnce() {
    engine.apply(settings("MAX_ACTIVE_TRANSFERS", "1", "MAX_WAITING_TRANSFERS", "0"));
    assertThat(engine.scheduler().admit()).isEqualTo(Admission.START);
    assertThat(engine.scheduler().admit()).isEqualTo(Admission.REJECT);
    engine.scheduler().leave(Admission.START);
  }

  /** The engine's own timer looks at deadlines. */
  @Test
  void stalledTransferIsEndedWithoutAnybodyAsking() {
    engine.apply(settings("STALL_TIMEOUT_SECONDS", "1"));
    DiscardingSink sink = new DiscardingSink(false);
    submit(decideToSend("X-Sendfile", "files:f"), sink);
    assertThat(sink.awaitEnd()).isEqualTo(Outcome.STALLED);
  }

  @Test
  void waitingTransfersAreCounted() {
    engine.apply(settings("MAX_ACTIVE_TRANSFERS", "1"));
    DiscardingSink first = new DiscardingSink(false);
    DiscardingSink second = new DiscardingSink(true);
    submit(decideToSend("X-Sendfile", "files:f"), first);
    submit(decideToSend("X-Sendfile", "files:f"), second);
    assertThat(stats.snapshot().waiting()).isEqualTo(1);
    first.open();
    assertThat(second.awaitEnd()).isEqualTo(Outcome.COMPLETED);
    assertThat(stats.snapshot().waiting()).isZero();
  }

  @Test
  void closingEndsTransfersAndThreads() throws InterruptedException {
    DiscardingSink stuck = new DiscardingSink(false);
    submit(decideToSend("X-Sendfile", "files:f"), stuck);
    stuck.awaitFull();
    List<Thread> threads = SendfileThreads.running();
    assertThat(threads).extracting(Thread::getName).anyMatch(name -> name.contains("worker"));
    engine.close();
    assertThat(stuck.awaitEnd()).isEqualTo(Outcome.SHUTDOWN);
    SendfileThreads.assertEnd(threads);
  }

  @Test
  void afterClosingATransferIsEndedAtOnce() {
    Admission admission = engine.scheduler().admit();
    engine.close();
    Decision.Send send = decideToSend("X-Sendfile", "files:f");
    DiscardingSink sink = new DiscardingSink(true);
    Body body = new Body(send.file(), send.plan().segments());
    engine.scheduler().submit(engine.transfer(send, CLIENT, body, sink), admission);
    assertThat(sink.awaitEnd()).isEqualTo(Outcome.SHUTDOWN);
  }
}
