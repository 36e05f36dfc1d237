package io.sendfile.glassfish.content;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file that was found allowed, opened once. All facts belong to the opened handle. Whoever
 * receives it closes it.
 */
public final class OpenFile implements AutoCloseable {
  private final FileChannel channel;
  private final FileFacts facts;
  private final Root root;
  private final String relativePath;

  OpenFile(FileChannel channel, FileFacts facts, Root root, String relativePath) {
    this.channel = channel;
    this.facts = facts;
    this.root = root;
    this.relativePath = relativePath;
  }

  /** The handle, for reading. Use positioned reads: its own position is nobody's. */
  public FileChannel channel() {
    return channel;
  }

  /** Size, time and key together. */
  public FileFacts facts() {
    return facts;
  }

  /** Bytes at the time of opening, at least 0. */
  public long size() {
    return facts.size();
  }

  /** Last modification at the time of opening, in the file system's full resolution. */
  public FileTime modified() {
    return facts.modified();
  }

  /** Identity of the file (device and inode), or null where there is none. */
  public @Nullable Object fileKey() {
    return facts.key();
  }

  /** The root it was found in. */
  public Root root() {
    return root;
  }

  /**
   * Its real path below the root with {@code /} separators; the path that was asked for when a
   * followed link led out of the root.
   */
  public String relativePath() {
    return relativePath;
  }

  /**
   * Deletes the file, if its name in the root still leads to it: a file that has taken its place
   * stays. Whoever may rename in its folder can win a race against the last look.
   *
   * @throws IOException if it may not be deleted
   */
  public void delete() throws IOException {
    Path path = root.path().resolve(relativePath);
    BasicFileAttributes now =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (now.isRegularFile() && Objects.equals(now.fileKey(), facts.key())) {
      Files.delete(path);
    }
  }

  /** Releases the handle; further calls do nothing. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // The handle was only read from and the system has released it: there is nothing to rescue.
      return;
    }
  }
}
