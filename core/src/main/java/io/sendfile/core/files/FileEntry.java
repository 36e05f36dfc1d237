package io.sendfile.core.files;

import io.sendfile.core.files.Refusal.FileLabel;
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

  SeekableByteChannel openChannel() throws IOException;

  void delete() throws IOException;

  /** The entries of its folder, by their names; the caller closes the stream. */
  DirectoryStream<Path> folder() throws IOException;

  /** Another entry of its folder, never a link's target. */
  FileEntry sibling(Path name);

  @Override
  void close() throws IOException;

  /**
   * Opens the entry so that the returned facts belong to the handle: its attributes are read before
   * and after, and must be of the same regular file of the handle's size. Java has no fstat; a swap
   * there and back between both reads could only bring in another entry of the same directory.
   *
   * @param before attributes read through this entry
   * @param beforeOpen called just before the opening
   */
  static Opened open(
      FileEntry entry, BasicFileAttributes before, Runnable beforeOpen, FileLabel where)
      throws IOException, Refusal {
    if (!before.isRegularFile()) {
      // A pipe or device must not even be opened: that can block or have effects.
      throw new Refusal(
          RefusalReason.NOT_REGULAR,
          where
              + " is a "
              + (before.isDirectory() ? "directory" : "device, pipe or socket")
              + ", not a file");
    }
    beforeOpen.run();
    FileChannel channel = fileChannel(channel(entry, before, where));
    boolean settled = false;
    try {
      BasicFileAttributes after = entry.attributes();
      if (sameKey(before.fileKey(), after.fileKey())
          && after.isRegularFile()
          && channel.size() == after.size()) {
        FileFacts facts = FileFacts.of(entry, after);
        settled = true;
        return new Opened(channel, facts, after);
      }
      throw Refusal.changed(where);
    } finally {
      if (!settled) {
        channel.close();
      }
    }
  }

  /** An entry that became a link meanwhile fails with a system message: examine the entry again. */
  private static SeekableByteChannel channel(
      FileEntry entry, BasicFileAttributes before, FileLabel where) throws IOException, Refusal {
    try {
      return entry.openChannel();
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
   * A handle with its facts.
   *
   * @param seen the attributes they come from
   */
  record Opened(FileChannel channel, FileFacts facts, BasicFileAttributes seen) {}
}
