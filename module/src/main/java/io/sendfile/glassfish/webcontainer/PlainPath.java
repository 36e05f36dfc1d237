package io.sendfile.glassfish.webcontainer;

/** Paths without ambiguity: those that GlassFish would first normalise are left to it. */
final class PlainPath {
  private PlainPath() {}

  /**
   * Whether a decoded path begins with a slash, has none doubled, no {@code .} or {@code ..}
   * element, no parameters, backslash or control character, and no element {@code WEB-INF} or
   * {@code META-INF}.
   */
  static boolean is(String path) {
    if (path.isEmpty() || path.charAt(0) != '/') {
      return false;
    }
    int start = 1;
    for (int i = 1; i <= path.length(); i++) {
      char c = i < path.length() ? path.charAt(i) : '/';
      if (c == '/') {
        if (!isPlain(path, start, i)) {
          return false;
        }
        start = i + 1;
      } else if (c == ';' || c == '\\' || Character.isISOControl(c)) {
        return false;
      }
    }
    return true;
  }

  /** Only the last element may be empty. */
  private static boolean isPlain(String path, int start, int end) {
    int length = end - start;
    return switch (length) {
      case 0 -> end == path.length();
      case 1 -> path.charAt(start) != '.';
      case 2 -> !path.startsWith("..", start);
      case 7 -> !path.regionMatches(true, start, "WEB-INF", 0, length);
      case 8 -> !path.regionMatches(true, start, "META-INF", 0, length);
      default -> true;
    };
  }
}
