package io.sendfile.generator;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A source file.
 *
 * @param type full name of its class
 * @param text its content
 */
record JavaSource(String type, String text) {
  private static final Pattern WORD_BEGIN = Pattern.compile("-(.)");

  /** A name such as {@code burst-bytes} as one of Java: {@code burstBytes}. */
  static String camelCase(String name) {
    return WORD_BEGIN.matcher(name).replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
  }

  /** The same with a capital: {@code BurstBytes}. */
  static String typeCase(String name) {
    return camelCase("-" + name);
  }
}
