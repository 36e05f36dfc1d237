package io.sendfile.links;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a server, which sign links by the first of them, and verify those of all. A token is
 * {@code key.body.signature}: the id of the key; version, id of the link and its encrypted terms,
 * as a client must not learn a path; and HMAC with SHA-256 (RFC 2104) of the two. It never shows a
 * secret. Immutable.
 */
final class LinkKeys {
  /** Least length of a secret: a shorter one could be guessed by trying. */
  static final int SHORTEST_SECRET = 16;

  private static final String HMAC = "HmacSHA256";
  private static final Pattern KEY_ID = Pattern.compile("[A-Za-z0-9_-]{1,32}");
  private static final byte VERSION = 1;

  /** The id of a link is the initial counter of the cipher as well. */
  private static final int ID_BYTES = Link.ID_BYTES;

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private final List<Key> keys;

  private LinkKeys(List<Key> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * One key: those of signature and cipher are made of its secret.
   *
   * @param id its name in tokens
   */
  private record Key(String id, SecretKeySpec signature, SecretKeySpec cipher) {
    static Key of(String id, String secret) {
      SecretKeySpec master = new SecretKeySpec(secret.getBytes(UTF_8), HMAC);
      return new Key(
          id,
          new SecretKeySpec(mac(master, "sendfile link: signature"), HMAC),
          new SecretKeySpec(mac(master, "sendfile link: cipher"), "AES"));
    }

    String sign(String keyAndBody) {
      return ENCODER.encodeToString(mac(signature, keyAndBody));
    }

    /** Encrypts, or decrypts. */
    byte[] crypt(byte[] id, byte[] terms) {
      try {
        Cipher counter = Cipher.getInstance("AES/CTR/NoPadding");
        counter.init(Cipher.ENCRYPT_MODE, cipher, new IvParameterSpec(id));
        return counter.doFinal(terms);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java platform has AES", e);
      }
    }

    @Override
    public String toString() {
      return id;
    }
  }

  private static byte[] mac(SecretKeySpec key, String text) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      return mac.doFinal(text.getBytes(US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HMAC, e);
    }
  }

  /**
   * Parses keys.
   *
   * @param text {@code id=secret}, separated by commas, the newest first
   * @throws IllegalArgumentException with the fault and its remedy, without a secret
   */
  static LinkKeys read(String text) {
    List<Key> keys = new ArrayList<>();
    String[] entries = text.isBlank() ? new String[0] : text.split(",", -1);
    for (int i = 0; i < entries.length; i++) {
      String entry = entries[i].strip();
      int end = entry.indexOf('=');
      String id = end < 0 ? "" : entry.substring(0, end);
      String secret = end < 0 ? "" : entry.substring(end + 1);
      if (!KEY_ID.matcher(id).matches()) {
        throw new IllegalArgumentException(
            "key "
                + (i + 1)
                + " of keys must be written id=secret, its id of 1 to 32 letters, digits, - or _;"
                + " a secret has no comma");
      }
      if (secret.startsWith("${")) {
        throw new IllegalArgumentException(
            "key "
                + id
                + " of keys names a password alias that does not exist; make it with asadmin"
                + " create-password-alias");
      }
      if (secret.length() < SHORTEST_SECRET) {
        throw new IllegalArgumentException(
            "the secret of key " + id + " must have at least " + SHORTEST_SECRET + " characters");
      }
      if (keys.stream().anyMatch(key -> key.id().equals(id))) {
        throw new IllegalArgumentException("keys has two keys with the id " + id);
      }
      keys.add(Key.of(id, secret));
    }
    if (keys.isEmpty()) {
      throw new IllegalArgumentException(
          "keys is missing: set it to id=secret, with the secret in a password alias, as in"
              + " keys=2026a=${ALIAS=sendfile-links-2026a}");
    }
    return new LinkKeys(keys);
  }

  /** The token of a link, by the newest key. */
  String token(Link link) {
    Key key = keys.get(0);
    byte[] id = HexFormat.of().parseHex(link.id());
    byte[] terms = key.crypt(id, link.bytes());
    byte[] body = new byte[1 + ID_BYTES + terms.length];
    body[0] = VERSION;
    System.arraycopy(id, 0, body, 1, ID_BYTES);
    System.arraycopy(terms, 0, body, 1 + ID_BYTES, terms.length);
    String signed = key.id() + "." + ENCODER.encodeToString(body);
    return signed + "." + key.sign(signed);
  }

  /** The link of a token; null if none of the keys has signed it. */
  @Nullable Link verify(String token) {
    int first = token.indexOf('.');
    int last = token.lastIndexOf('.');
    if (first < 0 || first == last) {
      return null;
    }
    String id = token.substring(0, first);
    for (Key key : keys) {
      if (key.id().equals(id)) {
        return isSigned(token, last, key) ? link(token.substring(first + 1, last), key) : null;
      }
    }
    return null;
  }

  /** As text, of which there is only one form: the last digit of Base64 has spare bits. */
  private static boolean isSigned(String token, int last, Key key) {
    String signed = token.substring(0, last);
    if (signed.chars().anyMatch(c -> c > '~')) {
      return false;
    }
    return MessageDigest.isEqual(
        key.sign(signed).getBytes(ISO_8859_1), token.substring(last + 1).getBytes(UTF_8));
  }

  private static @Nullable Link link(String text, Key key) {
    byte[] body = DECODER.decode(text);
    if (body.length < 1 + ID_BYTES || body[0] != VERSION) {
      return null;
    }
    byte[] id = Arrays.copyOfRange(body, 1, 1 + ID_BYTES);
    byte[] terms = key.crypt(id, Arrays.copyOfRange(body, 1 + ID_BYTES, body.length));
    return Link.read(HexFormat.of().formatHex(id), terms);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LinkKeys that && keys.equals(that.keys);
  }

  @Override
  public int hashCode() {
    return keys.hashCode();
  }

  /** The ids, the newest first. */
  @Override
  public String toString() {
    return keys.toString();
  }
}
