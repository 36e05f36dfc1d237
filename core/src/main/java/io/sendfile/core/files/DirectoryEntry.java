package io.sendfile.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Set;

/**
 * An entry of an open directory: each operation is relative to the directory's handle (fstatat,
 * openat, unlinkat).
 *
 * @param directory the handle
 * @param name a single name
 */
record DirectoryEntry(SecureDirectoryStream<Path> directory, Path name) implements FileEntry {
  private static final Set<OpenOption> READ =
      Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

  @Override
  public PosixFileAttributes attributes() throws IOException {
    return directory
        .getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .readAttributes();
  }

  @Override
  public SeekableByteChannel openChannel() throws IOException {
    FileChannel opened = NonBlockingOpen.open(directory, name);
    return opened == null ? directory.newByteChannel(name, READ) : opened;
  }

  @Override
  public void delete() throws IOException {
    directory.deleteFile(name);
  }

  /**
   * Opens it as a directory, by the directory's own entry {@code .} below the name, so that nothing
   * but a directory is ever opened; a link that has taken its place is detected by the identity of
   * the opened one.
   *
   * @param expected attributes read through this entry
   */
  // The caller closes it.
  @SuppressWarnings("StreamResourceLeak")
  SecureDirectoryStream<Path> openDirectory(BasicFileAttributes expected, FileLabel where)
      throws IOException, Refusal {
    SecureDirectoryStream<Path> opened =
        directory.newDirectoryStream(name.resolve("."), LinkOption.NOFOLLOW_LINKS);
    Object key =
        opened.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey();
    if (!FileEntry.sameKey(key, expected.fileKey())) {
      opened.close();
      throw Refusal.changed(where);
    }
    return opened;
  }

  /** The same entry with its own handle. */
  DirectoryEntry kept() throws IOException {
    return new DirectoryEntry(folder(), name);
  }

  /** By a handle of its own: that of the directory can be listed once only. */
  @Override
  public SecureDirectoryStream<Path> folder() throws IOException {
    Path here = name.getFileSystem().getPath(".");
    return directory.newDirectoryStream(here, LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public FileEntry sibling(Path other) {
    return new DirectoryEntry(directory, other.getFileName());
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
