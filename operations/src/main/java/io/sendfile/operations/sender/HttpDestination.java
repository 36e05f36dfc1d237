package io.sendfile.operations.sender;

import io.sendfile.operations.journal.JournalRecord;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/** Posts events to a URL; redirects are not followed. Thread-safe. */
final class HttpDestination {
  static final String KEY_HEADER = "Idempotency-Key";
  static final String SIGNATURE_HEADER = "X-Sendfile-Signature";

  /** Statuses that can only concern the event itself (RFC 9110 section 15.5). */
  private static final Set<Integer> REFUSALS = Set.of(400, 409, 410, 413, 414, 415, 422);

  /** Longest wait that a destination may ask for. */
  private static final long MOST_RETRY_AFTER = 3600;

  private final Supplier<HttpClient> client;
  private final SenderOptions options;
  private final InstantSource clock;

  /**
   * @param client supplies the client for each request, to any thread
   */
  HttpDestination(Supplier<HttpClient> client, SenderOptions options, InstantSource clock) {
    this.client = client;
    this.options = options;
    this.clock = clock;
  }

  /** Creates a client that follows no redirects, and trusts by that context. */
  static HttpClient client(SSLContext trusted) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .sslContext(trusted)
        .build();
  }

  /**
   * Sends an event and waits for the response.
   *
   * @throws InterruptedException if this thread is interrupted meanwhile
   */
  DeliveryResult post(JournalRecord record) throws InterruptedException {
    CompletableFuture<HttpResponse<Void>> answer =
        client.get().sendAsync(request(record), BodyHandlers.discarding());
    try {
      // The timeout of a request ends with the header of its response; this one does not.
      return judge(answer.get(options.timeout().toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return new DeliveryResult.Failed(
          "no response within " + options.timeout().toSeconds() + " s", Duration.ZERO);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      return new DeliveryResult.Failed(
          Unreachable.why(cause == null ? e : cause, trustStore()), Duration.ZERO);
    } finally {
      answer.cancel(true);
    }
  }

  /** The trust store of GlassFish, or the Java runtime's if it has none. */
  private static String trustStore() {
    return System.getProperty("javax.net.ssl.trustStore", "the trust store of the Java runtime");
  }

  private HttpRequest request(JournalRecord record) {
    URI uri = options.destination();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .timeout(options.timeout())
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("User-Agent", "glassfish-sendfile")
            .header(KEY_HEADER, record.key())
            .POST(BodyPublishers.ofString(record.form()));
    Signature signature = options.signature();
    if (signature != null) {
      request.header(SIGNATURE_HEADER, signature.header(clock.instant(), record.form()));
    }
    return request.build();
  }

  private static DeliveryResult judge(HttpResponse<Void> response) {
    int status = response.statusCode();
    if (status >= 200 && status <= 299) {
      return new DeliveryResult.Delivered();
    }
    if (REFUSALS.contains(status)) {
      return new DeliveryResult.Refused("status " + status);
    }
    boolean redirect = status >= 300 && status <= 399;
    return new DeliveryResult.Failed(
        "status " + status + (redirect ? ", and redirects are not followed" : ""),
        retryAfter(response));
  }

  /** Retry-After by RFC 9110 section 10.2.3; dates are not understood. */
  private static Duration retryAfter(HttpResponse<Void> response) {
    String text = response.headers().firstValue("Retry-After").orElse("");
    return text.matches("\\d{1,9}")
        ? Duration.ofSeconds(Math.min(Long.parseLong(text), MOST_RETRY_AFTER))
        : Duration.ZERO;
  }
}
