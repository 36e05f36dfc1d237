package io.sendfile.glassfish.archive;

import io.sendfile.glassfish.files.FileFacts;
import io.sendfile.glassfish.files.OpenFile;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.files.Target;
import io.sendfile.glassfish.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * A member of an archive, as found when the response was planned. Immutable.
 *
 * @param entry its description for the archive
 * @param file the file with its data; null for a folder
 */
public record Member(ZipEntry entry, @Nullable Found file) {
  /**
   * A file that was found, opened and closed again.
   *
   * @param target finds the file again when its turn comes
   * @param facts identify it as the same file then
   * @param root the root it lies in
   * @param path its path below the root
   */
  public record Found(Target target, FileFacts facts, Root root, String path) {}

  /** An open file under a name; the caller closes it. */
  public static Member of(String name, Target target, OpenFile file, @Nullable Integer crc) {
    return new Member(
        new ZipEntry(name, file.size(), file.modified().toInstant().getEpochSecond(), crc),
        new Found(target, file.facts(), file.root(), file.relativePath()));
  }

  /** An empty folder. */
  public static Member folder(String name) {
    return new Member(ZipEntry.folder(name), null);
  }
}
