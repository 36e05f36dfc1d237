package io.sendfile.core.files;

import io.sendfile.spi.Escapes;
import java.util.ArrayList;
import java.util.List;

/**
 * Globs of names that are never sent: {@code *} is any run of characters, {@code ?} any one. A path
 * is hidden when any of its elements matches any glob. Letter case counts, save for {@code WEB-INF}
 * and {@code META-INF}.
 *
 * @param patterns globs in the order of the configuration; an empty list hides nothing
 */
public record HiddenFiles(List<String> patterns) {
  /** Dotfiles, {@code WEB-INF} and {@code META-INF}. */
  public static final HiddenFiles DEFAULT = new HiddenFiles(List.of(".*", "WEB-INF", "META-INF"));

  /**
   * @throws IllegalArgumentException when a pattern is not a glob of a single name
   */
  public HiddenFiles {
    patterns = List.copyOf(patterns);
    patterns.forEach(HiddenFiles::check);
  }

  /**
   * Parses a comma-separated list of globs; blanks around them are ignored, an empty list hides
   * nothing.
   *
   * @throws IllegalArgumentException naming the wrong pattern and the allowed form
   */
  public static HiddenFiles parse(String list) {
    List<String> patterns = new ArrayList<>();
    if (!list.isBlank()) {
      for (String pattern : list.split(",", -1)) {
        patterns.add(pattern.strip());
      }
    }
    return new HiddenFiles(patterns);
  }

  private static void check(String pattern) {
    if (pattern.isEmpty()) {
      throw new IllegalArgumentException(
          "hidden: an empty pattern between two commas; write a list such as .*,WEB-INF,META-INF");
    }
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if ("/\\,[]{}".indexOf(c) >= 0 || Character.isISOControl(c)) {
        throw new IllegalArgumentException(
            String.format(
                "hidden: pattern '%s' has '%s'; a pattern is compared with single file"
                    + " or folder names and knows only * and ?, as in .*,WEB-INF,*.bak",
                Escapes.forLog(pattern), Escapes.forLog(String.valueOf(c))));
      }
    }
  }

  /** Whether one element of a path is hidden. */
  public boolean matches(String element) {
    for (String pattern : patterns) {
      boolean anyCase = pattern.equalsIgnoreCase("WEB-INF") || pattern.equalsIgnoreCase("META-INF");
      if (anyCase ? pattern.equalsIgnoreCase(element) : fits(pattern, element)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a name fits a glob, without an allocation. On a mismatch only the last {@code *} is
   * widened: what lies before it fits as far to the left as it can, which leaves most for the rest.
   * So it takes no longer than the product of both lengths.
   */
  private static boolean fits(String glob, String name) {
    int g = 0;
    int n = 0;
    int star = -1;
    int resume = 0;
    while (n < name.length()) {
      char wanted = g < glob.length() ? glob.charAt(g) : 0;
      if (wanted == '*') {
        star = g++;
        resume = n;
      } else if (g < glob.length() && (wanted == '?' || wanted == name.charAt(n))) {
        g++;
        n++;
      } else if (star >= 0) {
        g = star + 1;
        n = ++resume;
      } else {
        return false;
      }
    }
    while (g < glob.length() && glob.charAt(g) == '*') {
      g++;
    }
    return g == glob.length();
  }

  /** The list in the form that {@link #parse} reads. */
  @Override
  public String toString() {
    return String.join(",", patterns);
  }
}
