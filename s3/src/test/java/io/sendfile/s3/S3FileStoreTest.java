package io.sendfile.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.Pause;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import io.sendfile.spi.StoredFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The plug-in, a real store, and a link between them that can fail. */
@Timeout(60)
class S3FileStoreTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final String ROOT = "s3://" + RunningStore.BUCKET;

  @TempDir static Path objects;
  private static RunningStore server;
  private static byte[] film;

  @TempDir Path temporary;
  private FaultyLink link;
  private final AtomicLong elapsed = new AtomicLong();
  private final S3FileStore store = store(Duration.ofMinutes(1));
  private final Map<String, String> properties = new HashMap<>();
  private final ExecutorService executor = Executors.newFixedThreadPool(4);

  @BeforeAll
  static void startStore() throws IOException, InterruptedException {
    server = RunningStore.start(objects);
    film = new byte[5 * MEBIBYTE + 12_345];
    new Random(3).nextBytes(film);
    server.put("2026/film ä+.mp4", film);
    server.put("empty", new byte[0]);
  }

  @AfterAll
  static void stopStore() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void configure() throws IOException {
    link = new FaultyLink(server.port());
    properties.put("endpoint", link.endpoint());
    properties.put("access-key", RunningStore.ACCESS_KEY);
    properties.put("secret-key", RunningStore.SECRET_KEY);
    properties.put("cache-folder", temporary.resolve("cache").toString());
    properties.put("timeout-seconds", "4");
    store.configure(properties);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    link.close();
    executor.shutdown();
  }

  private S3FileStore store(Duration watch) {
    return new S3FileStore(() -> System.nanoTime() + elapsed.get(), watch);
  }

  private StoredFile find(String path) throws Exception {
    return find(store, path);
  }

  private static StoredFile find(FileStore of, String path) throws Exception {
    return of.find(ROOT, path).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static long figure(FileStore of, String name) {
    return of.statistics().get(name).getAsLong();
  }

  private StoreException refusal(String path) {
    try {
      find(path).close();
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOf(StoreException.class);
      return (StoreException) e.getCause();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    throw new AssertionError(path + " was found");
  }

  private byte[] read(StoredFile file, long from, long length)
      throws InterruptedException, ExecutionException, TimeoutException {
    return Reading.read(file, from, length, executor).get(30, TimeUnit.SECONDS);
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      Pause.make();
    }
  }

  @Test
  void objectIsFoundAndRead() throws Exception {
    try (StoredFile file = find("2026/film ä+.mp4")) {
      assertThat(file.size()).isEqualTo(film.length);
      assertThat(file.tag()).matches("[0-9a-f]{32}");
      assertThat(file.modified()).isBetween(Instant.now().minusSeconds(300), Instant.now());
      assertThat(read(file, 0, film.length)).isEqualTo(film);
      assertThat(file.details())
          .containsEntry("bucket", "films")
          .containsEntry("key", "2026/film ä+.mp4")
          .containsEntry("tag", file.tag())
          .containsEntry("cached", "6 of 6 slices");
      assertThat(file.replaced()).isFalse();
    }
    assertThat(figure(store, "OriginBytes")).isEqualTo(film.length);
    assertThat(figure(store, "CachedBytes")).isEqualTo(film.length);
    assertThat(figure(store, "CachedSlices")).isEqualTo(6);
    assertThat(figure(store, "OpenFilesNow")).isZero();
    assertThat(store.problems()).isEmpty();
  }

  @Test
  void prefixOfTheRootIsAPartOfTheKey() throws Exception {
    try (StoredFile file = store.find(ROOT + "/2026", "film ä+.mp4").toCompletableFuture().get()) {
      assertThat(file.size()).isEqualTo(film.length);
    }
  }

  @Test
  void emptyObjectIsFound() throws Exception {
    try (StoredFile file = find("empty")) {
      assertThat(file.size()).isZero();
      assertThat(file.details()).containsEntry("cached", "0 of 0 slices");
    }
  }

  @Test
  void missingObjectIsNotFound() {
    StoreException refusal = refusal("missing.mp4");
    assertThat(refusal.kind()).isEqualTo(StoreFault.NOT_FOUND);
    assertThat(refusal).hasMessageContaining("s3://films/missing.mp4").hasMessageContaining("404");
    assertThat(store.problems()).isEmpty();
  }

  @Test
  void wrongSecretIsForbiddenAndAProblem() {
    properties.put("secret-key", "wrong-secret");
    store.configure(properties);
    StoreException refusal = refusal("empty");
    assertThat(refusal.kind()).isEqualTo(StoreFault.FORBIDDEN);
    assertThat(refusal)
        .hasMessageContaining("s3://films/empty")
        .hasMessageContaining("403")
        .hasMessageContaining("secret-key")
        .message()
        .doesNotContain("wrong-secret");
    assertThat(store.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.code()).isEqualTo(ProblemCode.STORE);
              assertThat(problem.subject()).isEqualTo("s3://films");
              assertThat(problem.text()).contains("403");
            });
  }

  @Test
  void wrongPropertyRefusesFilesUntilItIsCorrected() throws Exception {
    properties.put("retries", "many");
    assertThatThrownBy(() -> store.configure(properties)).hasMessageContaining("retries");
    assertThat(refusal("empty").kind()).isEqualTo(StoreFault.SETTINGS);
    properties.put("retries", "1");
    store.configure(properties);
    find("empty").close();
  }

  @Test
  void knownObjectIsNotLookedForAgain() throws Exception {
    properties.put("known-seconds", "60");
    store.configure(properties);
    List<CompletableFuture<StoredFile>> found = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      found.add(store.find(ROOT, "empty").toCompletableFuture());
    }
    for (CompletableFuture<StoredFile> file : found) {
      file.get(10, TimeUnit.SECONDS).close();
    }
    CompletableFuture<StoredFile> known = store.find(ROOT, "empty").toCompletableFuture();
    assertThat(known).isDone();
    known.get().close();
    assertThat(figure(store, "OriginRequests")).isEqualTo(1);
  }

  @Test
  void objectInDemandIsLookedForBeforeItIsTooOldAndNobodyWaits() throws Exception {
    properties.put("known-seconds", "600");
    store.configure(properties);
    server.put("in demand", new byte[10]);
    find("in demand").close();
    server.put("in demand", new byte[20]);
    elapsed.addAndGet(TimeUnit.SECONDS.toNanos(299));
    find("in demand").close();
    assertThat(figure(store, "OriginRequests")).isEqualTo(1);
    elapsed.addAndGet(TimeUnit.SECONDS.toNanos(2));
    await(
        "the other version",
        () -> {
          CompletableFuture<StoredFile> known = store.find(ROOT, "in demand").toCompletableFuture();
          assertThat(known).isDone();
          try (StoredFile file = known.join()) {
            return file.size() == 20;
          }
        });
    assertThat(figure(store, "OriginRequests")).isEqualTo(2);
  }

  @Test
  void replacedObjectIsTold() throws Exception {
    server.put("changing", new byte[3 * MEBIBYTE]);
    try (StoredFile old = find("changing")) {
      read(old, 0, 1000);
      byte[] next = new byte[2 * MEBIBYTE];
      Arrays.fill(next, (byte) 7);
      server.put("changing", next);
      // Bytes on this machine are still sent.
      assertThat(read(old, 0, MEBIBYTE)).containsOnly(0);
      assertThatThrownBy(() -> read(old, 2 * MEBIBYTE, 10)).hasRootCauseMessage("replaced");
      assertThat(old.replaced()).isTrue();
      try (StoredFile file = find("changing")) {
        assertThat(file.tag()).isNotEqualTo(old.tag());
        assertThat(read(file, 0, next.length)).isEqualTo(next);
      }
    }
    assertThat(store.problems()).isEmpty();
  }

  @Test
  void thousandSeekersCostTheBytesOfDistinctSlices() throws Exception {
    byte[][] contents = new byte[3][];
    for (int i = 0; i < contents.length; i++) {
      contents[i] = new byte[12 * MEBIBYTE + 777];
      new Random(i).nextBytes(contents[i]);
      server.put("seek-" + i, contents[i]);
    }
    Random random = new Random(5);
    Set<String> slices = new HashSet<>();
    long sliceBytes = 0;
    List<CompletableFuture<Void>> seekers = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      int number = random.nextInt(contents.length);
      byte[] content = contents[number];
      int from = random.nextInt(content.length - 100_000);
      for (int slice = from / MEBIBYTE; slice <= (from + 99_999) / MEBIBYTE; slice++) {
        if (slices.add(number + "-" + slice)) {
          sliceBytes += Math.min(MEBIBYTE, content.length - (long) slice * MEBIBYTE);
        }
      }
      seekers.add(
          store
              .find(ROOT, "seek-" + number)
              .toCompletableFuture()
              .thenCompose(
                  file ->
                      Reading.read(file, from, 100_000, executor)
                          .whenComplete((bytes, thrown) -> file.close()))
              .thenAccept(
                  bytes ->
                      assertThat(bytes)
                          .isEqualTo(Arrays.copyOfRange(content, from, from + 100_000))));
    }
    for (CompletableFuture<Void> seeker : seekers) {
      seeker.get(50, TimeUnit.SECONDS);
    }
    long distinct = sliceBytes;
    assertThat(figure(store, "OriginBytes"))
        .isLessThanOrEqualTo(distinct + distinct / 20)
        .isGreaterThan(20L * MEBIBYTE);
    assertThat(figure(store, "OpenFilesNow")).isZero();
  }

  @Test
  void slicesSurviveARestart() throws Exception {
    try (StoredFile file = find("2026/film ä+.mp4")) {
      read(file, 0, film.length);
    }
    store.close();
    try (S3FileStore next = new S3FileStore()) {
      next.configure(properties);
      try (StoredFile file =
          next.find(ROOT, "2026/film ä+.mp4").toCompletableFuture().get(30, TimeUnit.SECONDS)) {
        assertThat(read(file, 0, film.length)).isEqualTo(film);
      }
      assertThat(figure(next, "OriginBytes")).isZero();
    }
  }

  @Test
  void storeThatIsDownFailsSoonAndRecovers() throws Exception {
    properties.put("known-seconds", "0");
    store.configure(properties);
    find("empty").close();
    link.refuse(true);
    long begin = System.nanoTime();
    for (int i = 0; i < Breaker.SILENCES; i++) {
      StoreException refusal = refusal("empty");
      assertThat(refusal.kind()).isEqualTo(StoreFault.UNAVAILABLE);
      assertThat(refusal).hasMessageContaining("s3://films/empty").hasMessageContaining("network");
      assertThat(store.problems()).as("the same one").singleElement().satisfies(this::isOfStore);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(13));
    await(
        "the store is asked, and silent",
        () ->
            store.problems().stream()
                .anyMatch(problem -> problem.text().startsWith("the store fails: ")));
    int connections = link.connections();
    StoreException paused = refusal("empty");
    assertThat(paused.kind()).isEqualTo(StoreFault.UNAVAILABLE);
    assertThat(paused.retryAfter()).isPositive();
    assertThat(paused).hasMessageContaining("is not asked for");
    assertThat(link.connections()).isEqualTo(connections);
    assertThat(store.problems()).singleElement().satisfies(this::isOfStore);
    assertThat(figure(store, "OriginFailures")).isEqualTo(Breaker.SILENCES);

    link.refuse(false);
    await(
        "recovery",
        () -> {
          assertThat(store.problems()).allSatisfy(this::isOfStore);
          try {
            find("empty").close();
            return true;
          } catch (Exception e) {
            return false;
          }
        });
    assertThat(store.problems()).isEmpty();
  }

  private void isOfStore(Problem problem) {
    assertThat(problem.subject()).isEqualTo(link.endpoint());
  }

  @Test
  void bucketIsSeenToFailAndToAnswerAgainThoughNobodyAsks() throws Exception {
    properties.put("cache-folder", temporary.resolve("watched").toString());
    properties.put("timeout-seconds", "1");
    properties.put("retries", "0");
    try (S3FileStore watched = store(Duration.ofMillis(100))) {
      watched.configure(properties);
      find(watched, "empty").close();
      link.refuse(true);
      await("it fails", () -> !watched.problems().isEmpty());
      link.refuse(false);
      await("it answers", () -> watched.problems().isEmpty());
      await("its row says so", () -> state(watched).equals("answers"));
      properties.put("timeout-seconds", "2");
      watched.configure(properties);
      await("the end of its outage is known", () -> !outage(watched, "next answer").isEmpty());
      assertThat(outage(watched, "reason of that")).contains(link.endpoint());
    }
  }

  @Test
  void bucketOfARootIsSeenToFailBeforeAnyFileIsWanted() throws Exception {
    properties.put("cache-folder", temporary.resolve("asked").toString());
    properties.put("timeout-seconds", "1");
    properties.put("retries", "0");
    try (S3FileStore asked = store(Duration.ofMillis(100))) {
      asked.configure(properties);
      assertThat(asked.note()).isEqualTo("no bucket was asked yet");
      link.refuse(true);
      CompletableFuture<?> answer = asked.ask(ROOT, true).toCompletableFuture();
      assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(StoreException.class);
      await("it fails", () -> !asked.problems().isEmpty());
      link.refuse(false);
      await("it answers", () -> asked.problems().isEmpty());
      asked.ask(ROOT + "/2026", true).toCompletableFuture().get(30, TimeUnit.SECONDS);
      assertThat(asked.note()).isEmpty();
    }
  }

  @Test
  void bucketThatIsMissingIsToldWhetherItIsOfARootOrNot() {
    for (boolean used : new boolean[] {false, true}) {
      CompletableFuture<?> answer = store.ask("s3://none-such", used).toCompletableFuture();
      assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS))
          .hasMessageContaining("create the bucket none-such");
      int problems = used ? 1 : 0;
      await("its problem", () -> store.problems().size() == problems);
    }
  }

  private static String state(S3FileStore of) {
    return of.panel().tables().get(0).rows().get(0).getOrDefault("state", "");
  }

  private static String outage(S3FileStore of, String column) {
    return of.panel().tables().get(1).rows().get(0).getOrDefault(column, "");
  }

  @Test
  void storeThatDoesNotAnswerIsGivenUpInTime() {
    properties.put("timeout-seconds", "1");
    store.configure(properties);
    link.beSilent(true);
    long begin = System.nanoTime();
    StoreException refusal = refusal("empty");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(4));
    assertThat(refusal.kind()).isEqualTo(StoreFault.UNAVAILABLE);
    await("its problem", () -> !store.problems().isEmpty());
    assertThat(store.problems())
        .containsExactly(
            new Problem(
                ProblemCode.STORE,
                Severity.ERROR,
                link.endpoint(),
                "the store at " + link.endpoint() + " did not answer in time, 1 s",
                "look at the network, the store and the property timeout-seconds"));
  }

  @Test
  void busyStoreIsUnavailable() {
    link.answer(
        "HTTP/1.1 503 Slow Down\r\nRetry-After: 7\r\nx-amz-request-id: R1\r\nContent-Length: 0\r\n\r\n");
    StoreException refusal = refusal("empty");
    assertThat(refusal.kind()).isEqualTo(StoreFault.UNAVAILABLE);
    assertThat(refusal.retryAfter()).isEqualTo(Duration.ofSeconds(7));
    assertThat(refusal).hasMessageContaining("503").hasMessageContaining("R1");
  }

  @Test
  void bucketInAnotherRegionIsASetting() {
    link.answer(
        "HTTP/1.1 301 Moved Permanently\r\nx-amz-bucket-region: eu-west-3\r\nContent-Length: 0\r\n\r\n");
    StoreException refusal = refusal("empty");
    assertThat(refusal.kind()).isEqualTo(StoreFault.SETTINGS);
    assertThat(refusal).hasMessageContaining("eu-west-3").hasMessageContaining("region");
  }

  @Test
  void responsesThatAreCutAreRepeated() throws Exception {
    try (StoredFile file = find("2026/film ä+.mp4")) {
      link.cut(2, 300_000);
      assertThat(read(file, 0, film.length)).isEqualTo(film);
    }
    assertThat(figure(store, "OriginBytes")).isGreaterThan(film.length);
  }

  @Test
  void responsesThatAreAlwaysCutFail() throws Exception {
    try (StoredFile file = find("2026/film ä+.mp4")) {
      link.cut(Integer.MAX_VALUE, 300_000);
      assertThatThrownBy(() -> read(file, MEBIBYTE, MEBIBYTE))
          .cause()
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.UNAVAILABLE));
    }
  }

  @Test
  void otherRangeThanAskedForIsNotTaken() throws Exception {
    try (StoredFile file = find("2026/film ä+.mp4")) {
      link.change(head -> head.replaceAll("(?i)(content-range: bytes )[0-9]+", "$11"));
      assertThatThrownBy(() -> read(file, MEBIBYTE, 100))
          .cause()
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("in place of bytes 1048576-2097151");
    }
    link.change(head -> head);
    try (StoredFile file = find("2026/film ä+.mp4")) {
      assertThat(read(file, MEBIBYTE, 100))
          .isEqualTo(Arrays.copyOfRange(film, MEBIBYTE, MEBIBYTE + 100));
    }
  }

  @Test
  void otherLengthThanAskedForIsNotTaken() throws Exception {
    try (StoredFile file = find("2026/film ä+.mp4")) {
      link.change(head -> head.replaceAll("(?i)(content-length: )[0-9]+", "$1500000"));
      assertThatThrownBy(() -> read(file, 0, 100))
          .cause()
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("500000 bytes in place of 1048576");
    }
  }

  @Test
  void otherVersionThanAskedForIsNotTaken() throws Exception {
    try (StoredFile file = find("2026/film ä+.mp4")) {
      link.change(head -> head.replaceAll("(?i)(etag: )\"?[0-9a-f]+\"?", "$1\"abc\""));
      assertThatThrownBy(() -> read(file, 0, 100)).hasRootCauseMessage("replaced");
    }
  }

  @Test
  void openFilesGoOnAfterAChangeOfTheSettings() throws Exception {
    try (StoredFile file = find("2026/film ä+.mp4")) {
      assertThat(read(file, 0, 10)).isEqualTo(Arrays.copyOf(film, 10));
      properties.put("connections", "3");
      properties.put("slice-bytes", "65536");
      properties.put("cache-folder", temporary.resolve("other").toString());
      store.configure(properties);
      assertThat(read(file, 0, film.length)).isEqualTo(film);
    }
    try (StoredFile file = find("2026/film ä+.mp4")) {
      assertThat(file.details()).containsEntry("cached", "0 of 81 slices");
    }
  }

  @Test
  void openFilesGoOnAfterClose() throws Exception {
    try (StoredFile file = find("2026/film ä+.mp4")) {
      store.close();
      assertThat(refusal("empty").kind()).isEqualTo(StoreFault.SETTINGS);
      assertThat(read(file, 0, film.length)).isEqualTo(film);
      store.configure(properties);
      find("empty").close();
    }
  }

  @Test
  void threadsBeginWithTheFirstFileAndKnowNothingOfIt() throws Exception {
    await("threads of other tests end", () -> threads().isEmpty());
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(new ClassLoader(before) {});
    try (StoredFile file = find("2026/film ä+.mp4")) {
      read(file, 0, film.length);
      assertThat(threads())
          .isNotEmpty()
          .allSatisfy(
              thread ->
                  assertThat(thread.getContextClassLoader())
                      .isSameAs(S3FileStore.class.getClassLoader()));
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    store.close();
    await("threads end", () -> threads().isEmpty());
  }

  private static List<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("sendfile-s3-"))
        .toList();
  }
}
