package io.sendfile.glassfish.files;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Compares two readings of a file's attributes in all that the system knows of a change. The JDK's
 * public attributes lack the time of status change, which nobody can set back; so this reads fields
 * of its internal ones, where {@link NonBlockingOpen} may, too.
 */
final class FileStamp {
  private static final @Nullable Fields FIELDS = find();

  private FileStamp() {}

  /**
   * Constant handles in a constant record, as in {@link NonBlockingOpen}.
   *
   * @param mode type and permissions
   */
  private record Fields(
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

  private static @Nullable Fields find() {
    try {
      Class<?> attributes = NonBlockingOpen.jdkClass("UnixFileAttributes");
      return new Fields(
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
    return NonBlockingOpen.getter(attributes, field)
        .asType(MethodType.methodType(long.class, Object.class));
  }

  /** Whether readings can be compared here. */
  static boolean available() {
    return FIELDS != null;
  }

  /** Attributes of a name, never those behind a link. */
  static BasicFileAttributes read(Path path) throws IOException {
    return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether both readings are of the same file, unchanged. */
  static boolean isUnchanged(BasicFileAttributes one, BasicFileAttributes other) {
    Fields of = FIELDS;
    return of != null
        && isSame(of, one, other)
        && same(of.size, one, other)
        && same(of.modified, one, other)
        && same(of.modifiedNanos, one, other)
        && same(of.changed, one, other)
        && same(of.changedNanos, one, other);
  }

  /** Whether both readings are of the same folder, under the same permissions. */
  static boolean isSameFolder(BasicFileAttributes one, BasicFileAttributes other) {
    return FIELDS != null && isSame(FIELDS, one, other);
  }

  private static boolean isSame(Fields of, Object one, Object other) {
    return of.attributes.isInstance(one)
        && of.attributes.isInstance(other)
        && same(of.inode, one, other)
        && same(of.device, one, other)
        && same(of.mode, one, other)
        && same(of.user, one, other)
        && same(of.group, one, other);
  }

  private static boolean same(MethodHandle field, Object one, Object other) {
    try {
      return (long) field.invokeExact(one) == (long) field.invokeExact(other);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
