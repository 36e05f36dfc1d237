package io.sendfile.core.content;

import io.sendfile.core.files.Target;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A hand-off by attributes of the request, in place of a header. Values are as they were found:
 * {@link #directive} checks them.
 */
public sealed interface HandOffAttributes
    permits FileAttributes, PassedArchive, PassedFile, ResolvedFile {
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

  /**
   * The hand-off by a file, or by files, that the application has passed; null for none.
   *
   * @param attribute the value of a request's attribute; null if it has none
   */
  static @Nullable HandOffAttributes passed(Function<String, @Nullable Object> attribute) {
    Object file = attribute.apply(PassedFile.FILE);
    if (file instanceof Map<?, ?> files) {
      return new PassedArchive(files);
    }
    return file == null || file instanceof Boolean
        ? null
        : new PassedFile(
            file, attribute.apply(PassedFile.POSITION), attribute.apply(PassedFile.COUNT));
  }
}
