package io.sendfile.links;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names to save a file as, of any characters and of halves of them: one is refused, or is in a
 * field of printable ASCII, which a client reads again (RFC 6266 and 8187), and an old one reads as
 * a name of as many characters.
 */
class SaveAsFuzzTest extends FuzzTarget {
  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
  private static final Pattern FIELD =
      Pattern.compile(
          "attachment; filename=\"([ -~&&[^\"%/\\\\]]+)\""
              + "(; filename\\*=UTF-8''((?:[\\w!#$&+.^`|~-]|%[0-9A-F]{2})+))?");

  @Override
  protected boolean check(byte[] input) {
    isRead(ByteBuffer.wrap(input).asCharBuffer().toString());
    return isRead(text(input));
  }

  private static boolean isRead(String name) {
    Link link;
    try {
      link = Link.made(Map.of(Link.FILE, "media:f", Link.SAVE_AS, name), NOW);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("save-as must be the name of a file");
      return false;
    }
    String wanted = name.strip();
    assertThat(link.saveAs()).isEqualTo(wanted);
    if (wanted.isEmpty()) {
      return false;
    }
    Matcher field = FIELD.matcher(SignedLinks.disposition(wanted));
    assertThat(field.matches()).as(SignedLinks.disposition(wanted)).isTrue();
    assertThat(field.group(1)).hasSize(wanted.codePointCount(0, wanted.length()));
    assertThat(field.group(2) == null ? field.group(1) : decoded(field.group(3))).isEqualTo(wanted);
    return true;
  }

  private static String decoded(String value) {
    return URLDecoder.decode(value.replace("+", "%2B"), UTF_8);
  }
}
