package io.sendfile.core.files;

import java.util.Optional;

/**
 * Policies for symbolic links below a root. Links in the path of the root itself are always
 * followed.
 */
public enum SymlinkPolicy {
  /** Links whose target lies in the same root. */
  INSIDE_ROOT("inside-root"),
  /** None. */
  NONE("none"),
  /** Links whose target has the same owner as the link, wherever it lies. */
  SAME_OWNER("same-owner"),
  /** All, wherever they lead. */
  FOLLOW("follow");

  private final String label;

  SymlinkPolicy(String label) {
    this.label = label;
  }

  /** The name in configuration, e.g. {@code inside-root}. */
  public String label() {
    return label;
  }

  /** The policy of that label, or empty. */
  public static Optional<SymlinkPolicy> of(String label) {
    for (SymlinkPolicy policy : values()) {
      if (policy.label.equals(label)) {
        return Optional.of(policy);
      }
    }
    return Optional.empty();
  }
}
