package io.sendfile.operations.sender;

import io.sendfile.core.http.HttpDate;
import io.sendfile.operations.journal.JournalRecord;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Posts events to a URL, and explains what prevents it, with the remedy; redirects are not
 * followed. Thread-safe.
 */
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
  Result post(JournalRecord record) throws InterruptedException {
    CompletableFuture<HttpResponse<Void>> answer =
        client.get().sendAsync(request(record), BodyHandlers.discarding());
    try {
      // The timeout of a request ends with the header of its response; this one does not.
      return judge(answer.get(options.timeout().toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return new Result.Failed(
          "no response within " + options.timeout().toSeconds() + " s", Duration.ZERO);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      return new Result.Failed(why(cause == null ? e : cause, trustStore()), Duration.ZERO);
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

  private Result judge(HttpResponse<Void> response) {
    int status = response.statusCode();
    if (status >= 200 && status <= 299) {
      return new Result.Delivered();
    }
    if (REFUSALS.contains(status)) {
      return new Result.Refused("status " + status);
    }
    boolean redirect = status >= 300 && status <= 399;
    return new Result.Failed(
        "status " + status + (redirect ? ", and redirects are not followed" : ""),
        retryAfter(response.headers().firstValue("Retry-After").orElse(""), clock.instant()));
  }

  /** Retry-After by RFC 9110 section 10.2.3. */
  static Duration retryAfter(String text, Instant now) {
    long seconds =
        text.matches("\\d+")
            ? Long.parseLong(text.length() > 9 ? "999999999" : text)
            : HttpDate.parse(text, now)
                .map(date -> Duration.between(now, date).toSeconds())
                .orElse(0L);
    return Duration.ofSeconds(Math.max(0, Math.min(seconds, MOST_RETRY_AFTER)));
  }

  /**
   * The reason why the destination cannot be reached, with the remedy.
   *
   * @param trustStore the file of the certificates that this server trusts
   */
  static String why(Throwable failure, String trustStore) {
    if (cause(failure, UnresolvedAddressException.class) != null) {
      return "the name of its server is not known here";
    }
    if (cause(failure, ConnectException.class) != null) {
      return "nobody listens there";
    }
    String date =
        first(failure, CertificateExpiredException.class, CertificateNotYetValidException.class);
    if (date != null) {
      return "its certificate is not valid now ("
          + date
          + "); have it renewed, or set the clock right";
    }
    String path = first(failure, CertPathBuilderException.class, CertPathValidatorException.class);
    if (path != null) {
      return "its certificate is not trusted ("
          + path
          + "); add it, or that of its issuer, to "
          + trustStore
          + ", and restart the server";
    }
    String certificate = cause(failure, CertificateException.class);
    if (certificate != null) {
      return "its certificate is not for this address (" + certificate + ")";
    }
    String tls = cause(failure, SSLException.class);
    return tls == null ? failure.toString() : "the TLS handshake failed (" + tls + ")";
  }

  private static @Nullable String first(Throwable failure, Class<?> one, Class<?> other) {
    String message = cause(failure, one);
    return message == null ? cause(failure, other) : message;
  }

  /** The message of the first cause of that kind; null if there is none. */
  private static @Nullable String cause(Throwable failure, Class<?> kind) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return String.valueOf(cause.getMessage());
      }
    }
    return null;
  }

  /** Result of one attempt to deliver an event. */
  sealed interface Result {
    /** The destination has accepted it. */
    record Delivered() implements Result {}

    /**
     * The destination rejects it for good.
     *
     * @param why in words
     */
    record Refused(String why) implements Result {}

    /**
     * The destination may accept it later.
     *
     * @param why in words
     * @param notBefore pause requested by the destination, zero if it requests none
     */
    record Failed(String why, Duration notBefore) implements Result {}
  }
}
