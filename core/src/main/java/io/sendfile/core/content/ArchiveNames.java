package io.sendfile.core.content;

import java.util.Optional;

/**
 * Treatment of names in an archive that some systems cannot make, or that they take for one: by
 * case, or by the Unicode form of a letter.
 */
public enum ArchiveNames {
  /** They get others, which every system can make and tell apart. */
  RENAME("rename"),
  /** The archive is refused. */
  REFUSE("refuse"),
  /** They stay. */
  ALLOW("allow");

  private final String label;

  ArchiveNames(String label) {
    this.label = label;
  }

  /** The name in configuration, e.g. {@code rename}. */
  public String label() {
    return label;
  }

  /** The choice of that label, or empty. */
  public static Optional<ArchiveNames> of(String label) {
    for (ArchiveNames choice : values()) {
      if (choice.label.equals(label)) {
        return Optional.of(choice);
      }
    }
    return Optional.empty();
  }
}
