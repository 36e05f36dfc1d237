package io.sendfile.digests;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The algorithms that RFC 9530 section 5 calls active, the usual one first. */
enum DigestAlgorithm {
  SHA_256(32),
  SHA_512(64);

  private final int bytes;

  DigestAlgorithm(int bytes) {
    this.bytes = bytes;
  }

  /** Its key in the field, e.g. {@code sha-256}. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Its name in suffixes of files, e.g. {@code sha256}. */
  String shortName() {
    return key().replace("-", "");
  }

  MessageDigest begin() {
    try {
      return MessageDigest.getInstance(key());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no " + key(), e);
    }
  }

  /** A digest in base64, as the field has it; null if the text is none in hexadecimal digits. */
  @Nullable String ofHex(String text) {
    if (text.length() != 2 * bytes || !text.chars().allMatch(HexFormat::isHexDigit)) {
      return null;
    }
    return Base64.getEncoder().encodeToString(HexFormat.of().parseHex(text));
  }

  /** Whether the text is a digest in base64. */
  boolean isDigest(String base64) {
    try {
      return Base64.getDecoder().decode(base64).length == bytes;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
