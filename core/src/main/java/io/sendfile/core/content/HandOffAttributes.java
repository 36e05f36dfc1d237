package io.sendfile.core.content;

import io.sendfile.core.files.Target;
import org.jspecify.annotations.Nullable;

/**
 * A hand-off by attributes of the request, in place of a header. Values are as they were found:
 * {@link #directive} checks them.
 */
public sealed interface HandOffAttributes permits FileAttributes, PassedArchive, PassedFile {
  /**
   * The resulting directive.
   *
   * @param downloadId of {@link HandOffRequest#downloadId}
   * @param bytesPerSecond highest rate the application wants, 0 = none
   */
  SendfileDirective directive(@Nullable String downloadId, long bytesPerSecond);

  /** Name and value of the attribute that names the file, escaped for a log line. */
  String words();

  /** The target, even if the other attributes are malformed. */
  Target roughTarget();
}
