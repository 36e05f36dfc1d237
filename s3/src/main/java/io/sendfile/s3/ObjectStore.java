package io.sendfile.s3;

import io.netty.channel.nio.NioEventLoopGroup;
import io.sendfile.s3.cache.SliceOrigin;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.ResponseBytes;
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
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadBucketRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/**
 * A store, asked by the AWS SDK. Each call ends within the timeout, its retries included. The
 * client is made by the first of them.
 *
 * <p>Safe for several threads.
 */
final class ObjectStore implements AutoCloseable {
  /** Counters that outlive changes of the settings. */
  static final class RequestCounters {
    final LongAdder requests = new LongAdder();
    final LongAdder failures = new LongAdder();
    final LongAdder bytes = new LongAdder();
    final BucketCalls buckets = new BucketCalls(InstantSource.system());
  }

  private static final String HEAD = "HEAD for the size of an object";
  private static final String GET = "GET for a range of an object";

  /** Of buckets that are remembered as those without checksums. */
  private static final int MOST_BUCKETS = 1000;

  private final S3Settings settings;
  private final StoreThreads threads;
  private final RequestCounters counters;
  private final LongSupplier nanoTime;
  private final Breaker breaker;

  /** Buckets that told of an object only when they were not asked for its checksums. */
  private final Set<String> withoutChecksums = ConcurrentHashMap.newKeySet();

  /** The bucket that answered last; the one that is asked for, while none has. */
  private volatile String bucket = "";

  private final SharedClient<Client> client;

