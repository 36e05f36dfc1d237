package io.sendfile.core.content;

import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Target;
import org.jspecify.annotations.Nullable;

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
 * @param resolved whether a plug-in answers in the application's place
 */
public record HandOffOfFile(
    Target target,
    boolean temporary,
    @Nullable String downloadId,
    long bytesPerSecond,
    @Nullable FileSlice slice,
    @Nullable OpenResult opened,
    boolean asItIs,
    boolean resolved)
    implements SendfileDirective {
  /** The whole file. */
  public HandOffOfFile(
      Target target, boolean temporary, @Nullable String downloadId, long bytesPerSecond) {
    this(target, temporary, downloadId, bytesPerSecond, null, null, temporary, false);
  }
}
