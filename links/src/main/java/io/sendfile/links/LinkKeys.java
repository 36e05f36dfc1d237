package io.sendfile.links;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
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
 * {@code key.id.terms.signature}: the id of the key; the id of the link; its terms, encrypted by
 * AES as a client must not learn a path; and HMAC with SHA-256 (RFC 2104) of all that. Immutable.
 */
record LinkKeys(List<LinkKeys.Key> keys) {
  /** Least length of a secret: a shorter one could be guessed by trying. */
  static final int SHORTEST_SECRET = 16;

  private static final String HMAC = "HmacSHA256";
  private static final Pattern KEY_ID = Pattern.compile("[A-Za-z0-9_-]{1,32}");
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  /**
   * One key: those of signature and cipher are made of its secret.
   *
   * @param id its name in tokens
   */
  record Key(String id, SecretKeySpec signature, SecretKeySpec cipher) {
    static Key of(String id, String secret) {
      SecretKeySpec master = new SecretKeySpec(secret.getBytes(UTF_8), HMAC);
      return new Key(
          id,
          new SecretKeySpec(mac(master, "sendfile link 2: signature"), HMAC),
          new SecretKeySpec(mac(master, "sendfile link 2: cipher"), "AES"));
    }

    String sign(String text) {
      return ENCODER.encodeToString(mac(signature, text));
    }

    /** Compares texts, of which there is one form: the last digit of Base64 has spare bits. */
    boolean isSignature(String given, String text) {
      return MessageDigest.isEqual(sign(text).getBytes(UTF_8), given.getBytes(UTF_8));
    }

    /** Encrypts, or decrypts. The id of the link is the initial counter of the cipher. */
    byte[] crypt(String link, byte[] terms) {
      try {
        Cipher counter = Cipher.getInstance("AES/CTR/NoPadding");
        counter.init(
            Cipher.ENCRYPT_MODE, cipher, new IvParameterSpec(HexFormat.of().parseHex(link)));
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
      return mac.doFinal(text.getBytes(UTF_8));
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
            ("key %d of keys must be written id=secret, its id of 1 to 32 letters, digits, - or _; a"
                    + " secret has no comma")
                .formatted(i + 1));
      }
      if (secret.startsWith("${")) {
        throw new IllegalArgumentException(
            ("key %s of keys names a password alias that does not exist; make it with asadmin"
                    + " create-password-alias")
                .formatted(id));
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
    return new LinkKeys(List.copyOf(keys));
  }

  /** The token of a link, by the newest key. */
  String token(Link link) {
    Key key = keys.get(0);
    String terms = ENCODER.encodeToString(key.crypt(link.id(), link.lines().getBytes(UTF_8)));
    String signed = key.id() + "." + link.id() + "." + terms;
    return signed + "." + key.sign(signed);
  }

  /** The link of a token; null if none of the keys has signed it. */
  @Nullable Link verify(String token) {
    int end = Math.max(0, token.lastIndexOf('.'));
    String signed = token.substring(0, end);
    for (Key key : keys) {
      if (signed.startsWith(key.id() + ".") && key.isSignature(token.substring(end + 1), signed)) {
        String[] parts = signed.split("\\.", -1);
        return Link.read(
            parts[1], new String(key.crypt(parts[1], DECODER.decode(parts[2])), UTF_8));
      }
    }
    return null;
  }

  /** The ids, the newest first. */
  @Override
  public String toString() {
    return keys.toString();
  }
}
