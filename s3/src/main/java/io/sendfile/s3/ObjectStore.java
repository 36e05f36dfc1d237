package io.sendfile.s3;

import io.sendfile.s3.StoreAnswers.WrongAnswerException;
import io.sendfile.s3.cache.Origin;
import io.sendfile.spi.FileStore.StoreException;
import io.sendfile.spi.FileStore.StoreException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.SdkAdvancedAsyncClientOption;
import software.amazon.awssdk.http.TlsKeyManagersProvider;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.SdkEventLoopGroup;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClientBuilder;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * A store, asked by the AWS SDK. Each call ends within the timeout, its retries included. The
 * client is made by the first of them.
 *
 * <p>Safe for several threads.
 */
final class ObjectStore implements AutoCloseable {
  /**
   * An object, as the store described it.
   *
   * @param fields of responses, by which it describes it to others
   */
  record Found(
      long size,
      String tag,
      Instant modified,
      Map<String, String> fields,
      @Nullable String version,
      @Nullable String sha256,
      @Nullable Integer crc32) {}

  /** Counters that outlive changes of the settings. */
  static final class Counters {
    final LongAdder requests = new LongAdder();
    final LongAdder failures = new LongAdder();
    final LongAdder bytes = new LongAdder();
  }

  /** No object is as large, by far: AWS takes 50 TB. */
  private static final long MOST_BYTES = 1L << 50;

  /** 32 bytes in base64. */
  private static final Pattern SHA_256 = Pattern.compile("[A-Za-z0-9+/]{43}=");

  private final S3Settings settings;
  private final StoreThreads threads;
  private final Counters counters;
  private final LongSupplier nanoTime;
  private final Breaker breaker;

  /** Calls under way, and one more until it is closed. */
  private final AtomicInteger calls = new AtomicInteger(1);

  /** The bucket that answered last; the one that is asked for, while none has. */
  private volatile String bucket = "";

  /** Errors that it answered since the last answer that was none. */
  private final AtomicInteger errors = new AtomicInteger();

  private volatile String lastError = "";
  private volatile long lastGood;

  private @Nullable Client client;

  /** What has to be closed: the SDK closes nothing that it did not make. */
  private record Client(
      S3AsyncClient s3,
      SdkAsyncHttpClient http,
      SdkEventLoopGroup network,
      AwsCredentialsProvider credentials) {

    void close() {
      s3.close();
      http.close();
      Future<?> unused = network.eventLoopGroup().shutdownGracefully(0, 1, TimeUnit.SECONDS);
      if (credentials instanceof DefaultCredentialsProvider environment) {
        environment.close();
      } else if (credentials instanceof WebIdentity role) {
        role.close();
      }
    }
  }

  ObjectStore(S3Settings settings, StoreThreads threads, Counters counters, LongSupplier nanoTime) {
    this.settings = settings;
    this.threads = threads;
    this.counters = counters;
    this.nanoTime = nanoTime;
    lastGood = nanoTime.getAsLong();
    breaker = new Breaker(this::answers, this::later, nanoTime);
  }

