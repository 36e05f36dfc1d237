package io.sendfile.operations.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Folders and files that only the server's user can read. */
public final class PrivateFiles {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private PrivateFiles() {}

  /** Creates a folder and its parents, unless it exists; mode 0700 in any case. */
  public static void folder(Path folder) throws IOException {
    Files.createDirectories(folder, attributes("rwx------"));
    if (POSIX && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
  }

  /** Opens an empty file for reading and writing; mode 0600. An existing one is replaced. */
  public static FileChannel create(Path file) throws IOException {
    Files.deleteIfExists(file);
    return open(file, StandardOpenOption.CREATE_NEW);
  }

  /** Opens a file for reading and writing, and creates it if missing; mode 0600 in any case. */
  public static FileChannel openOrCreate(Path file) throws IOException {
    FileChannel opened = open(file, StandardOpenOption.CREATE);
    try {
      Set<PosixFilePermission> mode = PosixFilePermissions.fromString("rw-------");
      if (POSIX && !Files.getPosixFilePermissions(file).equals(mode)) {
        Files.setPosixFilePermissions(file, mode);
      }
      return opened;
    } catch (IOException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Locks a file until its channel is closed, which happens at once if that fails.
   *
   * @return the channel
   * @throws IOException if another server has it locked
   */
  public static FileChannel locked(FileChannel channel, Path path) throws IOException {
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // Another server in this process has the file, which is the same as a lock of another
      // process.
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new IOException(path + " is locked: another server writes to this folder");
  }

  /**
   * The file that has that name now, by device and inode; null if there is none, or where the
   * system tells none. Whoever keeps a file open compares it: a file that was moved or deleted
   * takes lines that nobody finds.
   */
  public static @Nullable Object identity(Path file) {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .fileKey();
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Writes all bytes, from this position at the end of a file on; returns the position after them.
   * If that fails, the file ends there: a later process would read a part of them.
   */
  public static long append(FileChannel to, byte[] bytes, long end) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    try {
      while (rest.hasRemaining()) {
        to.write(rest, end + rest.position());
      }
      return end + bytes.length;
    } catch (IOException e) {
      cutTo(to, end, e);
      throw e;
    }
  }

  private static void cutTo(FileChannel file, long length, IOException failure) {
    try {
      file.truncate(length);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private static FileChannel open(Path file, OpenOption how) throws IOException {
    Set<OpenOption> options =
        Set.of(how, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    return FileChannel.open(file, options, attributes("rw-------"));
  }

  private static FileAttribute<?>[] attributes(String mode) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))
        }
        : new FileAttribute<?>[0];
  }
}
