package io.sendfile.glassfish.content;

import java.util.Set;

/**
 * The hand-off headers and attributes that are obeyed.
 *
 * @param unescape whether values are percent-decoded, once
 * @param understood the headers that are obeyed; the others are only removed
 * @param tomcatAttributes whether the request attributes of {@link FileAttributes} hand off
 */
public record Dialect(boolean unescape, Set<HandOffHeader> understood, boolean tomcatAttributes) {
  /** Headers without a setting, percent-decoded; request attributes. */
  public static final Dialect DEFAULT =
      new Dialect(true, HandOffHeader.understood(setting -> false), true);

  public Dialect {
    understood = Set.copyOf(understood);
  }
}
