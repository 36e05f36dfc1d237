package io.sendfile.core.files;

import java.util.Locale;

/**
 * Policies for symbolic links below a root. Links in the path of the root itself are always
 * followed.
 */
public enum SymlinkPolicy {
  /** Links whose target lies in the same root. */
  INSIDE_ROOT,
  /** None. */
  NONE,
  /** Links whose target has the same owner as the link, wherever it lies. */
  SAME_OWNER,
  /** All, wherever they lead. */
  FOLLOW;

  /** The name in configuration, e.g. {@code inside-root}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
