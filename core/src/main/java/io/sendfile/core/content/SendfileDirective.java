package io.sendfile.core.content;

import io.sendfile.core.content.Segment.FileSlice;
import io.sendfile.core.content.SendfileDirective.HandOffOfArchive;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Target;
import org.jspecify.annotations.Nullable;

/** Meaning of a {@link HandOffRequest} under the settings in force. */
public sealed interface SendfileDirective {
  /** No hand-off: no header, or a status that cannot carry a file. */
  record NoHandOff() implements SendfileDirective {}

  /**
   * A file is to be sent in place of the body.
   *
   * @param target the file it names
   * @param temporary whether the file is to be deleted after a complete GET
   * @param downloadId of {@link HandOffRequest#downloadId}; for null the caller generates one
   * @param bytesPerSecond highest rate the application wants, 0 = none
   * @param slice the part of the file that is wanted, perhaps beyond its end; null for all of it
   * @param opened the file, where the application had it opened before; null to open it now
   * @param asItIs whether no precompressed sibling may stand for it
   */
  record HandOffOfFile(
      Target target,
      boolean temporary,
      @Nullable String downloadId,
      long bytesPerSecond,
      @Nullable FileSlice slice,
      @Nullable OpenResult opened,
      boolean asItIs)
      implements SendfileDirective {
    /** The whole file. */
    public HandOffOfFile(
        Target target, boolean temporary, @Nullable String downloadId, long bytesPerSecond) {
      this(target, temporary, downloadId, bytesPerSecond, null, null, temporary);
    }
  }

  /**
   * Several files are to be sent as one archive.
   *
   * @param list the members, not read yet
   * @param downloadId as of a file
   * @param bytesPerSecond as of a file
   */
  record HandOffOfArchive(ArchiveList list, @Nullable String downloadId, long bytesPerSecond)
      implements SendfileDirective {
    /** The same with an empty list. */
    public HandOffOfArchive withoutList() {
      return new HandOffOfArchive(ArchiveList.NONE, downloadId, bytesPerSecond);
    }
  }

  /**
   * A hand-off that cannot be understood, or of files that could not be opened before.
   *
   * @param reason {@link RefusalReason#MALFORMED_VALUE}, {@link RefusalReason#AMBIGUOUS}, {@link
   *     RefusalReason#ARCHIVES_OFF}, or why a file could not be opened
   * @param detail fault and remedy, escaped for a log line
   */
  record Malformed(RefusalReason reason, String detail) implements SendfileDirective {}
}
