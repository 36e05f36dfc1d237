package io.sendfile.core.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mounted file systems, from the kernel's table (proc(5)), which can be read without touching
 * any of them. Immutable.
 *
 * @param mounts in the order of the table; empty where there is no table
 */
record Mounts(List<Mount> mounts) {
  private static final Path TABLE = Path.of("/proc/self/mounts");
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
   * The file systems that were mounted within the last second; the same object until they change.
   */
  static Mounts now() {
    return Recent.OF_SYSTEM.now();
  }

  private static Mounts read() {
    try {
      return parse(Files.readString(TABLE, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return new Mounts(List.of());
    }
  }

  /** Parses lines with device, folder and type. */
  static Mounts parse(String table) {
    List<Mount> mounts = new ArrayList<>();
    for (String line : table.split("\n", -1)) {
      String[] fields = line.split(" ", 4);
      if (fields.length > 3 && !KERNEL.contains(fields[2])) {
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

  /** Whether all are local. */
  boolean allLocal() {
    return mounts.stream().allMatch(Mount::local);
  }

  /** Whether a folder is on a local file system, and contains no other file system. */
  boolean isLocal(Path folder) {
    Mount holds = null;
    for (Mount mount : mounts) {
      if (folder.startsWith(mount.folder())
          && (holds == null || mount.folder().startsWith(holds.folder()))) {
        holds = mount;
      } else if (!mount.local() && mount.folder().startsWith(folder)) {
        return false;
      }
    }
    return holds == null || holds.local();
  }

  /** The mounted file systems, at most a second old. Thread-safe. */
  static final class Recent {
    static final Recent OF_SYSTEM = new Recent(Mounts::read, System::nanoTime);

    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<Mounts> reader;
    private final LongSupplier nanoTime;
    private volatile Reading last;

    private record Reading(Mounts mounts, long nanos) {}

    Recent(Supplier<Mounts> reader, LongSupplier nanoTime) {
      this.reader = reader;
      this.nanoTime = nanoTime;
      this.last = new Reading(reader.get(), nanoTime.getAsLong());
    }

    /** The same object until something changes. */
    Mounts now() {
      Reading read = last;
      long now = nanoTime.getAsLong();
      return now - read.nanos < KEPT_NANOS ? read.mounts : renew(read.mounts, now);
    }

    private Mounts renew(Mounts before, long now) {
      Mounts read = reader.get();
      Mounts mounts = read.equals(before) ? before : read;
      last = new Reading(mounts, now);
      return mounts;
    }
  }
}
