package io.sendfile.glassfish.jaxrs;

import jakarta.ws.rs.core.StreamingOutput;
import java.io.File;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the file behind an entity. */
final class FileEntity {
  private FileEntity() {}

  /**
   * The regular file behind an entity: a File, a Path, or a stream that supplies its path, as those
   * of SendfileEntity do. Null for none; null, too, if it cannot be read, which Jersey reports as
   * it always does, and if its path has {@code ..} or control characters, which are refused.
   */
  static @Nullable Path fileOf(@Nullable Object entity) {
    Path path = pathOf(entity);
    return path != null
            && path.getFileSystem() == FileSystems.getDefault()
            && isPlain(path)
            && Files.isRegularFile(path)
            && Files.isReadable(path)
        ? path
        : null;
  }

  private static boolean isPlain(Path path) {
    return path.equals(path.normalize())
        && path.toString().chars().noneMatch(Character::isISOControl);
  }

  /** The path behind an entity, whatever lies there; null for none. */
  static @Nullable Path pathOf(@Nullable Object entity) {
    if (entity instanceof Path path) {
      return path;
    }
    if (entity instanceof File file) {
      try {
        return file.toPath();
      } catch (InvalidPathException e) {
        return null;
      }
    }
    boolean stream = entity instanceof StreamingOutput || entity instanceof InputStream;
    return stream && entity instanceof Supplier<?> supplier && supplier.get() instanceof Path path
        ? path
        : null;
  }
}
