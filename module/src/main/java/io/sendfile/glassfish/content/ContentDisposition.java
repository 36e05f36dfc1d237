package io.sendfile.glassfish.content;

import java.nio.charset.StandardCharsets;

/**
 * The value of Content-Disposition (RFC 6266) for any file name, safe against header injection and
 * reflected downloads: {@code attachment; filename="EUR rates.txt";
 * filename*=UTF-8''%E2%82%AC%20rates.txt}.
 */
public final class ContentDisposition {
  private static final String NO_NAME = "download";

  /** Characters, besides letters and digits, that RFC 8187 section 3.2.1 leaves unescaped. */
  private static final String UNESCAPED = "!#$&+-.^_`|~";

  private ContentDisposition() {}

  /**
   * Asks the client to save the file.
   *
   * @param fileName any text; folders before the last {@code /} or {@code \}, control and invisible
   *     format characters are left out; if nothing remains the name is {@code download}
   */
  public static String attachment(String fileName) {
    return "attachment" + parameters(fileName);
  }

  /**
   * Lets the client show the file, with a name for saving it.
   *
   * @param fileName as for {@link #attachment}
   */
  public static String inline(String fileName) {
    return "inline" + parameters(fileName);
  }

  private static String parameters(String fileName) {
    String name = clean(fileName);
    String fallback = fallback(name);
    String quoted = "; filename=\"" + fallback.replace("\"", "\\\"") + '"';
    return fallback.equals(name) ? quoted : quoted + "; filename*=UTF-8''" + escape(name);
  }

  private static String clean(String fileName) {
    int folders = Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1;
    StringBuilder name = new StringBuilder();
    fileName.substring(folders).codePoints().forEach(c -> appendVisible(name, c));
    String stripped = name.toString().strip();
    return stripped.isEmpty() || stripped.equals(".") || stripped.equals("..") ? NO_NAME : stripped;
  }

  private static void appendVisible(StringBuilder name, int codePoint) {
    switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR -> {}
      case Character.SURROGATE -> name.append('\ufffd');
      default -> name.appendCodePoint(codePoint);
    }
  }

  /** For old clients, some of which would also decode percent signs. */
  private static String fallback(String name) {
    StringBuilder ascii = new StringBuilder(name.length());
    name.codePoints().forEach(c -> ascii.append(c < 0x80 && c != '%' ? (char) c : '_'));
    return ascii.toString();
  }

  private static String escape(String name) {
    StringBuilder escaped = new StringBuilder(name.length() * 3);
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      boolean plain =
          (b >= '0' && b <= '9')
              || (b >= 'A' && b <= 'Z')
              || (b >= 'a' && b <= 'z')
              || UNESCAPED.indexOf(b) >= 0;
      if (plain) {
        escaped.append((char) b);
      } else {
        escaped.append(String.format("%%%02X", b));
      }
    }
    return escaped.toString();
  }
}
