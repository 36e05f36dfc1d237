package io.sendfile.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A directory entry that can be examined, opened and deleted, never through a symbolic link. Its
 * owner closes it.
 */
interface FileEntry extends AutoCloseable {
  BasicFileAttributes attributes() throws IOException;

  Handle open() throws IOException;

  void delete() throws IOException;

  /** The entries of its folder, by their names; the caller closes the stream. */
  DirectoryStream<Path> folder() throws IOException;

  /** Another entry of its folder, never a link's target. */
  FileEntry sibling(Path name);

  @Override
  void close() throws IOException;

  /**
   * Opens the entry so that the returned facts belong to the handle, which must be of the file that
   * was examined. Where the attributes of a handle cannot be read, those of the entry are, before
   * and after, and must be of the same regular file of the handle's size: a swap there and back
   * between both reads could only bring in another entry of the same directory.
   *
   * @param path the real one of the entry
   * @param before attributes read through this entry
   * @param beforeOpen called just before the opening
   */
  static OpenedHandle open(
      FileEntry entry, Path path, BasicFileAttributes before, Runnable beforeOpen, FileLabel where)
      throws IOException, Refusal {
    if (!before.isRegularFile()) {
      // A pipe or device must not even be opened: that can block or have effects.
      throw new Refusal(
          RefusalReason.NOT_REGULAR,
          String.format(
              "%s is a %s, not a file",
              where, before.isDirectory() ? "directory" : "device, pipe or socket"));
    }
    beforeOpen.run();
    Handle handle = handle(entry, before, where);
    FileChannel channel = fileChannel(handle.channel());
    boolean settled = false;
    try {
      BasicFileAttributes own = handle.attributes();
      BasicFileAttributes after = own == null ? entry.attributes() : own;
      if (sameKey(before.fileKey(), after.fileKey())
          && after.isRegularFile()
          && (own != null || channel.size() == after.size())) {
        FileFacts facts = FileFacts.of(entry, after);
        settled = true;
        return new OpenedHandle(channel, facts, after, path);
      }
      throw Refusal.changed(where);
    } finally {
      if (!settled) {
        channel.close();
      }
    }
  }

  /** An entry that became a link meanwhile fails with a system message: examine the entry again. */
  private static Handle handle(FileEntry entry, BasicFileAttributes before, FileLabel where)
      throws IOException, Refusal {
    try {
      return entry.open();
    } catch (IOException e) {
      BasicFileAttributes now = entry.attributes();
      // The type as well: the next file may already have the inode of a deleted one.
      if (!now.isRegularFile() || !sameKey(before.fileKey(), now.fileKey())) {
        throw Refusal.changed(where);
      }
      throw e;
    }
  }

  private static FileChannel fileChannel(SeekableByteChannel channel) throws IOException {
    if (channel instanceof FileChannel file) {
      return file;
    }
    channel.close();
    throw new IOException("the file system has no file channels");
  }

  static boolean sameKey(@Nullable Object one, @Nullable Object other) {
    return one == null ? other == null : one.equals(other);
  }

  /**
   * A handle.
   *
   * @param attributes read through it; null where that cannot be done
   */
  record Handle(SeekableByteChannel channel, @Nullable BasicFileAttributes attributes) {}

  /**
   * A handle with its facts.
   *
   * @param seen the attributes they come from
   * @param path the real one
   */
  record OpenedHandle(FileChannel channel, FileFacts facts, BasicFileAttributes seen, Path path) {}
}
