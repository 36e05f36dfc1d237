package io.sendfile.glassfish.content;

import java.util.Set;

/**
 * The ways of asking for a file that are understood.
 *
 * @param unescape whether values are percent-decoded, once
 * @param understood the headers that are understood; the others are removed only
 * @param tomcatAttributes whether the request attributes of {@link FileAttributes} hand off
 */
public record Dialect(boolean unescape, Set<HandOffHeader> understood, boolean tomcatAttributes) {
  /** All headers that no setting switches on, percent-decoded; request attributes. */
  public static final Dialect DEFAULT =
      new Dialect(true, HandOffHeader.understood(setting -> false), true);

  public Dialect {
    understood = Set.copyOf(understood);
  }
}
