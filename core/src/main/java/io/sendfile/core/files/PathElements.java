package io.sendfile.core.files;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** Splits paths into elements: the only form in which paths are compared. */
final class PathElements {
  private static final boolean WINDOWS = File.separatorChar == '\\';

  private PathElements() {}

  /**
   * The elements of a path with {@code /} separators; empty ones and {@code .} are left out.
   *
   * @throws Refusal for {@code ..}, which is never resolved, for control characters, and for a
   *     slash after the last element, which only a directory may have
   */
  static List<String> split(String path) throws Refusal {
    return split(path, WINDOWS);
  }

  static List<String> split(String path, boolean windows) throws Refusal {
    List<String> elements = new ArrayList<>(4);
    int start = 0;
    while (start <= path.length()) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      String element = path.substring(start, end);
      check(element, path, windows && !isDrive(element, start));
      if (!element.isEmpty() && !element.equals(".")) {
        elements.add(element);
      }
      start = end + 1;
    }
    if (!elements.isEmpty() && (path.endsWith("/") || path.endsWith("/."))) {
      throw new Refusal(
          RefusalReason.NOT_REGULAR,
          "path '"
              + Escapes.forLog(path)
              + "' ends with a slash, as only that of a directory may: leave it out");
    }
    return elements;
  }

  private static boolean isDrive(String element, int start) {
    return start == 0 && element.length() == 2 && element.charAt(1) == ':';
  }

  private static void check(String element, String path, boolean windows) throws Refusal {
    if (element.equals("..")) {
      throw new Refusal(
          RefusalReason.OUTSIDE_ROOTS,
          "path '"
              + Escapes.forLog(path)
              + "' has a .. element; these are refused, not resolved: name the file directly");
    }
    for (int i = 0; i < element.length(); i++) {
      char c = element.charAt(i);
      if (Character.isISOControl(c)) {
        throw malformed(path, "has a control character");
      }
      if (windows && (c == '\\' || c == ':')) {
        throw malformed(path, "has a backslash or colon in a name; use / between names");
      }
    }
    if (windows && (element.endsWith(" ") || (element.endsWith(".") && !element.equals(".")))) {
      throw malformed(path, "has a name that ends with a blank or dot, which Windows would drop");
    }
  }

  private static Refusal malformed(String path, String what) {
    return new Refusal(
        RefusalReason.MALFORMED_VALUE, "path '" + Escapes.forLog(path) + "' " + what);
  }
}
