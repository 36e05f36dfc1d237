package io.sendfile.core.files;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Identity and state of a file at one moment, in all that the system knows of a change. The JDK's
 * public attributes lack the time of status change, which nobody can set back; so this reads fields
 * of its internal ones, where {@link NonBlockingOpen} may, too. Immutable.
 */
final class FileStamp {
  private static final @Nullable StatFields FIELDS = find();

  /** Device, inode, mode, user, group, size, and both times; empty if they cannot be read. */
  private final long[] numbers;

  private FileStamp(long... numbers) {
    this.numbers = numbers;
  }

  /** The stamp in these attributes. */
  static FileStamp of(BasicFileAttributes attributes) {
    StatFields of = FIELDS;
    return of == null || !of.attributes.isInstance(attributes)
        ? new FileStamp()
        : new FileStamp(
            number(of.device, attributes),
            number(of.inode, attributes),
            number(of.mode, attributes),
            number(of.user, attributes),
            number(of.group, attributes),
            number(of.size, attributes),
            number(of.modified, attributes),
            number(of.modifiedNanos, attributes),
            number(of.changed, attributes),
            number(of.changedNanos, attributes));
  }

  /**
   * Constant handles in a constant record, as in {@link NonBlockingOpen}.
   *
   * @param mode type and permissions
   */
  private record StatFields(
      Class<?> attributes,
      MethodHandle device,
      MethodHandle inode,
      MethodHandle mode,
      MethodHandle user,
      MethodHandle group,
      MethodHandle size,
      MethodHandle modified,
      MethodHandle modifiedNanos,
      MethodHandle changed,
      MethodHandle changedNanos) {}

  private static @Nullable StatFields find() {
    try {
      Class<?> attributes = JdkReflection.internal("sun.nio.fs.UnixFileAttributes");
      return new StatFields(
          attributes,
          number(attributes, "st_dev"),
          number(attributes, "st_ino"),
          number(attributes, "st_mode"),
          number(attributes, "st_uid"),
          number(attributes, "st_gid"),
          number(attributes, "st_size"),
          number(attributes, "st_mtime_sec"),
          number(attributes, "st_mtime_nsec"),
          number(attributes, "st_ctime_sec"),
          number(attributes, "st_ctime_nsec"));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  private static MethodHandle number(Class<?> attributes, String field)
      throws ReflectiveOperationException {
    return JdkReflection.getter(attributes, field)
        .asType(MethodType.methodType(long.class, Object.class));
  }

  /** Attributes of a name, never those behind a link. */
  static BasicFileAttributes read(Path path) throws IOException {
    return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether these attributes are of the same file, unchanged. */
  boolean isUnchanged(BasicFileAttributes now) {
    StatFields of = FIELDS;
    return of != null
        && isSame(of, now)
        && numbers[5] == number(of.size, now)
        && numbers[6] == number(of.modified, now)
        && numbers[7] == number(of.modifiedNanos, now)
        && numbers[8] == number(of.changed, now)
        && numbers[9] == number(of.changedNanos, now);
  }

  /** Whether these attributes are of the same folder, under the same permissions. */
  boolean isSameFolder(BasicFileAttributes now) {
    return FIELDS != null && isSame(FIELDS, now);
  }

  private boolean isSame(StatFields of, BasicFileAttributes now) {
    return numbers.length > 0
        && of.attributes.isInstance(now)
        && numbers[0] == number(of.device, now)
        && numbers[1] == number(of.inode, now)
        && numbers[2] == number(of.mode, now)
        && numbers[3] == number(of.user, now)
        && numbers[4] == number(of.group, now);
  }

  /** The last change in these attributes, by what nobody can set back. */
  static FileChange change(BasicFileAttributes attributes) {
    StatFields of = FIELDS;
    if (of == null || !of.attributes.isInstance(attributes)) {
      return new FileChange(0, null);
    }
    Instant changed =
        Instant.ofEpochSecond(number(of.changed, attributes), number(of.changedNanos, attributes));
    return new FileChange(number(of.inode, attributes), FileTime.from(changed));
  }

  private static long number(MethodHandle field, Object attributes) {
    try {
      return (long) field.invokeExact(attributes);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
