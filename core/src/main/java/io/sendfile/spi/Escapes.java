package io.sendfile.spi;

/** Makes foreign text safe for one line of a log. */
public final class Escapes {
  /** Most characters of the text to be shown; the rest is only counted. */
  static final int MAX_LENGTH = 1024;

  private Escapes() {}

  /**
   * The text with a backslash doubled and every character that could break, hide or reorder a log
   * line written as {@code \\uXXXX}: controls, format characters (such as bidi overrides), line and
   * paragraph separators, lone surrogates, private-use and unassigned characters. Text beyond 1024
   * characters is cut, with its length added.
   */
  public static String forLog(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    int end = Math.min(text.length(), MAX_LENGTH);
    for (int i = 0; i < end; ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c == '\\') {
        out.append("\\\\");
      } else if (isPrintable(c)) {
        out.appendCodePoint(c);
      } else {
        appendEscape(out, c);
      }
    }
    if (end < text.length()) {
      out.append("... (").append(text.length()).append(" characters)");
    }
    return out.toString();
  }

  /**
   * The whole text with every such character written like that, and backslashes as they are, so
   * that a result of {@link #forLog} stays unchanged.
   */
  public static String forTerminal(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (isPrintable(c)) {
                out.appendCodePoint(c);
              } else {
                appendEscape(out, c);
              }
            });
    return out.toString();
  }

  private static void appendEscape(StringBuilder out, int codePoint) {
    for (char c : Character.toChars(codePoint)) {
      out.append(String.format("\\u%04x", (int) c));
    }
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
