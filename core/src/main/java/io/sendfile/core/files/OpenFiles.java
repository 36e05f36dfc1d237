package io.sendfile.core.files;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Small files that stay open for the next requests. Before each use the names on the path to a file
 * are checked: if the file was replaced, removed or changed, or its path now leads elsewhere, it is
 * opened again under all rules. So a use costs a system call or two instead of seven. Thread-safe.
 *
 * <p>There is no clock: {@link #sweep} brings the time, a few times a second.
 */
public final class OpenFiles implements AutoCloseable {
  /** Descriptors, and the space of deleted files, are not held longer without a use. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Opens a file by its target, under all rules. */
  @FunctionalInterface
  interface Walk {
    OpenFile open() throws Refusal;
  }

  private final int most;
  private final long maxBytes;
  private final Map<Target, KeptFile> files = new ConcurrentHashMap<>();
  private final AtomicInteger moves = new AtomicInteger();
  private volatile long nowNanos;
  private volatile boolean closed;

  /**
   * Keeps files open.
   *
   * @param most number of files; 0 for none
   * @param maxBytes size of the smallest file that is not kept
   */
  public OpenFiles(int most, long maxBytes) {
    this.most = most;
    this.maxBytes = maxBytes;
  }

  /** Number of files kept now. */
  public int size() {
    return files.size();
  }

  /** A root has moved, so that names may lead to other files, and other roots may decide. */
  void rootMoved() {
    moves.incrementAndGet();
  }

  /** Number of moves of the roots. */
  int moves() {
    return moves.get();
  }

  /** The kept file of a target; null if there is none. */
  @Nullable OpenFile find(Target target, Supplier<Mounts> mounts) {
    KeptFile kept = most == 0 ? null : files.get(target);
    if (kept == null) {
      return null;
    }
    OpenFile file = isCurrent(kept, mounts) ? kept.use(nowNanos) : null;
    if (file == null) {
      forget(target, kept);
    }
    return file;
  }

  private boolean isCurrent(KeptFile kept, Supplier<Mounts> mounts) {
    try {
      return kept.isUnchanged(mounts.get(), moves());
    } catch (IOException e) {
      // Removed, or not readable any more; a new walk tells the reason.
      return false;
    }
  }

  /**
   * Keeps a file that was just opened, if it may be kept and there is room.
   *
   * @param before number of moves before it was opened
   * @param walk opens it again
   * @return the file for its request
   */
  OpenFile keep(Target target, OpenFile file, int before, Walk walk) {
    PathSnapshot snapshot = file.snapshot();
    if (snapshot == null || file.size() >= maxBytes || files.size() >= most) {
      return file;
    }
    KeptFile kept = new KeptFile(file, snapshot, before, walk, nowNanos);
    OpenFile first = kept.first();
    if (files.putIfAbsent(target, kept) != null) {
      return file;
    }
    if (closed) {
      forget(target, kept);
    }
    return first;
  }

  private void forget(Target target, KeptFile kept) {
    if (files.remove(target, kept)) {
      kept.release();
    }
  }

  /**
   * Closes files that nobody has used for a while; when it is full, those unused since the last
   * sweep.
   */
  public void sweep(long now) {
    long since = files.size() < most ? now - IDLE_NANOS : nowNanos;
    nowNanos = now;
    files.forEach(
        (target, kept) -> {
          if (kept.usedNanos - since < 0) {
            forget(target, kept);
          }
        });
  }

  /**
   * Closes all files but those in use, which their requests close.
   *
   * @return whether there were any
   */
  boolean clear() {
    if (files.isEmpty()) {
      return false;
    }
    files.forEach(this::forget);
    return true;
  }

  @Override
  public void close() {
    closed = true;
    clear();
  }

  /**
   * An open file, used by several requests at the same time. It is closed when it is neither kept
   * nor used any more. Thread-safe.
   */
  static final class KeptFile {
    private final OpenFile file;
    private final PathSnapshot snapshot;
    private final int moves;
    private final Walk walk;

    /** Requests that use it, and one for being kept; 0 once it is closed. */
    private final AtomicInteger users = new AtomicInteger(1);

    private volatile long usedNanos;
    private volatile @Nullable Object attachment;

    /**
     * @param moves number of moves of roots before it was opened
     */
    KeptFile(OpenFile file, PathSnapshot snapshot, int moves, Walk walk, long nowNanos) {
      this.file = file;
      this.snapshot = snapshot;
      this.moves = moves;
      this.walk = walk;
      this.usedNanos = nowNanos;
    }

    /** The file for the request that has opened it. */
    OpenFile first() {
      users.incrementAndGet();
      return file.sharedFrom(this, false);
    }

    /** The file for one more request, which closes it; null if it is closed. */
    @Nullable OpenFile use(long nowNanos) {
      int known;
      do {
        known = users.get();
        if (known == 0) {
          return null;
        }
      } while (!users.compareAndSet(known, known + 1));
      if (usedNanos != nowNanos) {
        usedNanos = nowNanos;
      }
      return file.sharedFrom(this, true);
    }

    /** Ends one use, or the keeping. */
    void release() {
      if (users.decrementAndGet() == 0) {
        file.closeNow();
      }
    }

    /** The same file with another handle. */
    OpenFile afresh() throws IOException {
      OpenFile fresh;
      try {
        fresh = walk.open();
      } catch (Refusal e) {
        throw new IOException(e);
      }
      if (!fresh.facts().equals(file.facts())) {
        fresh.close();
        throw new IOException("the file has changed");
      }
      return fresh;
    }

    /** Whether a new walk would find the same file, unchanged. */
    boolean isUnchanged(Mounts mounts, int movesNow) throws IOException {
      // An interrupted reader has closed the channel for all.
      return file.channel().isOpen() && moves == movesNow && snapshot.isUnchanged(mounts);
    }

    @Nullable Object attachment() {
      return attachment;
    }

    void attach(Object value) {
      attachment = value;
    }
  }

  /**
   * The path from a root's folder to an opened file, without links, with the state of each entry
   * when the file was opened.
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
     * Whether a new walk would find the same file, unchanged. One system call for each name, one
     * for the root if others may decide, and one for its marker file if it has one.
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

  /**
   * Identity and state of a file at one moment, in all that the system knows of a change. The JDK's
   * public attributes lack the time of status change, which nobody can set back; so this reads
   * fields of its internal ones, where {@link NonBlockingOpen} may, too. Immutable.
   */
  static final class FileStamp {
    private static final @Nullable StatFields FIELDS = find();

    /** Device, inode, mode, user, group, size, and both times; empty if they cannot be read. */
    private final long[] numbers;

    private FileStamp(long... numbers) {
      this.numbers = numbers;
    }

    /** The stamp in these attributes. */
    static FileStamp of(BasicFileAttributes attributes) {
      StatFields of = FIELDS;
      return of == null || !of.attributes.isInstance(attributes)
          ? new FileStamp()
          : new FileStamp(
              number(of.device, attributes),
              number(of.inode, attributes),
              number(of.mode, attributes),
              number(of.user, attributes),
              number(of.group, attributes),
              number(of.size, attributes),
              number(of.modified, attributes),
              number(of.modifiedNanos, attributes),
              number(of.changed, attributes),
              number(of.changedNanos, attributes));
    }

    /**
     * Constant handles in a constant record, as in {@link NonBlockingOpen}.
     *
     * @param mode type and permissions
     */
    private record StatFields(
        Class<?> attributes,
        MethodHandle device,
        MethodHandle inode,
        MethodHandle mode,
        MethodHandle user,
        MethodHandle group,
        MethodHandle size,
        MethodHandle modified,
        MethodHandle modifiedNanos,
        MethodHandle changed,
        MethodHandle changedNanos) {}

    private static @Nullable StatFields find() {
      try {
        Class<?> attributes = JdkReflection.internal("sun.nio.fs.UnixFileAttributes");
        return new StatFields(
            attributes,
            number(attributes, "st_dev"),
            number(attributes, "st_ino"),
            number(attributes, "st_mode"),
            number(attributes, "st_uid"),
            number(attributes, "st_gid"),
            number(attributes, "st_size"),
            number(attributes, "st_mtime_sec"),
            number(attributes, "st_mtime_nsec"),
            number(attributes, "st_ctime_sec"),
            number(attributes, "st_ctime_nsec"));
      } catch (ReflectiveOperationException | RuntimeException e) {
        return null;
      }
    }

    private static MethodHandle number(Class<?> attributes, String field)
        throws ReflectiveOperationException {
      return JdkReflection.getter(attributes, field)
          .asType(MethodType.methodType(long.class, Object.class));
    }

    /** Attributes of a name, never those behind a link. */
    static BasicFileAttributes read(Path path) throws IOException {
      return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether these attributes are of the same file, unchanged. */
    boolean isUnchanged(BasicFileAttributes now) {
      StatFields of = FIELDS;
      return of != null
          && isSame(of, now)
          && numbers[5] == number(of.size, now)
          && numbers[6] == number(of.modified, now)
          && numbers[7] == number(of.modifiedNanos, now)
          && numbers[8] == number(of.changed, now)
          && numbers[9] == number(of.changedNanos, now);
    }

    /** Whether these attributes are of the same folder, under the same permissions. */
    boolean isSameFolder(BasicFileAttributes now) {
      return FIELDS != null && isSame(FIELDS, now);
    }

    private boolean isSame(StatFields of, BasicFileAttributes now) {
      return numbers.length > 0
          && of.attributes.isInstance(now)
          && numbers[0] == number(of.device, now)
          && numbers[1] == number(of.inode, now)
          && numbers[2] == number(of.mode, now)
          && numbers[3] == number(of.user, now)
          && numbers[4] == number(of.group, now);
    }

    /** The last change in these attributes, by what nobody can set back. */
    static FileChange change(BasicFileAttributes attributes) {
      StatFields of = FIELDS;
      if (of == null || !of.attributes.isInstance(attributes)) {
        return new FileChange(0, null);
      }
      Instant changed =
          Instant.ofEpochSecond(
              number(of.changed, attributes), number(of.changedNanos, attributes));
      return new FileChange(number(of.inode, attributes), FileTime.from(changed));
    }

    private static long number(MethodHandle field, Object attributes) {
      try {
        return (long) field.invokeExact(attributes);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
