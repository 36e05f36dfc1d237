package io.sendfile.s3;

import io.sendfile.s3.cache.SliceOrigin;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Answers of stores to calls that fail, in words for administrators. No credentials are in them.
 */
final class StoreAnswers {
  /** Beginning of the message of a role that a token has not given. */
  static final String NO_ROLE = "the token service of AWS gave no credentials for the role: ";

  private static final long LEAST_RETRY_AFTER = 1;
  private static final long LONGEST_RETRY_AFTER = 300;

  private StoreAnswers() {}

  /** Whether a call failed without an answer; one that has a status, or is wrong, is one. */
  static boolean isSilence(@Nullable Throwable thrown) {
    return thrown != null
        && in(thrown, S3Exception.class) == null
        && in(thrown, StoreException.class) == null
        && in(thrown, SliceOrigin.Replaced.class) == null
        && (in(thrown, IOException.class) != null || isTimeout(thrown));
  }

  /** Whether the store refused a call, for a reason that its body may tell. */
  static boolean isRefusal(@Nullable Throwable thrown) {
    S3Exception answer = thrown == null ? null : in(thrown, S3Exception.class);
    return answer != null && answer.statusCode() >= 300 && answer.statusCode() < 404;
  }

  /** Whether an object is forbidden, be it only as it is missing and may not be listed. */
  static boolean isDenial(@Nullable Throwable thrown) {
    S3Exception answer = thrown == null ? null : in(thrown, S3Exception.class);
    return answer != null
        && answer.awsErrorDetails() != null
        && "AccessDenied".equals(answer.awsErrorDetails().errorCode());
  }

  /** Whether the store does not know the request, or one of its header fields. */
  static boolean isUnknown(Throwable thrown) {
    S3Exception answer = in(thrown, S3Exception.class);
    return answer != null && answer.statusCode() == 501;
  }

  private static boolean isTimeout(Throwable thrown) {
    return in(thrown, ApiCallTimeoutException.class) != null
        || in(thrown, ApiCallAttemptTimeoutException.class) != null;
  }

