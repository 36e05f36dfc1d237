package io.sendfile.core.content;

import java.util.Locale;

/** Kinds of entity tags for files. A tag of the application is always sent as it is. */
public enum EtagMode {
  /** Strong tags, by which downloads can be resumed; equal for copies with the same time. */
  STRONG,
  /** Strong tags that distinguish files of the same size and time, also those of two hosts. */
  STRONG_INODE,
  /** Weak tags, for files whose bytes may change without a change of time or size. */
  WEAK,
  /** None; Last-Modified remains. */
  NONE;

  /** The name in configuration, e.g. {@code strong}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