  private void later(Runnable task, Duration time) {
    Future<?> unused = threads.timer.schedule(task, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Why files cannot be had from it, be it silent or in error, in words; null if they can. */
  @Nullable String trouble() {
    String silence = breaker.trouble();
    boolean fails =
        errors.get() >= Breaker.SILENCES
            && nanoTime.getAsLong() - lastGood > settings.timeout().toNanos();
    return silence != null || !fails
        ? silence
        : errors + " errors in a row, the last: " + lastError;
  }

  /** Looks for an object. Fails by a {@link StoreException}, or {@link Origin.Replaced}. */
  CompletableFuture<Found> find(ObjectAddress address) {
    HeadObjectRequest request =
        HeadObjectRequest.builder()
            .bucket(address.bucket())
            .key(address.key())
            .checksumMode(ChecksumMode.ENABLED)
            .build();
    // On a thread that may wait for credentials.
    return CompletableFuture.runAsync(() -> {}, threads.workers)
        .thenCompose(begun -> call(address, client -> client.headObject(request)))
        .exceptionallyCompose(thrown -> reasoned(address, thrown))
        .handle(
            (response, thrown) -> {
              try {
                if (thrown != null) {
                  throw StoreAnswers.reason(thrown, settings, address);
                }
                return found(address, response);
              } catch (IOException e) {
                throw new CompletionException(e);
              }
            });
  }

  /** The same failure, but with a reason: that is in a body, which the answer to a HEAD has not. */
  private CompletableFuture<HeadObjectResponse> reasoned(ObjectAddress address, Throwable thrown) {
    if (!StoreAnswers.isRefusal(thrown)) {
      return CompletableFuture.failedFuture(thrown);
    }
    return call(
            address,
            client ->
                client.getObject(
                    get -> get.bucket(address.bucket()).key(address.key()).range("bytes=0-0"),
                    AsyncResponseTransformer.toBytes()))
        .handle(
            (bytes, reason) -> {
              throw new CompletionException(StoreAnswers.isRefusal(reason) ? reason : thrown);
            });
  }

  private Found found(ObjectAddress address, HeadObjectResponse response) throws StoreException {
    String tag = tag(response.eTag());
    Long length = response.contentLength();
    if (tag == null || length == null) {
      throw StoreAnswers.refused(
          Kind.SETTINGS,
          settings,
          address,
          "told no length or no strong entity tag, by which versions are told apart: it cannot be"
              + " used");
    }
    if (length < 0 || length > MOST_BYTES) {
      throw StoreAnswers.refused(
          Kind.UNAVAILABLE,
          settings,
          address,
          "told a length of " + length + " bytes, which no object has: look for a proxy between");
    }
    Instant modified = response.lastModified();
    return new Found(
        length,
        tag,
        modified == null ? Instant.EPOCH : modified,
        fields(response),
        response.versionId(),
        sha256(response),
        crc32(response));
  }

  /**
   * The type {@code binary/octet-stream} is what S3 tells of an object that came without one, and
   * the coding {@code aws-chunked} was that of its upload.
   */
  private static Map<String, String> fields(HeadObjectResponse response) {
    Map<String, String> fields = new HashMap<>();
    fields.put("Cache-Control", response.cacheControl());
    fields.put("Content-Disposition", response.contentDisposition());
    fields.put("Content-Language", response.contentLanguage());
    fields.put("Content-Type", response.contentType());
    fields.put("Expires", response.expiresString());
    String codings = response.contentEncoding() == null ? "" : response.contentEncoding();
    fields.put(
        "Content-Encoding",
        Stream.of(codings.split(",", -1))
            .map(String::strip)
            .filter(coding -> !coding.equalsIgnoreCase("aws-chunked"))
            .collect(Collectors.joining(", ")));
    fields
        .values()
        .removeIf(value -> value == null || value.isEmpty() || value.equals("binary/octet-stream"));
    return fields;
  }

  /** That of all bytes; a sum of the sums of parts says nothing of them. */
  private static @Nullable String sha256(HeadObjectResponse response) {
    String sum = response.checksumSHA256();
    return sum == null
            || response.checksumType() == ChecksumType.COMPOSITE
            || !SHA_256.matcher(sum).matches()
        ? null
        : sum;
  }

  /** Likewise, which the SDKs of AWS send along with what they upload. */
  private static @Nullable Integer crc32(HeadObjectResponse response) {
    String sum = response.checksumCRC32();
    if (sum == null || response.checksumType() == ChecksumType.COMPOSITE) {
      return null;
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(sum);
      return bytes.length == Integer.BYTES ? ByteBuffer.wrap(bytes).getInt() : null;
    } catch (IllegalArgumentException e) {
      // The sum of a multipart upload may have the number of its parts behind it.
      return null;
    }
  }

  /** The content of a strong entity tag; null if it is none. */
  private static @Nullable String tag(@Nullable String field) {
    if (field == null || field.startsWith("W/")) {
      return null;
    }
    String tag = field.replaceAll("^\"|\"$", "");
    return tag.matches("[!#-~]{1,200}") ? tag : null;
  }

  /** Fetches bytes of an object, as long as it has the version. */
  Origin.Request read(
      ObjectAddress address,
      String tag,
      long size,
      long offset,
      long length,
      int slices,
      Origin.Receiver receiver) {
    Body body = new Body(tag, size, offset, length, receiver);
    GetObjectRequest request =
        GetObjectRequest.builder()
            .bucket(address.bucket())
            .key(address.key())
            .range("bytes=" + offset + "-" + (offset + length - 1))
            .ifMatch('"' + tag + '"')
            .overrideConfiguration(
                each -> each.apiCallTimeout(settings.timeout().multipliedBy(slices)))
            .build();
    CompletableFuture<Void> answer = call(address, client -> client.getObject(request, body));
    CompletableFuture<?> unused =
        answer.whenComplete(
            (done, thrown) -> {
              if (thrown != null) {
                body.after(() -> receiver.fail(StoreAnswers.reason(thrown, settings, address)));
              }
            });
    return () -> answer.cancel(true);
  }

  /** Makes a call, unless the store fails. May wait for credentials. */
  private <T> CompletableFuture<T> call(
      ObjectAddress address, Function<S3AsyncClient, CompletableFuture<T>> request) {
    Duration left = breaker.left();
    if (!left.isZero()) {
      return CompletableFuture.failedFuture(
          new StoreException(
              Kind.UNAVAILABLE,
              address
                  + ": the store, "
                  + settings.storeName()
                  + ", is not asked for "
                  + (left.toMillis() + 999) / 1000
                  + " s, after "
                  + breaker.trouble(),
              left));
    }
    if (bucket.isEmpty()) {
      bucket = address.bucket();
    }
    CompletableFuture<T> answer = call(request);
    CompletableFuture<?> unused = answer.whenComplete((result, thrown) -> tell(thrown, address));
    return answer;
  }

  private <T> CompletableFuture<T> call(Function<S3AsyncClient, CompletableFuture<T>> request) {
    counters.requests.increment();
    calls.incrementAndGet();
    CompletableFuture<T> answer;
    try {
      answer = request.apply(client().s3());
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    CompletableFuture<?> unused = answer.whenComplete((result, thrown) -> release());
    return answer;
  }

  private void tell(@Nullable Throwable thrown, ObjectAddress address) {
    if (thrown instanceof CancellationException) {
      return;
    }
    IOException reason = thrown == null ? null : StoreAnswers.reason(thrown, settings, address);
    if (reason instanceof StoreException known && known.kind() == Kind.UNAVAILABLE) {
      counters.failures.increment();
      if (StoreAnswers.isSilence(thrown)) {
        breaker.silent(String.valueOf(known.getMessage()));
        return;
      }
      lastError = String.valueOf(known.getMessage());
      errors.incrementAndGet();
    } else {
      errors.set(0);
      lastGood = nanoTime.getAsLong();
    }
    bucket = address.bucket();
    breaker.answered();
  }

  /** Whether the store answers a question about a bucket. */
  private CompletableFuture<Boolean> answers() {
    CompletableFuture<Boolean> answered = new CompletableFuture<>();
    threads.workers.execute(
        () -> {
          if (calls.get() == 0) {
            answered.complete(true);
            return;
          }
          CompletableFuture<?> unused =
              call(client ->
                      client.headBucket(
                          head ->
                              head.bucket(bucket)
                                  .overrideConfiguration(
                                      each -> each.apiCallTimeout(half(settings.timeout())))))
                  .whenComplete(
                      (done, thrown) -> answered.complete(!StoreAnswers.isSilence(thrown)));
        });
    return answered;
  }

  private synchronized Client client() {
    Client made = client;
    if (made == null) {
      made = make();
      client = made;
    }
    return made;
  }

  private Client make() {
    SdkEventLoopGroup network =
        SdkEventLoopGroup.builder()
            .numberOfThreads(Runtime.getRuntime().availableProcessors())
            .threadFactory(threads.network)
            .build();
    SdkAsyncHttpClient http =
        NettyNioAsyncHttpClient.builder()
            .eventLoopGroup(network)
            .maxConcurrency(settings.connections())
            .connectionTimeout(half(settings.timeout()))
            .tlsNegotiationTimeout(half(settings.timeout()))
            .readTimeout(half(settings.timeout()))
            .connectionAcquisitionTimeout(settings.timeout())
            .tcpKeepAlive(true)
            // The keys of the domain are for its clients, not for stores.
            .tlsKeyManagersProvider(TlsKeyManagersProvider.noneProvider())
            .build();
    S3Settings.Credentials own = settings.credentials();
    AwsCredentialsProvider credentials =
        own == null
            ? environment()
            : StaticCredentialsProvider.create(
                AwsBasicCredentials.create(own.accessKey(), own.secretKey()));
    S3AsyncClientBuilder builder =
        S3AsyncClient.builder()
            .region(Region.of(settings.region()))
            .credentialsProvider(credentials)
            .httpClient(http)
            .forcePathStyle(settings.pathStyle())
            // Not every store knows these sums, and slices have none.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .asyncConfiguration(
                async ->
                    async.advancedOption(
                        SdkAdvancedAsyncClientOption.FUTURE_COMPLETION_EXECUTOR, threads.workers))
            .overrideConfiguration(
                all ->
                    all.apiCallTimeout(settings.timeout())
                        .scheduledExecutorService(threads.timer)
                        .retryStrategy(
                            AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                .maxAttempts(settings.retries() + 1)
                                .build()));
    if (settings.endpoint() != null) {
      builder.endpointOverride(settings.endpoint());
    }
    return new Client(builder.build(), http, network, credentials);
  }

  private AwsCredentialsProvider environment() {
    return WebIdentity.isConfigured()
        ? new WebIdentity(settings, threads.timer)
        : DefaultCredentialsProvider.builder().build();
  }

  private static Duration half(Duration time) {
    return time.dividedBy(2);
  }

  /** Calls that are under way end as they would. */
  @Override
  public void close() {
    release();
  }

  private void release() {
    if (calls.decrementAndGet() == 0) {
      threads.workers.execute(
          () -> {
            synchronized (this) {
              if (client != null) {
                client.close();
                client = null;
              }
            }
          });
    }
  }

  /**
   * The body of a response, on its way to a receiver. A repeated try begins at the first byte
   * again; the receiver gets what is new to it.
   */
  private final class Body implements AsyncResponseTransformer<GetObjectResponse, Void> {
    private final String tag;
    private final long size;
    private final long offset;
    private final long length;
    private final Origin.Receiver receiver;

    // Guarded by this object's monitor.
    private CompletableFuture<@Nullable Void> written = CompletableFuture.completedFuture(null);
    private CompletableFuture<Void> result = new CompletableFuture<>();
    private @Nullable IOException wrong;

    /** Bytes that the receiver got; of the task that is the end of {@link #written}. */
    private long received;

    private Body(String tag, long size, long offset, long length, Origin.Receiver receiver) {
      this.tag = tag;
      this.size = size;
      this.offset = offset;
      this.length = length;
      this.receiver = receiver;
    }

    /** Runs a task on a worker when all before it have ended: one at a time. */
    synchronized void after(Runnable task) {
      written =
          written.handleAsync(
              (before, thrown) -> {
                task.run();
                return null;
              },
              threads.workers);
    }

    @Override
    public synchronized CompletableFuture<Void> prepare() {
      result = new CompletableFuture<>();
      wrong = null;
      return result;
    }

    @Override
    public synchronized void onResponse(GetObjectResponse response) {
      String range = "bytes " + offset + "-" + (offset + length - 1) + "/" + size;
      boolean whole = response.contentRange() == null && length == size;
      Long told = response.contentLength();
      if (!whole && !range.equals(response.contentRange())) {
        wrong =
            new WrongAnswerException(
                "answered " + response.contentRange() + " in place of " + range);
      } else if (told == null || told != length) {
        wrong = new WrongAnswerException("answered " + told + " bytes in place of " + length);
      } else if (!tag.equals(tag(response.eTag()))) {
        wrong =
            new Origin.Replaced("the store answered a part of another version, " + response.eTag());
      }
    }

    @Override
    public synchronized void onStream(SdkPublisher<ByteBuffer> publisher) {
      publisher.subscribe(new Try(result, wrong));
    }

    @Override
    public synchronized void exceptionOccurred(Throwable thrown) {
      result.completeExceptionally(thrown);
    }

    /** One try to get the body. Its methods are called one at a time. */
    private final class Try implements Subscriber<ByteBuffer> {
      private final CompletableFuture<Void> result;
      private final @Nullable IOException wrong;
      private @Nullable Subscription subscription;
      private long position;

      private Try(CompletableFuture<Void> result, @Nullable IOException wrong) {
        this.result = result;
        this.wrong = wrong;
      }

      @Override
      public void onSubscribe(Subscription subscription) {
        this.subscription = subscription;
        if (wrong != null) {
          subscription.cancel();
          result.completeExceptionally(wrong);
        } else {
          subscription.request(1);
        }
      }

      @Override
      public void onNext(ByteBuffer bytes) {
        counters.bytes.add(bytes.remaining());
        long begin = position;
        position += bytes.remaining();
        Subscription more = subscription;
        after(
            () -> {
              long old = Math.min(received - begin, bytes.remaining());
              bytes.position(bytes.position() + (int) old);
              received += bytes.remaining();
              receiver.receive(bytes);
              if (more != null) {
                more.request(1);
              }
            });
      }

      @Override
      public void onError(Throwable thrown) {
        result.completeExceptionally(thrown);
      }

      @Override
      public void onComplete() {
        if (position == length) {
          after(() -> result.complete(null));
        } else {
          result.completeExceptionally(
              new WrongAnswerException("ended after " + position + " of " + length + " bytes"));
        }
      }
    }
  }
}
