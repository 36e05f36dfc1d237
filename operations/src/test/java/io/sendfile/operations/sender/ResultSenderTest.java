package io.sendfile.operations.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.CapturedLog;
import io.sendfile.core.Pause;
import io.sendfile.operations.downloads.DownloadLedger;
import io.sendfile.operations.downloads.Timestamp;
import io.sendfile.operations.sender.Receiver.Post;
import io.sendfile.operations.sender.ResultSender.Means;
import io.sendfile.spi.Problem;
import io.sendfile.spi.Results;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The sender with its journal and a real receiver. */
@Timeout(60)
class ResultSenderTest {
  @RegisterExtension final CapturedLog log = new CapturedLog("io.sendfile.glassfish.results");

  @TempDir Path temp;
  private final AtomicInteger keys = new AtomicInteger();
  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
  private final AtomicLong ahead = new AtomicLong();
  private final AtomicReference<Error> nextError = new AtomicReference<>();
  private Receiver receiver;
  private ResultSender sender;

  @BeforeEach
  void start() throws IOException {
    receiver = new Receiver();
    sender = sender(temp);
  }

  /** A sender in a server that is ready. */
  private ResultSender sender(Path folder) {
    ResultSender made = waiting(folder);
    made.begin();
    return made;
  }

  /** Its pauses pass a thousand times as fast. */
  private ResultSender waiting(Path folder) {
    InstantSource clock = () -> Objects.requireNonNull(now.get());
    return new ResultSender(
        folder,
        new Means(
            clock,
            () -> 1000 * System.nanoTime() + ahead.get(),
            this::chance,
            () -> "k" + keys.incrementAndGet()));
  }

  private double chance() {
    Error thrown = nextError.getAndSet(null);
    if (thrown != null) {
      throw thrown;
    }
    return 0;
  }

