package io.sendfile.core.content;

import java.util.Optional;

/** Kinds of entity tags for files. A tag of the application is always sent as it is. */
public enum EtagMode {
  /** Strong tags, by which downloads can be resumed; equal for copies with the same time. */
  STRONG("strong"),
  /** Strong tags that distinguish files of the same size and time, also those of two hosts. */
  STRONG_INODE("strong-inode"),
  /** Weak tags, for files whose bytes may change without a change of time or size. */
  WEAK("weak"),
  /** None; Last-Modified remains. */
  NONE("none");

  private final String label;

  EtagMode(String label) {
    this.label = label;
  }

  /** The name in configuration, e.g. {@code strong}. */
  public String label() {
    return label;
  }

  /** The mode of that label, or empty. */
  public static Optional<EtagMode> of(String label) {
    for (EtagMode mode : values()) {
      if (mode.label.equals(label)) {
        return Optional.of(mode);
      }
    }
    return Optional.empty();
  }
}