  /** Resources to be closed: the SDK closes none that it did not make. */
  private record Client(
      S3AsyncClient s3,
      SdkAsyncHttpClient http,
      SdkEventLoopGroup network,
      AwsCredentialsProvider credentials)
      implements AutoCloseable {

    @Override
    public void close() {
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

  ObjectStore(
      S3Settings settings, StoreThreads threads, RequestCounters counters, LongSupplier nanoTime) {
    this.settings = settings;
    this.threads = threads;
    this.counters = counters;
    this.nanoTime = nanoTime;
    breaker = new Breaker(this::answers, this::later, nanoTime, settings.timeout());
    client = new SharedClient<>(this::make, threads.workers);
  }

  private void later(Runnable task, Duration time) {
    Future<?> unused = threads.timer.schedule(task, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The reason for which files cannot be had from it, in words; null if they can. */
  @Nullable String trouble() {
    return breaker.trouble();
  }

  /** Looks for an object. Fails by a {@link StoreException}. */
  CompletableFuture<ObjectFacts> find(ObjectAddress address) {
    return onWorker(() -> timed(address, client -> head(address, client)))
        .exceptionallyCompose(thrown -> reasoned(address, thrown))
        .handle(
            (response, thrown) -> {
              try {
                if (thrown != null) {
                  IOException reason = StoreAnswers.reason(thrown, settings, address, HEAD);
                  // No version was asked for.
                  throw reason instanceof SliceOrigin.Replaced
                      ? new StoreException(
                          StoreFault.UNAVAILABLE, String.valueOf(reason.getMessage()))
                      : reason;
                }
                return ObjectFacts.of(response, StoreAnswers.where(settings, address));
              } catch (IOException e) {
                throw new CompletionException(e);
              }
            });
  }

  /** Asks for checksums as well, but no bucket that does not know them. */
  private CompletableFuture<HeadObjectResponse> head(ObjectAddress address, S3AsyncClient client) {
    HeadObjectRequest plain =
        HeadObjectRequest.builder().bucket(address.bucket()).key(address.key()).build();
    if (withoutChecksums.contains(address.bucket())) {
      return client.headObject(plain);
    }
    return client
        .headObject(plain.toBuilder().checksumMode(ChecksumMode.ENABLED).build())
        .exceptionallyCompose(
            thrown ->
                StoreAnswers.isUnknown(thrown)
                    ? client
                        .headObject(plain)
                        .whenComplete((found, still) -> rememberNone(address, found))
                    : CompletableFuture.failedFuture(thrown));
  }

  private void rememberNone(ObjectAddress address, @Nullable HeadObjectResponse found) {
    if (found != null && withoutChecksums.size() < MOST_BUCKETS) {
      withoutChecksums.add(address.bucket());
    }
  }

  private <T> CompletableFuture<T> timed(
      ObjectAddress address, Function<S3AsyncClient, CompletableFuture<T>> request) {
    long began = nanoTime.getAsLong();
    return call(address, HEAD, request)
        .whenComplete(
            (found, thrown) -> {
              if (thrown == null) {
                counters.buckets.looked(address.bucket(), nanoTime.getAsLong() - began);
              }
            });
  }

  /** Makes a call on a thread that may wait for credentials. */
  private <T> CompletableFuture<T> onWorker(Supplier<CompletableFuture<T>> call) {
    return CompletableFuture.completedFuture(null)
        .thenComposeAsync(begun -> call.get(), threads.workers);
  }

  /** The same failure, but with a reason: that is in a body, which the answer to a HEAD has not. */
  private CompletableFuture<HeadObjectResponse> reasoned(ObjectAddress address, Throwable thrown) {
    if (!StoreAnswers.isRefusal(thrown)) {
      return CompletableFuture.failedFuture(thrown);
    }
    return firstByte(address)
        .handle(
            (bytes, reason) -> {
              throw new CompletionException(StoreAnswers.isRefusal(reason) ? reason : thrown);
            });
  }

  private CompletableFuture<ResponseBytes<GetObjectResponse>> firstByte(ObjectAddress address) {
    return call(
        address,
        GET,
        client ->
            client.getObject(
                get -> get.bucket(address.bucket()).key(address.key()).range("bytes=0-0"),
                AsyncResponseTransformer.toBytes()));
  }

  /**
   * Asks whether objects of a bucket can be had, by one that need not be there. Fails by a {@link
   * StoreException}.
   */
  CompletableFuture<?> ask(ObjectAddress address) {
    return onWorker(() -> firstByte(address))
        .handle(
            (bytes, thrown) -> {
              IOException reason =
                  thrown == null || StoreAnswers.isDenial(thrown)
                      ? null
                      : StoreAnswers.reason(thrown, settings, address, GET);
              if (reason instanceof StoreException fault && fault.kind() != StoreFault.NOT_FOUND) {
                throw new CompletionException(fault);
              }
              return address;
            });
  }

  /**
   * Fetches bytes of an object, as long as it has the version.
   *
   * @param slices number of those that are fetched, for which the time is taken
   */
  Runnable read(ObjectPart part, int slices, SliceOrigin.Receiver receiver) {
    ObjectAddress address = part.address();
    ReceivedBody body = new ReceivedBody(part, receiver);
    GetObjectRequest request =
        GetObjectRequest.builder()
            .bucket(address.bucket())
            .key(address.key())
            .range(part.range())
            .ifMatch('"' + part.tag() + '"')
            .overrideConfiguration(
                each -> each.apiCallTimeout(settings.timeout().multipliedBy(slices)))
            .build();
    CompletableFuture<Void> answer = call(address, GET, client -> client.getObject(request, body));
    CompletableFuture<?> unused =
        // A receiver may wait for a disk, which the timer's thread may not.
        answer.whenCompleteAsync(
            (done, thrown) -> {
              if (thrown != null) {
                receiver.fail(StoreAnswers.reason(thrown, settings, address, GET));
              }
            },
            threads.workers);
    return () -> answer.cancel(true);
  }

  /**
   * Makes a call, unless the store fails. May wait for credentials. Its end is counted before the
   * caller is told.
   *
   * @param kind of the request, in words
   */
  private <T> CompletableFuture<T> call(
      ObjectAddress address, String kind, Function<S3AsyncClient, CompletableFuture<T>> request) {
    Duration left = breaker.left();
    if (!left.isZero()) {
      String message = "%sis not asked for %d s, after %s";
      return CompletableFuture.failedFuture(
          new StoreException(
              StoreFault.UNAVAILABLE,
              message.formatted(
                  StoreAnswers.where(settings, address),
                  (left.toMillis() + 999) / 1000,
                  breaker.trouble()),
              left));
    }
    if (bucket.isEmpty()) {
      bucket = address.bucket();
    }
    CompletableFuture<T> answer = call(request);
    CompletableFuture<T> counted =
        answer.whenComplete((result, thrown) -> tell(thrown, address, kind));
    // No effect, unless the caller has cancelled it.
    CompletableFuture<?> unused = counted.whenComplete((result, thrown) -> answer.cancel(true));
    return counted;
  }

  private <T> CompletableFuture<T> call(Function<S3AsyncClient, CompletableFuture<T>> request) {
    counters.requests.increment();
    CompletableFuture<T> answer;
    try {
      answer = request.apply(client.take().s3());
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    CompletableFuture<?> unused = answer.whenComplete((result, thrown) -> client.release());
    return answer;
  }

  private void tell(@Nullable Throwable thrown, ObjectAddress address, String kind) {
    if (thrown instanceof CancellationException) {
      return;
    }
    IOException reason =
        thrown == null ? null : StoreAnswers.reason(thrown, settings, address, kind);
    String trouble =
        reason instanceof StoreException known && known.kind() == StoreFault.UNAVAILABLE
            ? String.valueOf(known.getMessage())
            : null;
    boolean silent = StoreAnswers.isSilence(thrown);
    if (trouble != null) {
      counters.failures.increment();
      // The object that was asked for says nothing of a silence.
      trouble = silent ? trouble.replace(address + ": ", "") : trouble;
    }
    counters.buckets.ended(address.bucket(), trouble);
    if (trouble != null && silent) {
      breaker.silent(trouble);
      return;
    }
    bucket = address.bucket();
    if (trouble == null) {
      breaker.answered();
    } else {
      breaker.failed(trouble);
    }
  }

  /** Whether the store answers a question about a bucket. */
  private CompletableFuture<Boolean> answers() {
    HeadBucketRequest request =
        HeadBucketRequest.builder()
            .bucket(bucket)
            .overrideConfiguration(each -> each.apiCallTimeout(half(settings.timeout())))
            .build();
    return onWorker(
            () ->
                client.isUnused()
                    ? CompletableFuture.completedFuture(null)
                    : call(client -> client.headBucket(request)))
        .handle((done, thrown) -> !StoreAnswers.isSilence(thrown));
  }

  private Client make() {
    SdkEventLoopGroup network =
        SdkEventLoopGroup.create(
            new NioEventLoopGroup(Runtime.getRuntime().availableProcessors(), threads.network),
            StoreConnection::new);
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
                                .retryOnException(StoreConnection::gaveNoHttp)
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

  /** Calls that are under way end as they would; open files may make others. */
  @Override
  public void close() {
    client.release();
  }

  /**
   * The body of a response, on its way to a receiver. A repeated try begins at the first byte
   * again.
   */
  private final class ReceivedBody implements AsyncResponseTransformer<GetObjectResponse, Void> {
    private final ObjectPart part;
    private final SliceOrigin.Receiver receiver;

    // Of the try that runs; guarded by this object's monitor.
    private CompletableFuture<Void> result = new CompletableFuture<>();
    private @Nullable IOException wrong;

    private ReceivedBody(ObjectPart part, SliceOrigin.Receiver receiver) {
      this.part = part;
      this.receiver = receiver;
    }

    @Override
    public synchronized CompletableFuture<Void> prepare() {
      result = new CompletableFuture<>();
      return result;
    }

    @Override
    public synchronized void onResponse(GetObjectResponse response) {
      String range = part.range().replace('=', ' ') + "/" + part.size();
      boolean whole = response.contentRange() == null && part.length() == part.size();
      Long told = response.contentLength();
      if (!whole && !range.equals(response.contentRange())) {
        wrong = wrong("answered " + response.contentRange() + " in place of " + range);
      } else if (told == null || told != part.length()) {
        wrong = wrong("answered " + told + " bytes in place of " + part.length());
      } else if (!part.tag().equals(ObjectFacts.tag(response.eTag()))) {
        wrong =
            new SliceOrigin.Replaced(
                "the store answered a part of another version, " + response.eTag());
      } else {
        wrong = null;
      }
    }

    private StoreException wrong(String answer) {
      return new StoreException(
          StoreFault.UNAVAILABLE,
          StoreAnswers.where(settings, part.address())
              + answer
              + ": look for a proxy between, and the log of the store");
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
      private long position = part.offset();

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
        long from = position;
        position += bytes.remaining();
        Subscription more = subscription;
        threads.workers.execute(
            () -> {
              receiver.receive(from, bytes);
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
        long got = position - part.offset();
        if (got == part.length()) {
          result.complete(null);
        } else {
          result.completeExceptionally(
              wrong("ended after " + got + " of " + part.length() + " bytes"));
        }
      }
    }
  }
}
