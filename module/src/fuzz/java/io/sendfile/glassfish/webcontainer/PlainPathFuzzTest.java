package io.sendfile.glassfish.webcontainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.FuzzTarget;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Decoded paths that need no normalisation: exactly those that nothing has to be taken out of, and
 * that lead below their folder, by a reading with regular expressions.
 */
class PlainPathFuzzTest extends FuzzTarget {
  private static final Pattern NOT_PLAIN =
      Pattern.compile(
          "(?s).*(//|[;\\\\\\x00-\\x1f\\x7f-\\x9f]|/\\.{1,2}(/|$)|/(web|meta)-inf(/|$)).*");

  @Override
  protected boolean check(byte[] input) {
    String path = text(input);
    boolean plain = CatalinaStaticFiles.isPlain(path);
    String lower = path.toLowerCase(Locale.ROOT);
    assertThat(plain).isEqualTo(path.startsWith("/") && !NOT_PLAIN.matcher(lower).matches());
    return plain;
  }
}
