package io.sendfile.grizzly;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import io.sendfile.grizzly.FileHandler.RequestPath;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Paths of requests: what is decoded begins with a slash, has no more slashes than the request, is
 * what the JDK decodes, and can be encoded and decoded again.
 */
class RequestPathFuzzTest extends FuzzTarget {
  private static final Pattern HIGH = Pattern.compile("[\\x80-\\xff]");

  @Override
  protected boolean check(byte[] input) {
    String raw = new String(input, ISO_8859_1);
    String path = RequestPath.decoded(raw);
    if (path == null) {
      return false;
    }
    assertThat(path).startsWith("/").doesNotContain("\\");
    assertThat(path.chars()).noneMatch(c -> c < ' ' || c == 0x7f);
    assertThat(slashes(path)).isEqualTo(slashes(raw));
    String escaped = HIGH.matcher(raw).replaceAll(high -> "%" + hex(high.group()));
    assertThat(path).isEqualTo(URLDecoder.decode(escaped.replace("+", "%2B"), UTF_8));
    String encoded = URLEncoder.encode(path, UTF_8).replace("%2F", "/").replace("+", "%20");
    assertThat(RequestPath.decoded(encoded)).isEqualTo(path);
    return true;
  }

  private static String hex(String character) {
    return HexFormat.of().formatHex(character.getBytes(ISO_8859_1));
  }

  private static long slashes(String text) {
    return text.chars().filter(c -> c == '/').count();
  }
}
