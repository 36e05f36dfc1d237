package io.sendfile.core.content;

import io.sendfile.core.files.LookupPolicy;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.files.Target;
import io.sendfile.spi.Escapes;
import java.io.File;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that the application passes as an object, never as text of a client or of a header: it
 * could as well open the file and copy it, so the file need not lie in a root. Its name may be gone
 * by the time of the response, if the application has had it opened by {@link #OPENER}.
 *
 * @param file of {@link #FILE}; must be a path of the default file system
 * @param position of {@link #POSITION}; must be a Long, the first byte; null with {@code count}
 * @param count of {@link #COUNT}; must be a Long, the number of bytes; null for the whole file
 * @param opened the file that was opened by {@link #OPENER}; null if it is opened by its name now
 */
public record PassedFile(
    Object file, @Nullable Object position, @Nullable Object count, @Nullable OpenResult opened)
    implements HandOffAttributes {
  /** TRUE on requests whose application may put a path in its place. */
  public static final String FILE = "io.sendfile.file";

  /** The first byte; without it the whole file is passed, and ranges of it are answered. */
  public static final String POSITION = "io.sendfile.position";

  /** The number of bytes. */
  public static final String COUNT = "io.sendfile.count";

  /**
   * A {@code ToLongFunction<Object>} beside {@link #FILE}: opens what is then put there, a file or
   * those of an archive, which may be deleted or replaced from then on, and tells its size in
   * bytes, that of all files of an archive; -1 if it cannot be sent, so that the client will get
   * 404 or 503. What was opened last stays open to the end of the request.
   */
  public static final String OPENER = "io.sendfile.opener";

  /** A file that is opened when the response begins. */
  public PassedFile(Object file, @Nullable Object position, @Nullable Object count) {
    this(file, position, count, null);
  }

  /** The same, opened before. */
  public PassedFile as(OpenResult result) {
    return new PassedFile(file, position, count, result);
  }

  @Override
  public SendfileDirective directive(@Nullable String downloadId, long bytesPerSecond) {
    try {
      return new HandOffOfFile(
          target(file), false, downloadId, bytesPerSecond, slice(), opened, false, false);
    } catch (MalformedTextException e) {
      return new Malformed(RefusalReason.MALFORMED_VALUE, "request attribute " + e.getMessage());
    }
  }

  /** The target of a value that must be a path. */
  static Target target(@Nullable Object file) throws MalformedTextException {
    if (file instanceof Path path && path.getFileSystem() == FileSystems.getDefault()) {
      String text = path.toAbsolutePath().toString().replace(File.separatorChar, '/');
      return new Target.Owned(text, List.of(), LookupPolicy.PASSED);
    }
    throw new MalformedTextException(
        String.format(
            "%s must be a java.nio.file.Path of the default file system; found %s",
            FILE, FileAttributes.describe(file)));
  }

  private @Nullable FileSlice slice() throws MalformedTextException {
    if (position == null && count == null) {
      return null;
    }
    if (position instanceof Long first
        && count instanceof Long bytes
        && first >= 0
        && bytes >= 0
        && bytes <= Long.MAX_VALUE - first) {
      return new FileSlice(first, bytes);
    }
    throw new MalformedTextException(
        String.format(
            "%s and .count must be Longs from 0; found %s and %s",
            POSITION, FileAttributes.describe(position), FileAttributes.describe(count)));
  }

  @Override
  public String words() {
    return FILE + ": '" + Escapes.forLog(file.toString()) + "'";
  }

  @Override
  public Target roughTarget() {
    return new Target.Owned(file.toString(), List.of(), LookupPolicy.PASSED);
  }
}
