package io.sendfile.operations.sender;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs posts, so that the receiver can verify sender and time: HMAC with SHA-256 (RFC 2104) of the
 * time, a full stop and the body. It never shows its secret. Immutable.
 */
final class Signature {
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  /**
   * @param secret at least one character
   */
  Signature(String secret) {
    key = new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM);
  }

  /** The value of the header: {@code t=seconds since the epoch,v1=64 hexadecimal digits}. */
  String header(Instant now, String body) {
    long seconds = now.getEpochSecond();
    return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac(seconds + "." + body));
  }

  private byte[] mac(String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Signature signature && key.equals(signature.key);
  }

  @Override
  public int hashCode() {
    return key.hashCode();
  }

  @Override
  public String toString() {
    return "(a secret)";
  }
}
