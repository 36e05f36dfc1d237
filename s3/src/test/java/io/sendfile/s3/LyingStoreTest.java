package io.sendfile.s3;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.Pause;
import io.sendfile.spi.Problem;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import io.sendfile.spi.StoredFile;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.SdkClientException;

/** The plug-in, and a store that says what it should not. */
@Timeout(60)
class LyingStoreTest {
  private static final int TIMEOUT = 30;

  /** Until the store has told why it did not answer. */
  private static final int PATIENCE = TIMEOUT + 15;

  @TempDir Path temporary;
  private final ExecutorService executor = Executors.newFixedThreadPool(4);
  private final AtomicLong elapsed = new AtomicLong();
  private final S3FileStore store = new S3FileStore(elapsed::get, Duration.ofMinutes(1));
  private final Map<String, String> properties = new HashMap<>();
  private LyingStore liar;

  @BeforeEach
  void configure() throws IOException {
    liar = new LyingStore().good("good", 10);
    properties.put("endpoint", liar.endpoint());
    properties.put("access-key", "key");
    properties.put("secret-key", "secret");
    properties.put("cache-folder", temporary.resolve("cache").toString());
    properties.put("timeout-seconds", String.valueOf(TIMEOUT));
    properties.put("known-seconds", "0");
    properties.put("retries", "1");
    store.configure(properties);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    liar.close();
    executor.shutdown();
    BundleTest.awaitEndOfThreads();
  }

  private StoredFile find(String path) throws Exception {
    return store.find("s3://bucket", path).toCompletableFuture().get(PATIENCE, SECONDS);
  }

  private StoreException refusal(String path) {
    try {
      find(path).close();
    } catch (ExecutionException e) {
      return (StoreException) e.getCause();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    throw new AssertionError(path + " was found");
  }

  @Test
  void checksumsOfWholeObjectsAreTold() throws Exception {
    String sha256 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    liar.good("both", 10, "x-amz-checksum-sha256: " + sha256, "x-amz-checksum-crc32: AAAAEQ==");
    liar.good(
        "of-parts",
        10,
        "x-amz-checksum-type: COMPOSITE",
        "x-amz-checksum-sha256: " + sha256,
        "x-amz-checksum-crc32: AAAAEQ==");
    liar.good("wrong", 10, "x-amz-checksum-sha256: " + sha256 + "-2", "x-amz-checksum-crc32: AAA-");
    liar.good("short", 10, "x-amz-checksum-sha256: AAAA", "x-amz-checksum-crc32: AAAA");
    try (StoredFile file = find("both")) {
      assertThat(file.sha256()).isEqualTo(sha256);
      assertThat(file.crc32()).isEqualTo(17);
    }
    for (String key : List.of("good", "of-parts", "wrong", "short")) {
      try (StoredFile file = find(key)) {
        assertThat(file.sha256()).as(key).isNull();
        assertThat(file.crc32()).as(key).isNull();
      }
    }
  }

  @Test
  void bucketThatKnowsNoChecksumsIsAskedForThemOnce() throws Exception {
    liar.knowsNoChecksums = true;
    liar.good("other", 10);
    refusal("missing");
    liar.requests.clear();
    for (String key : List.of("good", "other", "good")) {
      try (StoredFile file = find(key)) {
        assertThat(file.sha256()).isNull();
        read(file, 0, 10);
      }
    }
    assertThat(liar.requests)
        .containsExactly(
            "HEAD /bucket/good",
            "HEAD /bucket/good",
            "GET /bucket/good",
            "HEAD /bucket/other",
            "GET /bucket/other",
            "HEAD /bucket/good");
    assertThat(store.problems()).isEmpty();
    assertThat(store.statistics().get("OriginFailures").getAsLong()).isZero();
  }

  @Test
  void bucketIsAskedForChecksumsAgainByNewSettings() throws Exception {
    String sha256 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    liar.good("summed", 10, "x-amz-checksum-sha256: " + sha256);
    liar.knowsNoChecksums = true;
    find("summed").close();
    liar.knowsNoChecksums = false;
    store.configure(properties);
    liar.requests.clear();
    try (StoredFile file = find("summed")) {
      assertThat(file.sha256()).isEqualTo(sha256);
    }
    assertThat(liar.requests).containsExactly("HEAD /bucket/summed");
  }

  @Test
  void requestThatTheStoreDoesNotKnowIsNamed() throws Exception {
    liar.says("unknown", "501 Not Implemented", "");
    liar.says("unread", "200 OK\nContent-Length: 10\nETag: \"t\"", "501 Not Implemented");
    assertThat(refusal("unknown"))
        .hasMessageContaining("does not know the request, HEAD")
        .hasMessageNotContaining("cache-bytes");
    try (StoredFile file = find("unread")) {
      assertThatThrownBy(() -> read(file, 0, 10))
          .hasMessageContaining("does not know the request, GET");
    }
  }

  @Test
  void objectThatNoRequestGetsCostsItsBucketNoChecksums() throws Exception {
    liar.says("unknown", "501 Not Implemented", "");
    refusal("unknown");
    liar.requests.clear();
    liar.knowsNoChecksums = true;
    find("good").close();
    assertThat(liar.requests).containsExactly("HEAD /bucket/good", "HEAD /bucket/good");
  }

  private void read(StoredFile file, long from, long length) throws Exception {
    Reading.read(file, from, length, executor).get(PATIENCE, SECONDS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "503 Service Unavailable",
        "500 Internal Server Error",
        "404 Not Found",
        "403 Forbidden",
        "200 OK\nContent-Length: 4000000000000000000\nETag: \"t\"",
        "200 OK\nContent-Length: 99999999999999999999\nETag: \"t\"",
        "200 OK\nContent-Length: 5\nETag: \"t\"\nLast-Modified: yesterday",
        "200 OK\nContent-Length: 5",
        LyingStore.SILENCE
      })
  void brokenObjectsHarmThemselvesAlone(String head) throws Exception {
    if (head.equals(LyingStore.SILENCE)) {
      properties.put("timeout-seconds", "2");
      store.configure(properties);
    }
    for (int i = 0; i < 10; i++) {
      liar.says("broken" + i, head, head);
    }
    for (int round = 0; round < 2; round++) {
      List<CompletableFuture<StoredFile>> asked = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        asked.add(store.find("s3://bucket", "broken" + i).toCompletableFuture());
        find("good").close();
      }
      for (CompletableFuture<StoredFile> each : asked) {
        assertThatThrownBy(() -> each.get(PATIENCE, SECONDS))
            .hasCauseInstanceOf(StoreException.class);
        find("good").close();
      }
    }
    assertThat(store.problems()).isEmpty();
  }