  /** The exception of that type among a failure and its causes; null for none. */
  private static <T extends Throwable> @Nullable T in(Throwable thrown, Class<T> type) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (type.isInstance(e)) {
        return type.cast(e);
      }
    }
    return null;
  }

  /**
   * The reason for which a call failed.
   *
   * @param request its kind, in words
   * @return a {@link StoreException}, or {@link SliceOrigin.Replaced}
   */
  static IOException reason(
      Throwable thrown, S3Settings settings, ObjectAddress address, String request) {
    StoreException known = in(thrown, StoreException.class);
    SliceOrigin.Replaced replaced = in(thrown, SliceOrigin.Replaced.class);
    if (known != null) {
      return known;
    }
    if (replaced != null) {
      return replaced;
    }
    S3Exception answer = in(thrown, S3Exception.class);
    if (answer != null) {
      return answered(answer, where(settings, address), address, request);
    }
    SdkClientException client = in(thrown, SdkClientException.class);
    String message = client == null ? "" : String.valueOf(client.getMessage());
    if (message.startsWith(NO_ROLE)) {
      return new StoreException(
          StoreFault.SETTINGS,
          address
              + ": "
              + message
              + ": look at AWS_ROLE_ARN, AWS_WEB_IDENTITY_TOKEN_FILE, the property region, and who"
              + " may take the role");
    }
    if (message.startsWith("Unable to load credentials")) {
      return new StoreException(
          StoreFault.SETTINGS,
          address
              + ": neither access-key and secret-key are set, nor does the environment of this server"
              + " have credentials for "
              + settings.storeName());
    }
    return new StoreException(
        StoreFault.UNAVAILABLE, where(settings, address) + unanswered(thrown, settings));
  }

  private static String unanswered(Throwable thrown, S3Settings settings) {
    SSLException tls = in(thrown, SSLException.class);
    if (tls != null) {
      return "and this server have no TLS in common: "
          + tls.getMessage()
          + ": import the certificate of its authority into the trust store of the domain";
    }
    if (isTimeout(thrown)) {
      return "did not answer in time, "
          + settings.timeout().toSeconds()
          + " s: look at the network, the store and the property timeout-seconds";
    }
    return isSilence(thrown)
        ? "cannot be reached ("
            + innermost(thrown)
            + "): look at the network, the store and the property endpoint"
        : "answered what cannot be read ("
            + innermost(thrown)
            + "): look at the object, and for a proxy between";
  }

  /** The beginning of a message about a store's wrong answer about an object. */
  static String where(S3Settings settings, ObjectAddress address) {
    return address + ": the store at " + settings.storeName() + " ";
  }

  private static IOException answered(
      S3Exception answer, String where, ObjectAddress address, String request) {
    AwsErrorDetails details = answer.awsErrorDetails();
    String code = details == null || details.errorCode() == null ? "" : details.errorCode();
    String said =
        where
            + "answered "
            + answer.statusCode()
            + (code.isEmpty() || code.equals(String.valueOf(answer.statusCode())) ? "" : " " + code)
            + (answer.requestId() == null ? "" : " to request " + answer.requestId())
            + (details == null || details.errorMessage() == null || code.isEmpty()
                ? ""
                : " (" + details.errorMessage() + ")");
    String wrong = wrong(code);
    if (!wrong.isEmpty()) {
      return new StoreException(StoreFault.FORBIDDEN, said + ": " + wrong);
    }
    return switch (answer.statusCode()) {
      case 412, 416 -> new SliceOrigin.Replaced(said + ": it has another version by now");
      case 404 ->
          code.equals("NoSuchBucket")
              ? new StoreException(
                  StoreFault.SETTINGS,
                  said + ": create the bucket " + address.bucket() + ", or correct the root")
              : new StoreException(
                  StoreFault.NOT_FOUND, said + ": there is no such object, or no such bucket");
      case 401, 403 ->
          new StoreException(
              StoreFault.FORBIDDEN,
              said
                  + ": look at access-key and secret-key, and let their owner s3:GetObject in bucket "
                  + address.bucket()
                  + ", and s3:ListBucket so that missing files are told from forbidden ones");
      case 301, 307, 400 ->
          new StoreException(
              StoreFault.SETTINGS,
              said
                  + header(answer, "x-amz-bucket-region")
                      .map(
                          region ->
                              ": the bucket is in region " + region + ": set the property region")
                      .orElse(
                          ": look at the properties region, endpoint and path-style, and at the"
                              + " credentials"));
      default ->
          new StoreException(
              StoreFault.UNAVAILABLE,
              said
                  + (isUnknown(answer)
                      ? ": it does not know the request, "
                          + request
                          + ": look for a newer version of it, or for a setting of it"
                      : ": look after the store, or ask it for less by more cache-bytes"),
              retryAfter(header(answer, "Retry-After").orElse(""), Instant.now()));
    };
  }

  /** The fault that the code of a refusal tells; empty if none. */
  private static String wrong(String code) {
    return switch (code) {
      case "InvalidAccessKeyId", "SignatureDoesNotMatch" -> "access-key or secret-key is wrong";
      case "RequestTimeTooSkewed" -> "the clock of this server, or that of the store, is wrong";
      case "ExpiredToken", "InvalidToken" -> "the credentials of the environment have expired";
      case "InvalidObjectState" ->
          "the object is archived: restore it, or keep it in a class that can be read at once";
      default -> "";
    };
  }

  private static Optional<String> header(S3Exception answer, String name) {
    AwsErrorDetails details = answer.awsErrorDetails();
    return details == null || details.sdkHttpResponse() == null
        ? Optional.empty()
        : details.sdkHttpResponse().firstMatchingHeader(name);
  }

  /** Retry-After by RFC 9110 section 10.2.3, from a second to five minutes. */
  static Duration retryAfter(String value, Instant now) {
    long seconds = LEAST_RETRY_AFTER;
    try {
      seconds =
          value.matches("[0-9]+")
              ? Long.parseLong(value.length() > 9 ? "999999999" : value)
              : Duration.between(
                      now, DateTimeFormatter.RFC_1123_DATE_TIME.parse(value, Instant::from))
                  .toSeconds();
    } catch (DateTimeException e) {
      // As if none was told.
    }
    return Duration.ofSeconds(Math.max(LEAST_RETRY_AFTER, Math.min(seconds, LONGEST_RETRY_AFTER)));
  }

  /** The first cause, in words: by its message, or by its name where that says nothing. */
  private static String innermost(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause.getCause() != null && depth < 20; depth++) {
      cause = cause.getCause();
    }
    @Nullable String message = cause.getMessage();
    if (message == null || cause instanceof UnknownHostException) {
      String name = cause.getClass().getSimpleName().replace("Exception", "");
      String words = name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
      return message == null ? words : words + " " + message;
    }
    // The SDK has advice for developers in further sentences.
    String first = message.split("\\. ", 2)[0];
    return first.matches("\\p{Lu}\\p{Ll}.*")
        ? Character.toLowerCase(first.charAt(0)) + first.substring(1)
        : first;
  }
}
