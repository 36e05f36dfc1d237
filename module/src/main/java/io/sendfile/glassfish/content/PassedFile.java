package io.sendfile.glassfish.content;

import io.sendfile.glassfish.content.HeaderText.MalformedTextException;
import io.sendfile.glassfish.content.Segment.FileSlice;
import io.sendfile.glassfish.content.SendfileDirective.HandOff;
import io.sendfile.glassfish.content.SendfileDirective.Malformed;
import io.sendfile.glassfish.files.Escapes;
import io.sendfile.glassfish.files.LookupPolicy;
import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.files.Target;
import java.io.File;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that the application passes as an object, never as text of a client or of a header: it
 * could as well open the file and copy it, so the file need not lie in a root.
 *
 * @param file of {@link #FILE}; must be a path of the default file system
 * @param position of {@link #POSITION}; must be a Long, the first byte; null with {@code count}
 * @param count of {@link #COUNT}; must be a Long, the number of bytes; null for the whole file
 */
public record PassedFile(Object file, @Nullable Object position, @Nullable Object count)
    implements HandOffAttributes {
  /** TRUE on requests whose application may put a path in its place. */
  public static final String FILE = "io.sendfile.file";

  /** The first byte; without it the whole file is passed, and ranges of it are answered. */
  public static final String POSITION = "io.sendfile.position";

  /** The number of bytes. */
  public static final String COUNT = "io.sendfile.count";

  @Override
  public SendfileDirective directive(@Nullable String downloadId, long bytesPerSecond) {
    try {
      return new HandOff(target(file), false, downloadId, bytesPerSecond, slice());
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
        FILE
            + " must be a java.nio.file.Path of the default file system; found "
            + FileAttributes.describe(file));
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
        POSITION
            + " and .count must be Longs from 0; found "
            + FileAttributes.describe(position)
            + " and "
            + FileAttributes.describe(count));
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
