package io.sendfile.core.content;

import java.util.Set;

/**
 * The hand-off headers that are obeyed.
 *
 * @param unescape whether values are percent-decoded, once
 * @param understood the headers that are obeyed; the others are only removed
 */
public record Dialect(boolean unescape, Set<HandOffHeader> understood) {
  /** Headers without a setting, percent-decoded. */
  public static final Dialect DEFAULT =
      new Dialect(true, HandOffHeader.understood(setting -> false));

  public Dialect {
    understood = Set.copyOf(understood);
  }
}
