package io.sendfile.core.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import io.sendfile.core.files.Target;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values of the hand-off headers in their four dialects, with and without percent-decoding: a value
 * is refused in a sentence for a log line, or names the file that a reading by regular expressions
 * names. The first character is the header, the second whether values are decoded.
 */
class HandOffFuzzTest extends FuzzTarget {
  private static final List<HandOffHeader> HEADERS =
      List.of(
          HandOffHeader.SENDFILE,
          HandOffHeader.SENDFILE_TEMPORARY,
          HandOffHeader.ACCEL_REDIRECT,
          HandOffHeader.LIGHTTPD_SEND_FILE);
  private static final Pattern ESCAPE = Pattern.compile("%([0-9a-fA-F]{2})|%", Pattern.DOTALL);
  private static final Pattern IN_ROOT = Pattern.compile("([a-zA-Z0-9._-]+):(.+)", Pattern.DOTALL);

  @Override
  protected boolean check(byte[] input) {
    if (input.length < 2) {
      return false;
    }
    HandOffHeader header = HEADERS.get(input[0] & 3);
    boolean unescape = (input[1] & 1) == 0;
    String value = text(Arrays.copyOfRange(input, 2, input.length));
    Field field = Field.of(header, value);
    Dialect dialect = new Dialect(unescape, Set.of(header));
    HandOffRequest request = HandOffRequest.of(200, List.of(field), null);
    SendfileDirective directive = request.directive(dialect);
    assertThat(request.roughTarget(dialect)).isNotNull();
    assertThat(request.words(dialect).chars()).noneMatch(Character::isISOControl);

    String path = decoded(field.value(), header, unescape);
    Target wanted = path == null ? null : target(path, header);
    if (wanted == null) {
      assertThat(directive).isInstanceOf(Malformed.class);
      String detail = ((Malformed) directive).detail();
      assertThat(detail.chars()).noneMatch(Character::isISOControl);
      assertThat(detail).startsWith(header.field() + ": '");
      return false;
    }
    assertThat(directive)
        .isEqualTo(new HandOffOfFile(wanted, header == HandOffHeader.SENDFILE_TEMPORARY, null, 0));
    return true;
  }

  /** The path in a value; null if it is malformed. */
  private static String decoded(String raw, HandOffHeader header, boolean unescape) {
    boolean uri = header == HandOffHeader.ACCEL_REDIRECT;
    String value = uri ? raw.replaceFirst("(?s)\\?.*", "") : raw;
    if (value.isEmpty() || value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      return null;
    }
    String text = value;
    if (value.chars().allMatch(c -> c <= 0xff)) {
      String repaired = strict(value.getBytes(ISO_8859_1));
      text = repaired == null ? value : repaired;
    }
    if (!UTF_8.newEncoder().canEncode(text)) {
      return null;
    }
    if (unescape && text.contains("%")) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Matcher escape = ESCAPE.matcher(text);
      int at = 0;
      while (escape.find()) {
        if (escape.group(1) == null) {
          return null;
        }
        bytes.writeBytes(text.substring(at, escape.start()).getBytes(UTF_8));
        bytes.write(Integer.parseInt(escape.group(1), 16));
        at = escape.end();
      }
      bytes.writeBytes(text.substring(at).getBytes(UTF_8));
      text = strict(bytes.toByteArray());
    }
    return text == null || text.chars().anyMatch(Character::isISOControl) ? null : text;
  }

  private static String strict(byte[] bytes) {
    try {
      CharBuffer text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return text.toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static Target target(String path, HandOffHeader header) {
    if (header == HandOffHeader.ACCEL_REDIRECT) {
      return path.startsWith("/") ? new Target.Uri(path) : null;
    }
    if (path.startsWith("/")) {
      return new Target.Absolute(path);
    }
    Matcher inRoot = IN_ROOT.matcher(path);
    return inRoot.matches() ? new Target.InRoot(inRoot.group(1), inRoot.group(2)) : null;
  }
}
