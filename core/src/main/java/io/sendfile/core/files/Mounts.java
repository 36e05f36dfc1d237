package io.sendfile.core.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The mounted file systems, from the kernel's table (proc(5)), which can be read without touching
 * any of them. Immutable.
 *
 * @param mounts in the order of the table; empty where there is no table
 */
record Mounts(List<Mount> mounts) {
  private static final Path TABLE = Path.of("/proc/self/mounts");

  /** More links on a way are a loop, as for the system. */
  private static final int MOST_LINKS = 40;

  private static final Pattern ESCAPE = Pattern.compile("\\\\([0-7]{3})");

  /** Types that answer for as long as the machine runs. Any other type may be a network share. */
  private static final Set<String> LOCAL =
      Set.of(
          ("bcachefs btrfs devtmpfs erofs exfat ext2 ext3 ext4 f2fs hugetlbfs iso9660 jfs ntfs3"
                  + " overlay ramfs reiserfs rootfs squashfs tmpfs udf ufs vfat xfs zfs")
              .split(" "));

  /** Types of the kernel, without files to send. */
  private static final Set<String> KERNEL =
      Set.of(
          ("binfmt_misc bpf cgroup cgroup2 configfs debugfs devpts efivarfs fusectl mqueue nsfs"
                  + " proc pstore securityfs selinuxfs sysfs tracefs")
              .split(" "));

  /** One mounted file system. */
  record Mount(Path folder, boolean local) {}

  Mounts {
    mounts = List.copyOf(mounts);
  }

  /**
   * The file systems that were mounted within the last tenth of a second; the same object until
   * they change.
   */
  static Mounts now() {
    return Recent.OF_SYSTEM.now();
  }

  /** Something else was found at a place than before: the next look is a fresh one. */
  static void mayHaveChanged() {
    Recent.OF_SYSTEM.forget();
  }

  private static String read() {
    try {
      return Files.readString(TABLE, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  /** Parses lines with device, absolute folder and type. */
  static Mounts parse(String table) {
    List<Mount> mounts = new ArrayList<>();
    for (String line : table.split("\n", -1)) {
      String[] fields = line.split(" ", 4);
      if (fields.length > 3 && fields[1].startsWith("/") && !KERNEL.contains(fields[2])) {
        add(unescaped(fields[1]), LOCAL.contains(fields[2]), mounts);
      }
    }
    return new Mounts(mounts);
  }

  /** A share whose name cannot be decoded in the server's locale counts as the folder it is in. */
  private static void add(String folder, boolean local, List<Mount> mounts) {
    try {
      mounts.add(new Mount(Path.of(folder), local));
    } catch (InvalidPathException e) {
      if (!local) {
        add(folder.substring(0, Math.max(1, folder.lastIndexOf('/'))), false, mounts);
      }
    }
  }

  private static String unescaped(String folder) {
    String bytes = ESCAPE.matcher(folder).replaceAll(Mounts::character);
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static String character(MatchResult escape) {
    return Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 8)));
  }

  /** Whether there is a share at all. */
  boolean haveShares() {
    return !mounts.stream().allMatch(Mount::local);
  }

  /**
   * The share that a path leads into, by its names alone: the deepest mounted on the way to it.
   *
   * @return where it is mounted; null if all file systems on the way are local
   */
  @Nullable Path share(Path path) {
    List<Mount> way = new ArrayList<>(4);
    for (Mount mount : mounts) {
      if (path.startsWith(mount.folder())) {
        // It hides what was mounted there, or below, before.
        way.removeIf(hidden -> hidden.folder().startsWith(mount.folder()));
        way.add(mount);
      }
    }
    Path deepest = null;
    for (Mount mount : way) {
      deepest = mount.local() ? deepest : mount.folder();
    }
    return deepest;
  }

  /** Whether a share is mounted below a folder. */
  boolean hasShareBelow(Path folder) {
    return mounts.stream().anyMatch(mount -> !mount.local() && mount.folder().startsWith(folder));
  }

  /**
   * The share that a path leads into, also by symbolic links on its way. Touches local file systems
   * alone.
   *
   * @param path absolute
   */
  @Nullable Path shareByLinks(Path path) {
    Path share = share(path);
    if (share != null || !haveShares()) {
      return share;
    }
    Path root = path.getRoot();
    Path at = root;
    Deque<Path> rest = new ArrayDeque<>();
    path.forEach(rest::addLast);
    for (int links = 0; !rest.isEmpty() && at != null; ) {
      Path name = rest.removeFirst();
      if (name.toString().equals("..")) {
        at = at.getNameCount() == 0 ? at : at.getParent();
        continue;
      }
      Path next = at.resolve(name);
      share = share(next);
      if (share != null) {
        return share;
      }
      Path target = target(next);
      if (target == null) {
        at = next;
      } else if (++links > MOST_LINKS) {
        return null;
      } else {
        at = target.isAbsolute() ? root : at;
        for (int i = target.getNameCount() - 1; i >= 0; i--) {
          rest.addFirst(target.getName(i));
        }
      }
    }
    return null;
  }

  private static @Nullable Path target(Path entry) {
    try {
      return Files.isSymbolicLink(entry) ? Files.readSymbolicLink(entry) : null;
    } catch (IOException e) {
      // Its opening tells the cause.
      return null;
    }
  }

  /**
   * The mounted file systems, at most a tenth of a second old: until then a share that is mounted
   * in a local root counts as local. Thread-safe.
   */
  static final class Recent {
    static final Recent OF_SYSTEM = new Recent(Mounts::read, System::nanoTime);

    private static final long KEPT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Supplier<String> table;
    private final LongSupplier nanoTime;
    private volatile MountsReading last;

    private record MountsReading(String table, Mounts mounts, long nanos) {}

    /**
     * @param table reads the table, in milliseconds even where there are thousands of lines
     */
    Recent(Supplier<String> table, LongSupplier nanoTime) {
      this.table = table;
      this.nanoTime = nanoTime;
      String read = table.get();
      this.last = new MountsReading(read, parse(read), nanoTime.getAsLong());
    }

    /** The same object until something changes. */
    Mounts now() {
      MountsReading read = last;
      long now = nanoTime.getAsLong();
      return now - read.nanos < KEPT_NANOS ? read.mounts : renew(read, now);
    }

    /** Reads them anew at the next look. */
    void forget() {
      MountsReading read = last;
      last = new MountsReading(read.table, read.mounts, read.nanos - KEPT_NANOS);
    }

    private Mounts renew(MountsReading before, long now) {
      String read = table.get();
      Mounts mounts = read.equals(before.table) ? before.mounts : parse(read);
      mounts = mounts.equals(before.mounts) ? before.mounts : mounts;
      last = new MountsReading(read, mounts, now);
      return mounts;
    }
  }
}