  @Test
  void lengthThatIsNoneCostsNoOtherRequestOfItsConnection() throws Exception {
    properties.put("connections", "2");
    properties.put("retries", "0");
    store.configure(properties);
    liar.says("long", "200 OK\nContent-Length: -5\nETag: \"t\"", "");
    for (int i = 0; i < 5; i++) {
      assertThat(refusal("long").kind()).isEqualTo(StoreFault.UNAVAILABLE);
      find("good").close();
    }
    assertThat(store.statistics().get("OriginFailures").getAsLong()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {-5, (1L << 50) + 1, Long.MAX_VALUE})
  void lengthThatNoObjectHasIsRefused(long length) {
    liar.says("long", "200 OK\nContent-Length: %d\nETag: \"t\"".formatted(length), "");
    assertThat(refusal("long").kind()).isEqualTo(StoreFault.UNAVAILABLE);
    assertThat(refusal("long")).hasMessageContaining("length of " + length);
  }

  @Test
  void answerThatCannotBeReadIsNoSilence() {
    liar.says("odd", "200 OK\nContent-Length: 5\nETag: \"t\"\nLast-Modified: yesterday", "");
    assertThat(refusal("odd")).hasMessageContaining("cannot be read").hasMessageContaining("odd");
  }

  /** The SDK may forget who waits for a connection that is refused at once: that ends by time. */
  @Test
  void storeThatAnswersNothingAtAllIsLeftAlone() throws Exception {
    properties.put("timeout-seconds", "2");
    store.configure(properties);
    liar.close();
    for (int i = 0; i < Breaker.SILENCES; i++) {
      assertThat(refusal("good").kind()).isEqualTo(StoreFault.UNAVAILABLE);
    }
    while (store.problems().stream().noneMatch(LyingStoreTest::isLeftAlone)) {
      Pause.make();
    }
    assertThat(refusal("good")).hasMessageContaining("is not asked for");
  }

  @ParameterizedTest
  @MethodSource
  void silenceIsToldInPlainWords(IOException cause, String words) {
    S3Settings settings = S3Settings.of(properties, temporary);
    SdkClientException thrown = SdkClientException.create("it failed", cause);
    assertThat(StoreAnswers.reason(thrown, settings, new ObjectAddress("bucket", "good"), "HEAD"))
        .hasMessage(
            "s3://bucket/good: the store at %s cannot be reached (%s): look at the network, the"
                + " store and the property endpoint",
            liar.endpoint(), words);
  }

  static List<Arguments> silenceIsToldInPlainWords() {
    return List.of(
        Arguments.of(new ConnectException("Connection refused"), "connection refused"),
        Arguments.of(
            new IOException("The connection was closed. Retry it"), "the connection was closed"),
        Arguments.of(new UnknownHostException("nowhere"), "unknown host nowhere"),
        Arguments.of(new ClosedChannelException(), "closed channel"));
  }

  private static boolean isLeftAlone(Problem problem) {
    return problem.text().startsWith("the store fails: ");
  }

  /** Or a good answer may be counted before the failure that it follows. */
  @Test
  void failureIsCountedBeforeItIsTold() throws Exception {
    liar.says("broken", "503 Service Unavailable", "");
    List<Problem> then =
        store
            .find("s3://bucket", "broken")
            .handle((file, thrown) -> store.problems())
            .toCompletableFuture()
            .get(PATIENCE, SECONDS);
    assertThat(then).singleElement().satisfies(it -> assertThat(it.text()).contains("503"));
  }

  @Test
  void storeThatFailsForEachFileIsAProblem() throws Exception {
    for (int i = 0; i < 3; i++) {
      liar.says("broken" + i, "503 Service Unavailable", "");
      refusal("broken" + i);
    }
    assertThat(store.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.subject()).isEqualTo(liar.endpoint());
              assertThat(problem.text()).contains("s3://bucket/broken2", "503");
            });
    elapsed.addAndGet(SECONDS.toNanos(31));
    assertThat(store.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.subject()).as("the same one").isEqualTo(liar.endpoint());
              assertThat(problem.text()).contains("3 errors in a row", "broken2", "503");
            });
    find("good").close();
    assertThat(store.problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "a//b.txt, /bucket/a//b.txt",
    "/abs.txt, /bucket//abs.txt",
    "a/./c, /bucket/a/./c",
    "'a b+%2e?#&ä', /bucket/a%20b%2B%252e%3F%23%26%C3%A4",
  })
  void keysAreSentAsTheyAre(String key, String target) throws Exception {
    liar.good(target.substring("/bucket/".length()), 10);
    try (StoredFile file = find(key)) {
      read(file, 0, 10);
    }
    assertThat(liar.requests).containsExactly("HEAD " + target, "GET " + target);
  }

  @ParameterizedTest
  @CsvSource({
    "s3://bucket//lead, /bucket//lead/a",
    "s3://bucket/films/, /bucket/films/a",
    "s3://bucket/films//, /bucket/films//a",
    "s3://bucket/films, /bucket/films/a",
    "s3://bucket/, /bucket/a",
    "s3://bucket, /bucket/a",
  })
  void prefixesAreSentAsTheyAre(String root, String target) throws Exception {
    liar.good(target.substring("/bucket/".length()), 10);
    store.find(root, "a").toCompletableFuture().get(PATIENCE, SECONDS).close();
    assertThat(liar.requests).containsExactly("HEAD " + target);
  }

  @Test
  void whatTheStoreKnowsIsTold() throws Exception {
    liar.good(
        "known",
        10,
        "Content-Type: text/javascript",
        "Content-Encoding: aws-chunked, gzip",
        "Content-Language: nb",
        "Content-Disposition: attachment; filename=a",
        "Cache-Control: max-age=7",
        "Expires: never",
        "x-amz-meta-other: not told");
    try (StoredFile file = find("known")) {
      assertThat(file.fields())
          .containsOnly(
              Map.entry("Content-Type", "text/javascript"),
              Map.entry("Content-Encoding", "gzip"),
              Map.entry("Content-Language", "nb"),
              Map.entry("Content-Disposition", "attachment; filename=a"),
              Map.entry("Cache-Control", "max-age=7"),
              Map.entry("Expires", "never"));
    }
    liar.good("unknown", 10, "Content-Type: binary/octet-stream", "Content-Encoding: aws-chunked");
    try (StoredFile file = find("unknown")) {
      assertThat(file.fields()).isEmpty();
      assertThat(file.modified()).isEqualTo(Instant.EPOCH);
    }
  }

  @Test
  void objectOfTerabytesIsAsCheapAsASmallOne() throws Exception {
    long size = 50_000_000_000_000L;
    liar.good("large", size);
    try (StoredFile file = find("large")) {
      read(file, size - 10, 10);
      read(file, 0, 10);
      assertThat(file.details().get("cached")).endsWith(" of 47683716 slices");
    }
  }

  @Test
  void smallRangesFetchLittle() throws Exception {
    liar.good("film", 1L << 30);
    try (StoredFile file = find("film")) {
      for (int i = 0; i < 8; i++) {
        long position = i * 3_000_000L;
        file.readsTo(position + 1);
        read(file, position, 1);
      }
      assertThat(liar.bytes).hasValue(8 * (64 << 10));
      // Present slices are taken from there.
      file.readsTo(1L << 30);
      read(file, 5_000_000, 2_000_000);
      long before = liar.bytes.get();
      file.readsTo(6_000_010);
      read(file, 6_000_000, 10);
      assertThat(liar.bytes).hasValue(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "403 Forbidden, SignatureDoesNotMatch, access-key or secret-key is wrong",
    "403 Forbidden, ExpiredToken, have expired",
    "400 Bad Request, ExpiredToken, have expired",
    "403 Forbidden, AccessDenied, s3:GetObject",
    "307 Temporary Redirect, TemporaryRedirect, endpoint",
  })
  void reasonOfARefusalIsAskedFor(String status, String code, String told) {
    liar.says(
        "refused",
        status,
        status
            + "\nContent-Type: application/xml\n\n<Error><Code>"
            + code
            + "</Code><Message>in its words</Message></Error>");
    assertThat(refusal("refused"))
        .hasMessageContaining(code)
        .hasMessageContaining("in its words")
        .hasMessageContaining(told);
    assertThat(liar.requests).containsExactly("HEAD /bucket/refused", "GET /bucket/refused");
  }

  /** The keys may be allowed to get objects, but not to list them. */
  @Test
  void bucketThatForbidsAMissingFileAnswers() throws Exception {
    String denial = "403 Forbidden\n\n<Error><Code>%s</Code><Message>no</Message></Error>";
    liar.says("any-file", "404 Not Found", denial.formatted("AccessDenied"));
    store.ask("s3://bucket", true).toCompletableFuture().get(PATIENCE, SECONDS);
    assertThat(store.problems()).isEmpty();
    liar.says("any-file", "404 Not Found", denial.formatted("SignatureDoesNotMatch"));
    assertThatThrownBy(
            () -> store.ask("s3://bucket", true).toCompletableFuture().get(PATIENCE, SECONDS))
        .hasMessageContaining("secret-key is wrong");
    while (store.problems().isEmpty()) {
      Pause.make();
    }
  }

  @Test
  void archivedObjectIsToldBySayingSo() throws Exception {
    liar.says(
        "cold",
        "200 OK\nContent-Length: 10\nETag: \"t\"",
        "403 Forbidden\n\n<Error><Code>InvalidObjectState</Code><Message>cold</Message></Error>");
    try (StoredFile file = find("cold")) {
      assertThatThrownBy(() -> read(file, 0, 10))
          .cause()
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFault.FORBIDDEN))
          .hasMessageContaining("archived");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "0, 1",
    "999999, 300",
    "9999999999, 300",
    "'Thu, 01 Jan 2026 00:02:00 GMT', 120",
    "'Wed, 31 Dec 2025 00:00:00 GMT', 1",
    "'Fri, 01 Jan 2027 00:00:00 GMT', 300",
    "soon, 1",
    "'', 1"
  })
  void timeOfAnotherTryIsANumberOrADate(String field, long seconds) {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(StoreAnswers.retryAfter(field, now)).isEqualTo(Duration.ofSeconds(seconds));
  }
}
