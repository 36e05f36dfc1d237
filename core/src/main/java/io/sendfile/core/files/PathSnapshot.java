package io.sendfile.core.files;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;

/**
 * The path from a root's folder to an opened file, without links, with the state of each entry when
 * the file was opened.
 *
 * @param directory the root
 * @param handle the root's folder
 * @param alone whether no other root can decide about the file
 * @param mounts the mounted file systems; those on the path are local
 * @param folders between the root's folder and the file
 * @param file the file itself
 */
record PathSnapshot(
    RootDirectory directory,
    RootDirectory.OpenDirectory handle,
    boolean alone,
    Mounts mounts,
    List<PathEntry> folders,
    PathEntry file) {
  /**
   * An entry on the path.
   *
   * @param path below the root's configured path, whose own links the system follows each time
   * @param seen its stamp when the file was opened
   */
  record PathEntry(Path path, FileStamp seen) {
    BasicFileAttributes now() throws IOException {
      return FileStamp.read(path);
    }
  }

  /**
   * Whether a new walk would find the same file, unchanged. One system call for each name, one for
   * the root if others may decide, and one for its marker file if it has one.
   */
  boolean isUnchanged(Mounts mountsNow) throws IOException {
    // Most often the same object, which records compare slowly until they are compiled.
    if (!Objects.equals(mounts, mountsNow)
        || !directory.keeps(handle)
        || !directory.hasMarker()
        || !(alone || directory.isAt(handle))) {
      return false;
    }
    for (int i = 0; i < folders.size(); i++) {
      PathEntry folder = folders.get(i);
      if (!folder.seen.isSameFolder(folder.now())) {
        return false;
      }
    }
    return file.seen.isUnchanged(file.now());
  }
}
