package io.sendfile.core.files;

/**
 * A pattern that a user gives, in which {@code *} stands for any characters. A text is compared in
 * a time below the product of both lengths, however many {@code *} there are.
 *
 * @param anyCase whether the case of letters does not count
 */
public record Wildcards(String pattern, boolean anyCase) {
  /** Whether the whole text fits. */
  public boolean matches(String text) {
    return match(pattern, text, anyCase, false);
  }

  /**
   * Whether a text fits a pattern. On a mismatch only the last {@code *} is widened: what lies
   * before it fits as far to the left as it can, which leaves most for the rest.
   *
   * @param anyOne whether {@code ?} stands for any one character
   */
  static boolean match(String pattern, String text, boolean anyCase, boolean anyOne) {
    int p = 0;
    int t = 0;
    int star = -1;
    int resume = 0;
    while (t < text.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        resume = t;
      } else if (p < pattern.length()
          && ((anyOne && pattern.charAt(p) == '?')
              || same(pattern.charAt(p), text.charAt(t), anyCase))) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++resume;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /** As {@link String#equalsIgnoreCase} compares. */
  private static boolean same(char one, char other, boolean anyCase) {
    if (one == other || !anyCase) {
      return one == other;
    }
    char upper = Character.toUpperCase(one);
    char otherUpper = Character.toUpperCase(other);
    return upper == otherUpper || Character.toLowerCase(upper) == Character.toLowerCase(otherUpper);
  }
}
