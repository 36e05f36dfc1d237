package io.sendfile.core.content;

import org.jspecify.annotations.Nullable;

/**
 * Several files are to be sent as one archive.
 *
 * @param list the members, not read yet
 * @param downloadId as of a file
 * @param bytesPerSecond as of a file
 */
public record HandOffOfArchive(ArchiveList list, @Nullable String downloadId, long bytesPerSecond)
    implements SendfileDirective {
  /** The same with an empty list. */
  public HandOffOfArchive withoutList() {
    return new HandOffOfArchive(ArchiveList.NONE, downloadId, bytesPerSecond);
  }
}
