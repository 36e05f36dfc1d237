package io.sendfile.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoredFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Answers of stores, made of parts that are right, nearly right and hostile. The rest of one on its
 * connection may cost the next request a try.
 */
@Timeout(120)
class StoreAnswersFuzzTest {
  private static final int ROUNDS = 40;
  private static final String SECRET = "a-secret-of-the-tests";
  private static final List<String> STATUS =
      List.of(
          "200 OK",
          "200 OK",
          "200 OK",
          "200",
          "206 Partial Content",
          "204 No Content",
          "299 x",
          "301 Moved",
          "304 Not Modified",
          "307 x",
          "400 Bad Request",
          "403 Forbidden",
          "404 x",
          "412 x",
          "416 x",
          "418 I'm",
          "429 x",
          "500 x",
          "503 Slow Down",
          "505 x",
          "999 x",
          "007 x");
  private static final List<String> NAMES =
      List.of(
          "ETag",
          "ETag",
          "Content-Length",
          "Content-Length",
          "Last-Modified",
          "Content-Type",
          "Content-Encoding",
          "Cache-Control",
          "Expires",
          "Content-Range",
          "Retry-After",
          "x-amz-checksum-sha256",
          "x-amz-checksum-crc32",
          "x-amz-checksum-type",
          "x-amz-bucket-region",
          "x-amz-request-id",
          "x-amz-version-id",
          "x-amz-storage-class",
          "x-amz-missing-meta",
          "x-amz-mp-parts-count",
          "x-amz-restore",
          "Connection");
  private static final List<String> VALUES =
      List.of(
          "\"t\"",
          "t",
          "W/\"t\"",
          "\"\"",
          "\"a b\"",
          "0",
          "10",
          "10",
          "-5",
          "+7",
          "1e3",
          "10, 10",
          "4000000000000000000",
          "99999999999999999999",
          "",
          " ",
          "gzip, aws-chunked",
          ",,",
          "none",
          "Sat, 28 Nov 2026 21:00:00 GMT",
          "Sat, 99 Nov 2026 21:00:00 GMT",
          "yesterday",
          "0",
          "Thu, 01 Jan 1970 00:00:00 GMT",
          "bytes 0-9/10",
          "bytes */10",
          "AAAAEQ==",
          "AAAA-",
          "COMPOSITE",
          "FULL_OBJECT",
          "close",
          "binary/octet-stream",
          "\u00e4\u0001\u007f",
          "eu-x");
  private static final List<String> BODIES =
      List.of(
          "",
          "<Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>",
          "<Error><Code>NoSuchBucket</Code></Error>",
          "<Error><Code>" + "x".repeat(5000) + "</Code></Error>",
          "<Error><Code>",
          "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><Error><Code>&b;</Code></Error>",
          "<?xml version='9.9'?><Error/>",
          "{\"code\": 1}",
          "\0\1\2");

  @TempDir Path temporary;

  private static <T> T any(SplittableRandom random, List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private static String head(SplittableRandom random) {
    StringBuilder head = new StringBuilder(any(random, STATUS));
    if (random.nextInt(3) > 0) {
      head.append("\nETag: \"t\"\nContent-Length: 10");
    }
    for (int i = random.nextInt(5); i > 0; i--) {
      head.append('\n').append(any(random, NAMES)).append(": ").append(any(random, VALUES));
    }
    return head.toString();
  }

  @SeededTest
  void anyAnswerIsAFileOrAReasonAndHarmsNoOther(SplittableRandom random) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try (LyingStore liar = new LyingStore().good("good", 10);
        S3FileStore store = new S3FileStore()) {
      store.configure(
          Map.of(
              "endpoint",
              liar.endpoint(),
              "access-key",
              "key",
              "secret-key",
              SECRET,
              "cache-folder",
              temporary.resolve("cache").toString(),
              "timeout-seconds",
              "2",
              "retries",
              "1",
              "known-seconds",
              "0"));
      for (int i = 0; i < ROUNDS; i++) {
        String answer = head(random);
        liar.says("any" + i, answer, head(random) + "\n\n" + any(random, BODIES));
        try (StoredFile file = find(store, "any" + i)) {
          isSound(file, answer);
          read(file, answer, executor);
        } catch (ExecutionException e) {
          isReason(e.getCause(), answer);
        }
        assertThat(good(store, executor)).as("after " + answer).hasSize(10);
      }
      assertThat(store.statistics().get("OpenFilesNow").getAsLong()).isZero();
    } finally {
      executor.shutdown();
    }
  }

  /** Rests of several answers, each on its connection, may be in its way. */
  private static byte[] good(S3FileStore store, ExecutorService executor) throws Exception {
    for (int tries = 1; ; tries++) {
      try (StoredFile file = find(store, "good")) {
        return Reading.read(file, 0, 10, executor).get(30, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        if (tries == 3) {
          throw e;
        }
      }
    }
  }

  private static StoredFile find(S3FileStore store, String key) throws Exception {
    return store.find("s3://bucket", key).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static void isSound(StoredFile file, String answer) {
    assertThat(file.size()).as(answer).isBetween(0L, 1L << 50);
    assertThat(file.tag()).as(answer).matches("[!#-~]+").doesNotContain("\"");
    assertThat(file.modified()).as(answer).isNotNull();
    assertThat(file.fields().values()).as(answer).noneMatch(String::isEmpty);
    assertThat(file.details()).as(answer).containsKey("cached");
  }

  private static void isReason(Throwable reason, String answer) {
    assertThat(reason).as(answer).isInstanceOf(StoreException.class);
    assertThat(reason.getMessage())
        .as(answer)
        .startsWith("s3://bucket/any")
        .doesNotContain(SECRET)
        .doesNotContain("root:x:");
    Duration after = ((StoreException) reason).retryAfter();
    assertThat(after).as(answer).isBetween(Duration.ZERO, Duration.ofSeconds(300));
  }

  private static void read(StoredFile file, String answer, ExecutorService executor)
      throws InterruptedException, IOException {
    if (file.size() == 0) {
      return;
    }
    int length = (int) Math.min(10, file.size());
    try {
      assertThat(Reading.read(file, 0, length, executor).get(30, TimeUnit.SECONDS)).hasSize(length);
    } catch (ExecutionException e) {
      if (!file.replaced()) {
        isReason(e.getCause(), answer);
      }
    } catch (java.util.concurrent.TimeoutException e) {
      throw new AssertionError("no end of reading after " + answer, e);
    }
  }

  @SeededTest
  void anyRetryAfterIsATime(SplittableRandom random) {
    for (int i = 0; i < 10_000; i++) {
      StringBuilder value = new StringBuilder(any(random, VALUES));
      for (int change = random.nextInt(4); change > 0 && !value.isEmpty(); change--) {
        value.setCharAt(random.nextInt(value.length()), (char) random.nextInt(32, 127));
      }
      assertThat(StoreAnswers.retryAfter(value.toString(), Instant.EPOCH))
          .as(value.toString())
          .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(300));
    }
  }
}
