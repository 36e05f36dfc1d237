package io.sendfile.operations.sender;

import java.net.ConnectException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Explains why a destination cannot be reached, with the remedy. */
final class Unreachable {
  private final Throwable failure;

  private Unreachable(Throwable failure) {
    this.failure = failure;
  }

  /**
   * The explanation.
   *
   * @param trustStore the file of the certificates that this server trusts
   */
  static String why(Throwable failure, String trustStore) {
    return new Unreachable(failure).why(trustStore);
  }

  private String why(String trustStore) {
    if (cause(UnresolvedAddressException.class) != null) {
      return "the name of its server is not known here";
    }
    if (cause(ConnectException.class) != null) {
      return "nobody listens there";
    }
    String date = first(CertificateExpiredException.class, CertificateNotYetValidException.class);
    if (date != null) {
      return "its certificate is not valid now ("
          + date
          + "); have it renewed, or set the clock right";
    }
    String path = first(CertPathBuilderException.class, CertPathValidatorException.class);
    if (path != null) {
      return "its certificate is not trusted ("
          + path
          + "); add it, or that of its issuer, to "
          + trustStore
          + ", and restart the server";
    }
    String certificate = cause(CertificateException.class);
    if (certificate != null) {
      return "its certificate is not for this address (" + certificate + ")";
    }
    String tls = cause(SSLException.class);
    return tls == null ? failure.toString() : "the TLS handshake failed (" + tls + ")";
  }

  private @Nullable String first(Class<?> one, Class<?> other) {
    String message = cause(one);
    return message == null ? cause(other) : message;
  }

  /** The message of the first cause of that kind; null if there is none. */
  private @Nullable String cause(Class<?> kind) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return String.valueOf(cause.getMessage());
      }
    }
    return null;
  }
}
