package io.sendfile.core.files;

/**
 * A pattern that a user gives, in which {@code *} stands for any characters. A text is compared in
 * a time that grows with the sum of both lengths, whatever they contain.
 *
 * @param anyCase whether the case of letters does not count
 */
public record Wildcards(String pattern, boolean anyCase) {
  public Wildcards {
    pattern = anyCase ? folded(pattern) : pattern;
  }

  /** As {@link String#equalsIgnoreCase} compares. */
  private static String folded(String text) {
    char[] folded = text.toCharArray();
    for (int i = 0; i < folded.length; i++) {
      folded[i] = Character.toLowerCase(Character.toUpperCase(folded[i]));
    }
    return new String(folded);
  }

  /**
   * Whether the whole text fits. Each part between two {@code *} is taken where it first occurs,
   * which leaves most for the rest.
   */
  public boolean matches(String any) {
    String text = anyCase ? folded(any) : any;
    int star = pattern.indexOf('*');
    if (star < 0) {
      return pattern.equals(text);
    }
    String last = pattern.substring(pattern.lastIndexOf('*') + 1);
    int end = text.length() - last.length();
    if (star > end || !text.startsWith(pattern.substring(0, star)) || !text.endsWith(last)) {
      return false;
    }
    int at = star;
    int from = star + 1;
    for (int next; at >= 0 && (next = pattern.indexOf('*', from)) >= 0; from = next + 1) {
      at = behind(pattern.substring(from, next), text, at, end);
    }
    return at >= 0;
  }

  /**
   * The place behind the first occurrence of a part within a text, or -1; by Knuth, Morris and
   * Pratt, who never go back in the text.
   */
  private static int behind(String part, String text, int from, int end) {
    if (part.length() > end - from) {
      return -1;
    }
    int[] borders = borders(part);
    int fits = 0;
    int at = from;
    while (fits < part.length() && at < end) {
      fits = longer(fits, part, borders, text.charAt(at++));
    }
    return fits == part.length() ? at : -1;
  }

  /** For each beginning of a part, the length of the longest shorter one that is also its end. */
  private static int[] borders(String part) {
    int[] borders = new int[part.length()];
    for (int i = 1; i < part.length(); i++) {
      borders[i] = longer(borders[i - 1], part, borders, part.charAt(i));
    }
    return borders;
  }

  private static int longer(int length, String part, int[] borders, char next) {
    int fits = length;
    while (fits > 0 && part.charAt(fits) != next) {
      fits = borders[fits - 1];
    }
    return part.charAt(fits) == next ? fits + 1 : 0;
  }
}
