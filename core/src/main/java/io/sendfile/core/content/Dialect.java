package io.sendfile.core.content;

import java.util.Set;

/**
 * The hand-off headers that are obeyed.
 *
 * @param unescape whether values are percent-decoded, once
 * @param understood the headers that are obeyed; the others are only removed
 * @param archiveListBytes length of a list of files at most; 0 = no archives
 */
public record Dialect(boolean unescape, Set<HandOffHeader> understood, long archiveListBytes) {
  private static final long ARCHIVE_LIST_BYTES = 4 << 20;

  /** Headers without a setting, percent-decoded. */
  public static final Dialect DEFAULT =
      new Dialect(true, HandOffHeader.understood(setting -> false));

  /** A dialect whose lists of files have the default length. */
  public Dialect(boolean unescape, Set<HandOffHeader> understood) {
    this(unescape, understood, ARCHIVE_LIST_BYTES);
  }

  public Dialect {
    understood = Set.copyOf(understood);
  }
}
