package io.sendfile.core.content;

import io.sendfile.core.content.ResponsePlanner.PlanBuilder.HeaderRules;
import io.sendfile.core.http.ResponseView;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Header fields with the digest of an empty body. The body of a hand-off is empty while it passes
 * the filters of an application: one that makes a tag or a digest of it, as Spring's
 * ShallowEtagHeaderFilter does, gives the same to every file.
 */
public final class EmptyBodyDigests {
  /** Fields of digests, of RFC 9110, 9530, 3230 and 1864. */
  public static final List<String> FIELDS =
      List.of("ETag", "Content-Digest", "Repr-Digest", "Digest", "Content-MD5");

  private static final List<String> ALGORITHMS =
      List.of("MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512");

  /** In hexadecimal digits, which filters put in upper or lower case. */
  private static final List<String> HEXADECIMAL = new ArrayList<>();

  /** Without padding, in both alphabets. */
  private static final List<String> BASE64 = new ArrayList<>();

  /** Too short to be looked for anywhere in a value; the other digests are. */
  private static final Pattern CRC_32 =
      Pattern.compile(
          "(W/)?\"(0?-?|crc-?32[-:=]?)(00000000|AAAAAA==)\"|.*\\bcrc-?32c?=:?(0{1,8}|AAAAAA==).*",
          Pattern.CASE_INSENSITIVE);

  static {
    for (String algorithm : ALGORITHMS) {
      byte[] digest = ofNothing(algorithm);
      HEXADECIMAL.add(HexFormat.of().formatHex(digest));
      BASE64.add(Base64.getEncoder().withoutPadding().encodeToString(digest));
      BASE64.add(Base64.getUrlEncoder().withoutPadding().encodeToString(digest));
    }
  }

  private EmptyBodyDigests() {}

  private static byte[] ofNothing(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm).digest();
    } catch (GeneralSecurityException e) {
      // A Java without it cannot have made a tag by it either; no value has this text.
      return ("no " + algorithm).getBytes(StandardCharsets.US_ASCII);
    }
  }

  /** The {@link #FIELDS} of a response that have such a value. */
  public static List<String> in(ResponseView response) {
    List<String> found = List.of();
    for (String field : FIELDS) {
      List<String> values = response.headers(field);
      if (!values.isEmpty() && values.stream().anyMatch(EmptyBodyDigests::isOne)) {
        found = HeaderRules.and(found, List.of(field));
      }
    }
    return found;
  }

  /**
   * Whether a filter has answered by such a tag, as it does by 304: the client has it from an
   * earlier response. That says nothing about the file.
   */
  static boolean haveAnswered(ResponseView response) {
    return response.headers("ETag").stream().anyMatch(EmptyBodyDigests::isOne);
  }

  private static boolean isOne(String value) {
    String lower = value.toLowerCase(Locale.ROOT);
    return HEXADECIMAL.stream().anyMatch(lower::contains)
        || BASE64.stream().anyMatch(value::contains)
        || CRC_32.matcher(value).matches();
  }
}
