package io.sendfile.glassfish.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file that grows at its end, of one server at a time. Added bytes survive any end of the
 * process; they are not forced to the disk, so a power failure may lose the last seconds. Not
 * thread-safe.
 */
final class AppendedFile implements AutoCloseable {
  private final Path file;
  private final FileChannel lock;
  private FileChannel channel;

  /** Position of the next bytes; those of an interrupted write are overwritten. */
  private long end;

  /**
   * Opens the file of that folder; both are created if missing.
   *
   * @throws IOException if it cannot be written, or another server has it open
   */
  AppendedFile(Path folder, String name) throws IOException {
    PrivateFiles.folder(folder);
    file = folder.resolve(name);
    Path locked = folder.resolve("lock");
    lock = PrivateFiles.locked(PrivateFiles.openOrCreate(locked), locked);
    try {
      channel = PrivateFiles.openOrCreate(file);
      end = Files.size(file);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** Its content. */
  InputStream read() throws IOException {
    return Files.newInputStream(file);
  }

  /** Number of its bytes. */
  long size() {
    return end;
  }

  /** Adds bytes, in one write. */
  void add(byte[] bytes) throws IOException {
    end = PrivateFiles.write(channel, bytes, end);
  }

  /** Replaces the content, on the disk, too. If that fails, the file stays as it was. */
  void replace(Iterable<byte[]> content) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    FileChannel fresh = PrivateFiles.create(next);
    try {
      long at = 0;
      for (byte[] bytes : content) {
        at = PrivateFiles.write(fresh, bytes, at);
      }
      fresh.force(true);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      channel.close();
      channel = fresh;
      end = at;
    } catch (IOException | RuntimeException e) {
      fresh.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      lock.close();
    }
  }
}
