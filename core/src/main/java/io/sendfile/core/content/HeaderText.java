package io.sendfile.core.content;

import io.sendfile.core.files.Root;
import io.sendfile.core.files.Target;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Parses a header value, as the server holds it, into the target that the application meant. */
final class HeaderText {
  private HeaderText() {}

  /** The value without the blanks and tabs around it. */
  static String stripBlanks(String value) {
    int start = 0;
    int end = value.length();
    while (start < end && isBlank(value.charAt(start))) {
      start++;
    }
    while (end > start && isBlank(value.charAt(end - 1))) {
      end--;
    }
    return value.substring(start, end);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /** Repairs UTF-8, percent-decodes once if asked, and refuses control characters. */
  static String decode(String raw, boolean unescape) throws MalformedTextException {
    if (raw.isEmpty()) {
      throw new MalformedTextException("is empty; it must name a file");
    }
    if (isPlain(raw, unescape)) {
      return raw;
    }
    // C1 controls may still be halves of UTF-8 sequences here, so they are checked afterwards.
    if (raw.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      throw new MalformedTextException("has a control character (CR, LF, NUL or the like)");
    }
    String text = repairUtf8(raw);
    if (unescape && text.indexOf('%') >= 0) {
      text = percentDecode(text);
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new MalformedTextException("has a control character (CR, LF, NUL or the like)");
    }
    if (utf8(text) == null) {
      throw new MalformedTextException("is not well-formed Unicode (half a surrogate pair)");
    }
    return text;
  }

  /** Whether the value needs no parsing, like nearly all: printable ASCII, nothing to unescape. */
  private static boolean isPlain(String raw, boolean unescape) {
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c < ' ' || c > '~' || (unescape && c == '%')) {
        return false;
      }
    }
    return true;
  }

  /** The file named by a decoded value; on Windows it may begin with a drive letter. */
  static Target target(String value, boolean windows) throws MalformedTextException {
    if (value.startsWith("/") || (windows && value.matches("[A-Za-z]:[/\\\\].*"))) {
      return new Target.Absolute(windows ? value.replace('\\', '/') : value);
    }
    int colon = value.indexOf(':');
    if (colon < 0 || !Root.isName(value, colon)) {
      throw new MalformedTextException(
          "is neither an absolute path nor root:relative/path; begin it with / or a root's name");
    }
    String path = value.substring(colon + 1);
    if (path.isEmpty()) {
      throw new MalformedTextException("names a root but no file; write root:relative/path");
    }
    return new Target.InRoot(value.substring(0, colon), path);
  }

  /** The file named by a value as in nginx: a URI below a root's prefix. */
  static Target uri(String raw, boolean unescape) throws MalformedTextException {
    int query = raw.indexOf('?');
    String path = decode(query < 0 ? raw : raw.substring(0, query), unescape);
    if (!path.startsWith("/")) {
      throw new MalformedTextException("is not a URI that begins with /; write /prefix/path");
    }
    return new Target.Uri(path);
  }

  /** Re-decodes UTF-8 text that was read as ISO 8859-1; any other text stays. */
  private static String repairUtf8(String raw) {
    boolean ascii = raw.chars().allMatch(c -> c < 0x80);
    if (ascii || !raw.chars().allMatch(c -> c <= 0xff)) {
      return raw;
    }
    String repaired = strictUtf8(raw.getBytes(StandardCharsets.ISO_8859_1));
    return repaired == null ? raw : repaired;
  }

  private static String percentDecode(String text) throws MalformedTextException {
    byte @Nullable [] encoded = utf8(text);
    if (encoded == null) {
      throw new MalformedTextException("is not well-formed Unicode (half a surrogate pair)");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(encoded.length);
    for (int i = 0; i < encoded.length; i++) {
      if (encoded[i] != '%') {
        out.write(encoded[i]);
        continue;
      }
      int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
      int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        throw new MalformedTextException(
            "has a % without two hexadecimal digits; write %25 for a percent sign");
      }
      out.write(high << 4 | low);
      i += 2;
    }
    String decoded = strictUtf8(out.toByteArray());
    if (decoded == null) {
      throw new MalformedTextException("is not UTF-8 after percent-decoding; encode it as UTF-8");
    }
    return decoded;
  }

  private static @Nullable String strictUtf8(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static byte @Nullable [] utf8(String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      return copy;
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
