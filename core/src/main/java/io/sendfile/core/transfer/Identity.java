package io.sendfile.core.transfer;

/**
 * A client by the name that an application gives it, wherever it calls from. The same name of
 * another application is another client, so that no application spends the share of another's.
 *
 * @param application name of the web application
 * @param name as of {@link #isName}
 */
public record Identity(String application, String name) {
  private static final int LONGEST = 128;

  /** Whether it has 1 to 128 characters, none of them a control character. */
  public static boolean isName(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST
        && text.chars().noneMatch(Character::isISOControl);
  }
}