  @AfterEach
  void stop() {
    sender.close();
    receiver.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("sendfile-results-"));
  }

  private Map<String, String> properties(String... namesAndValues) {
    Map<String, String> properties = new HashMap<>();
    properties.put("destination-url", receiver.url());
    properties.put("events", "transfers");
    properties.put("timeout-seconds", "5");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  private void finish(String... ids) {
    for (String id : ids) {
      sender.transferFinished(Results.finished(id));
    }
  }

  private void await(Predicate<ResultSender.Figures> state) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (!state.test(sender.figures())) {
      assertThat(System.nanoTime()).as("now %s", sender.figures()).isLessThan(end);
      Pause.make();
    }
  }

  @Test
  void eachResultIsSentOnceIfAllGoesWell() throws Exception {
    assertThat(sender.configure(properties())).isTrue();
    finish("1", "2", "3");
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      Post post = receiver.take();
      seen.add(post.field("download_id") + " " + post.headers().getFirst("Idempotency-Key"));
    }
    assertThat(seen).containsExactlyInAnyOrder("1 k1", "2 k2", "3 k3");
    await(figures -> figures.sent() == 3);
    assertThat(sender.figures()).isEqualTo(new ResultSender.Figures(0, 0, 3, 0, 0, 0));
    assertThat(receiver.posts).isEmpty();
  }

  @Test
  void failuresAreRetriedWithTheSameKey() throws Exception {
    receiver.answering(500, Receiver.FAIL, 301, Receiver.STALL, 503, 404);
    sender.configure(properties("connections", "1", "timeout-seconds", "2"));
    finish("1");
    for (int i = 0; i < 7; i++) {
      Post post = receiver.take();
      assertThat(post.headers().getFirst("Idempotency-Key")).isEqualTo("k1");
      assertThat(post.field("idempotency_key")).isEqualTo("k1");
    }
    await(figures -> figures.sent() == 1);
    assertThat(sender.figures()).isEqualTo(new ResultSender.Figures(0, 0, 1, 6, 0, 0));
  }

  @Test
  void errorEndsNeitherTheThreadNorTheEvent() throws Exception {
    nextError.set(new OutOfMemoryError("scripted"));
    receiver.answering(500);
    sender.configure(properties("connections", "1"));
    finish("1");
    assertThat(receiver.take().field("download_id")).isEqualTo("1");
    assertThat(receiver.take().field("download_id")).isEqualTo("1");
    await(figures -> figures.sent() == 1);
    assertThat(nextError).hasValue(null);
    assertThat(sender.figures().queued()).isZero();
  }

  @Test
  void oneThatIsNeverTakenDoesNotKeepTheOthers() throws Exception {
    receiver.answering(500);
    sender.configure(properties("connections", "1"));
    finish("bad", "good");
    assertThat(receiver.take().field("download_id")).isEqualTo("bad");
    assertThat(receiver.take().field("download_id")).isEqualTo("good");
    assertThat(receiver.take().field("download_id")).isEqualTo("bad");
  }

  @Test
  void refusedOneIsGivenUp() {
    receiver.answering(422);
    sender.configure(properties("connections", "1"));
    finish("1", "2");
    await(figures -> figures.sent() == 1 && figures.failed() == 1);
    assertThat(receiver.posts).hasSize(2);
  }

  @Test
  void whatIsTooOldIsGivenUp() throws Exception {
    // The number of tries before the clock is moved does not matter.
    receiver.answering(IntStream.generate(() -> 500).limit(1000).toArray());
    sender.configure(properties("keep-hours", "1", "connections", "1"));
    finish("1");
    receiver.take();
    now.set(Instant.EPOCH.plus(Duration.ofMinutes(61)));
    ahead.set(Duration.ofMinutes(61).toNanos());
    await(figures -> figures.failed() == 1);
    assertThat(sender.figures().queued()).isZero();
  }

  @Test
  void whatWasNotDeliveredIsSentAfterARestart() throws Exception {
    int port = receiver.port();
    sender.configure(properties());
    receiver.close();
    finish("1", "2", "3");
    await(figures -> figures.retried() > 0);
    sender.close();
    assertThat(sender.figures().queued()).isZero();
    receiver = new Receiver(port);
    sender = sender(temp);
    sender.configure(properties());
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      seen.add(receiver.take().field("download_id"));
    }
    assertThat(seen).containsExactlyInAnyOrder("1", "2", "3");
  }

  /** The journal as another process would find it if this one vanished now. */
  @Test
  void whatWasNotDeliveredIsSentByAnotherProcess() throws Exception {
    receiver.answering(Receiver.STALL, Receiver.STALL);
    sender.configure(properties("timeout-seconds", "300"));
    finish("1", "2", "3");
    await(figures -> figures.queued() == 3);
    Path copy = Files.createDirectory(temp.resolve("copy"));
    Files.copy(temp.resolve("journal"), copy.resolve("journal"));
    sender.close();
    receiver.posts.clear();
    sender = sender(copy);
    sender.configure(properties());
    Set<String> missing = new HashSet<>(Set.of("k1", "k2", "k3"));
    // At least once: a result of the first sender may arrive after its close.
    while (!missing.isEmpty()) {
      missing.remove(receiver.take().headers().getFirst("Idempotency-Key"));
    }
  }

  @Test
  void whenTheJournalIsFullNewOnesAreDroppedAndCounted() {
    receiver.close();
    sender.configure(properties("journal-bytes", "65536", "longest-pause-seconds", "86400"));
    for (int i = 0; i < 1000; i++) {
      finish("order " + i);
    }
    ResultSender.Figures figures = sender.figures();
    assertThat(figures.dropped()).isPositive();
    assertThat(figures.queued() + figures.dropped()).isEqualTo(1000);
    assertThat(figures.queuedBytes()).isBetween(64_500L, 65_536L);
    Problem problem = Objects.requireNonNull(sender.results().problem());
    assertThat(problem.severity()).isEqualTo(Severity.ERROR);
    assertThat(problem.text()).contains(figures.dropped() + " lost");
    assertThat(problem.remedy()).contains("check the destination", "journal-bytes");
    assertThat(sender.results().lost()).isEqualTo(figures.dropped());
  }

  @Test
  void nothingDeliveredIsAWarningUntilSomethingIs() throws Exception {
    receiver.answering(500, 500, 500);
    sender.configure(properties("connections", "1"));
    finish("1");
    await(figures -> figures.retried() >= 1);
    receiver.take();
    await(figures -> figures.sent() == 1);
    assertThat(sender.results().problem()).isNull();
    receiver.close();
    finish("2");
    await(figures -> figures.retried() >= 4);
    Problem problem = Objects.requireNonNull(sender.results().problem());
    assertThat(problem.severity()).isEqualTo(Severity.WARNING);
    assertThat(problem.text())
        .startsWith(
            "nothing is delivered to http://localhost:" + receiver.port() + ": nobody listens");
    sender.close();
    assertThat(sender.results().problem()).as("of a sender that is off").isNull();
  }

  @Test
  void nothingIsSentBeforeTheServerIsReady() throws Exception {
    ResultSender early = waiting(temp.resolve("early"));
    try (early) {
      early.configure(properties());
      early.transferFinished(Results.finished("1"));
      early.configure(properties("connections", "1"));
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .noneMatch(name -> name.startsWith("sendfile-results-"));
      assertThat(early.figures().queued()).isEqualTo(1);
      early.begin();
      assertThat(receiver.take().field("download_id")).isEqualTo("1");
    }
  }

  /** During a start, and where GlassFish's certificates are broken, there is no default context. */
  @Test
  void certificatesAreAskedForByTlsOnly() throws Exception {
    SSLContext before = SSLContext.getDefault();
    SSLContext.setDefault(new Unusable(before.getProvider()));
    try {
      sender.configure(properties("connections", "1"));
      finish("1");
      assertThat(receiver.take().field("download_id")).isEqualTo("1");
      await(figures -> figures.sent() == 1);
      assertThat(sender.figures().retried()).isZero();
    } finally {
      SSLContext.setDefault(before);
    }
  }

  @Test
  void eventsAreThoseThatAreWanted() throws Exception {
    sender.configure(properties("events", "downloads"));
    finish("1");
    DownloadLedger ledger =
        new DownloadLedger(1, 1 << 20, Duration.ofHours(1), () -> new Timestamp(0, 0), why -> {});
    sender.downloadComplete(Objects.requireNonNull(ledger.add(Results.finished("2"))));
    assertThat(receiver.take().field("event")).isEqualTo("download-complete");
    await(figures -> figures.sent() == 1);
    assertThat(receiver.posts).isEmpty();
  }

  @Test
  void withoutPropertiesItIsOffAndMakesNothing() throws IOException {
    Path folder = temp.resolve("none");
    try (ResultSender off = sender(folder)) {
      assertThat(off.configure(Map.of())).isFalse();
      off.transferFinished(Results.finished("1"));
      assertThat(off.figures()).isEqualTo(new ResultSender.Figures(0, 0, 0, 0, 0, 0));
      assertThat(Files.exists(folder)).isFalse();
    }
  }

  @Test
  void badPropertiesAreToldAndSwitchItOff() {
    sender.configure(properties());
    assertThatThrownBy(
            () -> sender.configure(properties("connections", "0", "hmac-secret", "short")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hmac-secret must have")
        .hasMessageContaining("connections must be");
    finish("1");
    assertThat(sender.figures().queued()).isZero();
  }

  private static final class Unusable extends SSLContext {
    Unusable(Provider provider) {
      super(new UnusableSpi(), provider, "TLS");
    }
  }

  /** Throws whatever it is asked for. */
  private static final class UnusableSpi extends SSLContextSpi {
    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trusted, SecureRandom random) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      throw new UnsupportedOperationException();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw new UnsupportedOperationException();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      throw new UnsupportedOperationException();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      throw new UnsupportedOperationException();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void folderThatCannotBeUsedIsToldAndResultsAreSentFromMemory() throws Exception {
    Path file = Files.writeString(temp.resolve("file"), "");
    try (ResultSender homeless = sender(file.resolve("below"))) {
      homeless.configure(properties());
      assertThat(homeless.journal().failure()).contains("so events wait in memory");
      homeless.transferFinished(Results.finished("1"));
      assertThat(receiver.take().field("download_id")).isEqualTo("1");
      Files.delete(file);
      homeless.retry();
      assertThat(homeless.journal().problem()).isNull();
      assertThat(file.resolve("below/journal")).exists();
    }
  }
}
