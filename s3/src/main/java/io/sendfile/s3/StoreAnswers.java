package io.sendfile.s3;

import io.sendfile.s3.cache.Origin;
import io.sendfile.spi.FileStore.StoreException;
import io.sendfile.spi.FileStore.StoreException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * What stores answer to calls that fail, in words for administrators. No credentials are in them.
 */
final class StoreAnswers {
  /** Beginning of the message of a role that a token has not given. */
  static final String NO_ROLE = "the token service of AWS gave no credentials for the role: ";

  private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

  private StoreAnswers() {}

  /** An answer that is not the one to the question. */
  static final class WrongAnswerException extends IOException {
    private static final long serialVersionUID = 1L;

    WrongAnswerException(String message) {
      super(message);
    }
  }

  /**
   * The reason for which a call failed.
   *
   * @return a {@link StoreException}, or {@link Origin.Replaced}
   */
  static IOException reason(Throwable thrown, S3Settings settings, ObjectAddress address) {
    Throwable cause = thrown;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof StoreException known) {
      return known;
    }
    String where = address + ": the store, " + settings.storeName() + ", ";
    if (cause instanceof S3Exception answer) {
      return answered(answer, where, address);
    }
    String message = String.valueOf(cause.getMessage());
    if (message.startsWith(NO_ROLE)) {
      return new StoreException(
          Kind.SETTINGS,
          address
              + ": "
              + message
              + ": look at AWS_ROLE_ARN, AWS_WEB_IDENTITY_TOKEN_FILE, the property region, and who"
              + " may take the role");
    }
    for (Throwable e = cause; e != null; e = e.getCause()) {
      if (e instanceof Origin.Replaced replaced) {
        return replaced;
      }
      if (e instanceof WrongAnswerException wrong) {
        return new StoreException(
            Kind.UNAVAILABLE,
            where + wrong.getMessage() + ": look for a proxy between, and the log of the store");
      }
      if (e instanceof SSLException) {
        return new StoreException(
            Kind.UNAVAILABLE,
            where
                + "and this server have no TLS in common: "
                + e.getMessage()
                + ": import the certificate of its authority into the trust store of the domain");
      }
    }
    if (cause instanceof ApiCallTimeoutException
        || cause instanceof ApiCallAttemptTimeoutException) {
      return new StoreException(
          Kind.UNAVAILABLE,
          where
              + "did not answer in time, "
              + settings.timeout().toSeconds()
              + " s: look after it and the network, or raise timeout-seconds");
    }
    if (message.startsWith("Unable to load credentials")) {
      return new StoreException(
          Kind.SETTINGS,
          address
              + ": neither access-key and secret-key are set, nor does the environment of this server"
              + " have credentials for "
              + settings.storeName());
    }
    return new StoreException(
        Kind.UNAVAILABLE,
        where
            + "cannot be reached: "
            + innermost(cause)
            + ": look after it and the network, and at the property endpoint");
  }

  private static IOException answered(S3Exception answer, String where, ObjectAddress address) {
    AwsErrorDetails details = answer.awsErrorDetails();
    String code = details == null || details.errorCode() == null ? "" : details.errorCode();
    String said =
        where
            + "answered "
            + answer.statusCode()
            + (code.isEmpty() || code.equals(String.valueOf(answer.statusCode())) ? "" : " " + code)
            + (answer.requestId() == null ? "" : " to request " + answer.requestId());
    switch (answer.statusCode()) {
      case 412, 416:
        return new Origin.Replaced(said + ": it has another version by now");
      case 404:
        return code.equals("NoSuchBucket")
            ? new StoreException(
                Kind.SETTINGS,
                said + ": create the bucket " + address.bucket() + ", or correct the root")
            : new StoreException(
                Kind.NOT_FOUND, said + ": there is no such object, or no such bucket");
      case 401, 403:
        return new StoreException(Kind.FORBIDDEN, said + ": " + permission(code, address));
      case 301, 307, 400:
        return new StoreException(
            Kind.SETTINGS,
            said
                + header(answer, "x-amz-bucket-region")
                    .map(
                        region ->
                            ": the bucket is in region " + region + ": set the property region")
                    .orElse(
                        ": look at the properties region, endpoint and path-style, and at the credentials"));
      case 429:
      case 500, 502, 503, 504:
      default:
        return new StoreException(
            Kind.UNAVAILABLE,
            said + ": look after the store, or ask it for less by more cache-bytes",
            retryAfter(answer));
    }
  }

  private static String permission(String code, ObjectAddress address) {
    return switch (code) {
      case "InvalidAccessKeyId", "SignatureDoesNotMatch" -> "access-key or secret-key is wrong";
      case "RequestTimeTooSkewed" -> "the clock of this server, or that of the store, is wrong";
      case "ExpiredToken", "InvalidToken" -> "the credentials of the environment have expired";
      default ->
          "look at access-key and secret-key, and let their owner s3:GetObject in bucket "
              + address.bucket()
              + ", and s3:ListBucket so that missing files are told from forbidden ones";
    };
  }

  private static Optional<String> header(S3Exception answer, String name) {
    AwsErrorDetails details = answer.awsErrorDetails();
    return details == null || details.sdkHttpResponse() == null
        ? Optional.empty()
        : details.sdkHttpResponse().firstMatchingHeader(name);
  }

  private static Duration retryAfter(S3Exception answer) {
    Duration told =
        header(answer, "Retry-After")
            .filter(value -> value.matches("[0-9]{1,6}"))
            .map(value -> Duration.ofSeconds(Long.parseLong(value)))
            .orElse(Duration.ofSeconds(1));
    return told.compareTo(LONGEST_RETRY_AFTER) < 0 ? told : LONGEST_RETRY_AFTER;
  }

  private static String innermost(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause.getCause() != null && depth < 20; depth++) {
      cause = cause.getCause();
    }
    @Nullable String message = cause.getMessage();
    return cause.getClass().getSimpleName() + (message == null ? "" : ", " + message);
  }
}
