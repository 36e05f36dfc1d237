package io.sendfile.s3.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder with a file for each slice. A slice is written as a part, and gets its name when it is
 * whole, so that an end of the process at any moment leaves nothing half. Of one process at a time.
 */
final class SliceFolder implements AutoCloseable {
  private static final String LOCK = "lock";
  private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
  private static final Pattern SLICE = Pattern.compile("([0-9a-f]{40})-([0-9]{1,18})");
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  final Path folder;
  private final FileChannel lock;
  private final String ownParts;
  private final AtomicLong parts = new AtomicLong();

  private SliceFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
    ownParts = "." + Long.toHexString(System.nanoTime()) + "-";
  }

  /**
   * Takes the folder, and creates it if it is missing.
   *
   * @throws IOException with the error and its remedy
   */
  static SliceFolder open(Path folder) throws IOException {
    FileChannel lock = null;
    try {
      if (Files.isDirectory(folder)) {
        checkOwner(folder);
        if (!Files.exists(folder.resolve(LOCK)) && !isEmpty(folder)) {
          throw new IOException("has other files in it: choose an empty folder, or a new one");
        }
        keepToItself(folder);
      } else {
        create(folder);
      }
      lock =
          FileChannel.open(
              folder.resolve(LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              LinkOption.NOFOLLOW_LINKS);
      if (!isLocked(lock)) {
        throw new IOException(
            "is in use by another server, or by downloads under earlier settings:"
                + " choose a folder of its own for each server");
      }
      SliceFolder taken = new SliceFolder(folder, lock);
      taken.beginUse();
      return taken;
    } catch (IOException e) {
      if (lock != null) {
        lock.close();
      }
      throw new IOException("the cache folder " + folder + " cannot be used: " + reason(e), e);
    }
  }

  /** An exception of the file system, in words. */
  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied: let this server's user own it";
    }
    return e instanceof FileSystemException file && file.getReason() == null
        ? e.getClass().getSimpleName() + " " + file.getFile()
        : String.valueOf(e.getMessage());
  }

  private static boolean hasPermissions(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static void create(Path folder) throws IOException {
    Path above = folder.toAbsolutePath().getParent();
    if (above != null) {
      Files.createDirectories(above);
    }
    if (hasPermissions(folder)) {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWN));
    } else {
      Files.createDirectory(folder);
    }
  }

  /**
   * Refuses the folder of another user, or a link of one to a folder: its files may be theirs.
   * Others than root cannot use foreign files, or keep them to themselves.
   */
  private static void checkOwner(Path folder) throws IOException {
    UserPrincipal owner = Files.getOwner(folder);
    Path lock = folder.resolve(LOCK);
    boolean root = "root".equals(System.getProperty("user.name"));
    if (!owner.equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS))
        || (root && !owner.getName().equals("root"))
        || (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)
            && !owner.equals(Files.getOwner(lock, LinkOption.NOFOLLOW_LINKS)))) {
      throw new IOException("belongs to another user: choose a folder of this server's user");
    }
  }

  private static void keepToItself(Path folder) throws IOException {
    Set<PosixFilePermission> now =
        hasPermissions(folder) ? Files.getPosixFilePermissions(folder) : OWN;
    if (now.equals(OWN)) {
      return;
    }
    boolean open =
        now.contains(PosixFilePermission.GROUP_WRITE)
            || now.contains(PosixFilePermission.OTHERS_WRITE);
    Files.setPosixFilePermissions(folder, OWN);
    if (open && !isEmpty(folder)) {
      throw new IOException("was open to other users: delete what is in it, or choose a new one");
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }

  private static boolean isLocked(FileChannel lock) throws IOException {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /**
   * The lock file names the boot of the machine while the folder is in use. If that of another boot
   * was left there, the disk may lack bytes that were written, and no slice can be trusted.
   */
  private void beginUse() throws IOException {
    ByteBuffer before = ByteBuffer.allocate(100);
    lock.read(before, 0);
    before.flip();
    byte[] boot = Files.isReadable(BOOT) ? Files.readAllBytes(BOOT) : new byte[] {'-', '\n'};
    if (before.hasRemaining() && !before.equals(ByteBuffer.wrap(boot))) {
      scan().keySet().forEach(name -> delete(path(name)));
    }
    lock.truncate(0);
    lock.write(ByteBuffer.wrap(boot), 0);
    lock.force(true);
  }

  /** The place of a whole slice, be it there or not. */
  Path path(Name name) {
    return folder
        .resolve(name.object().substring(0, 2))
        .resolve(name.object() + "-" + name.number());
  }

  /** A path for a part that nobody else has. */
  Path newPart(Name name) {
    Path path = path(name);
    return path.resolveSibling(
        path.getFileName() + ownParts + Long.toHexString(parts.incrementAndGet()) + ".part");
  }

  /** Opens a part for writing. */
  FileChannel createPart(Path part) throws IOException {
    try {
      return FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (NoSuchFileException e) {
      Files.createDirectories(part.toAbsolutePath().getParent());
      return FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }
  }

  /** Makes a part a slice. */
  void finish(Path part, Name name) throws IOException {
    Files.move(part, path(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** The length of a slice on disk; -1 if it is not there. */
  long length(Name name) {
    try {
      return Files.size(path(name));
    } catch (IOException e) {
      return -1;
    }
  }

  /** Removes a file that may be there, and may be open; none once another may have the folder. */
  synchronized void delete(Path file) {
    try {
      if (lock.isOpen()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // The next scan finds it again.
    }
  }

  /**
   * Looks at all files, and removes parts that earlier processes left. Takes its time.
   *
   * @return lengths of whole slices, the one first that was written first
   */
  Map<Name, Long> scan() throws IOException {
    Map<Name, BasicFileAttributes> found = new HashMap<>();
    for (int i = 0; i < 256 && lock.isOpen(); i++) {
      Path some = folder.resolve(String.format("%02x", i));
      if (Files.isDirectory(some)) {
        scan(some, found);
      }
    }
    Map<Name, Long> lengths = new LinkedHashMap<>();
    found.entrySet().stream()
        .sorted(Comparator.comparing(slice -> slice.getValue().lastModifiedTime()))
        .forEach(slice -> lengths.put(slice.getKey(), slice.getValue().size()));
    return lengths;
  }

  private void scan(Path some, Map<Name, BasicFileAttributes> found) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(some)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        Matcher slice = SLICE.matcher(name);
        if (slice.matches()) {
          Name whole = new Name(slice.group(1), Long.parseLong(slice.group(2)));
          try {
            var told = Files.readAttributes(file, BasicFileAttributes.class);
            if (told.isRegularFile() && told.size() > 0 && file.equals(path(whole))) {
              found.put(whole, told);
            }
          } catch (NoSuchFileException e) {
            // It was evicted since.
          }
        } else if (name.endsWith(".part") && !name.contains(ownParts)) {
          delete(file);
        }
      }
    } catch (DirectoryIteratorException | UncheckedIOException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The fault if nothing in it can be read, with a remedy. */
  String unreadable(IOException e) {
    return fails("read", e, "let this server's user own all that is in it");
  }

  /** The fault if nothing can be written to it, with a remedy. */
  String unwritable(IOException e) {
    return fails(
        "written to",
        e,
        "make room on that disk, or choose another cache-folder or fewer cache-bytes");
  }

  private String fails(String done, IOException e, String remedy) {
    return "the cache folder %s cannot be %s: %s: %s".formatted(folder, done, reason(e), remedy);
  }

  /** Lets the next one have it. */
  @Override
  public synchronized void close() {
    try (lock) {
      lock.truncate(0);
    } catch (IOException e) {
      // The lock ends in any case.
    }
  }
}
