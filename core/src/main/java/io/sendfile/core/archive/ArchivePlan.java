package io.sendfile.core.archive;

import io.sendfile.core.files.FileChange;
import io.sendfile.core.files.FileFacts;
import io.sendfile.core.files.FoundFile;
import io.sendfile.core.files.Root;
import io.sendfile.core.zip.ZipEntry;
import io.sendfile.core.zip.ZipLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.AbstractList;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Facts about the members of an archive: a few numbers for each, beside the application's own list,
 * so that many responses share one plan. Checksums are added as they become known; the rest is
 * immutable. Thread-safe.
 */
public final class ArchivePlan implements ZipLayout.Checksums {
  /**
   * Memory for each member: its place in the list, and the numbers of this class and its layout.
   */
  private static final int BYTES_PER_MEMBER = 56;

  private final List<ListedFile> listed;
  private final long[] sizes;
  private final long[] times;
  private final long[] states;
  private final ZipLayout layout;
  private final int[] crcs;
  private final BitSet known;
  private final ArchiveFacts found;

  /**
   * Facts about the whole archive.
   *
   * @param root of its first file
   * @param path of its first file, below that root
   * @param zeroCopy whether the roots of all files allow it
   * @param lastChange time of the last change of a member, in whole seconds: the tag then is weak
   *     as long as a member may change without a new time, whatever its file system; null if that
   *     of one is unknown. Files of stores have tags, and do not count
   * @param fingerprint sixteen hexadecimal digits of everything that determines its bytes; equal in
   *     every JVM for members with equal facts
   */
  record ArchiveFacts(
      Root root,
      String path,
      boolean zeroCopy,
      @Nullable FileTime lastChange,
      String fingerprint) {}

  private ArchivePlan(Builder built) {
    this.listed = built.listed;
    this.sizes = built.sizes;
    this.times = built.times;
    this.states = built.states;
    this.crcs = built.crcs;
    this.known = built.known;
    this.found = built.found();
    this.layout = new ZipLayout(new Entries());
  }

  /** Collects the members of a list, in their order. For one thread. */
  public static final class Builder {
    private final List<ListedFile> listed;
    private final boolean identity;
    private final KnownChecksums checksums;
    private final long[] sizes;
    private final long[] times;
    private final long[] states;
    private final int[] crcs;
    private final BitSet known = new BitSet();
    private final MessageDigest print = sha256();
    private final MessageDigest state = sha256();
    private @Nullable Root root;
    private String path = "";
    private boolean zeroCopy = true;
    private @Nullable Instant lastChange = Instant.EPOCH;
    private int next;

    /**
     * A plan without members.
     *
     * @param listed the members; at least one of them is a file
     * @param identity whether files of the same size and time are distinguished
     * @param checksums those known already
     */
    public Builder(List<ListedFile> listed, boolean identity, KnownChecksums checksums) {
      this.listed = listed;
      this.identity = identity;
      this.checksums = checksums;
      int n = listed.size();
      this.sizes = new long[n];
      this.times = new long[n];
      this.states = new long[n];
      this.crcs = new int[n];
    }

    /** The next member is a folder. */
    public void addFolder() {
      known.set(next);
      fingerprint(ZipEntry.folder(listed.get(next).name()), null);
      next++;
    }

    /** The next member is this file, which the caller closes. */
    public void add(ListedFile file, FoundFile open) {
      FileFacts facts = open.facts();
      Instant modified = facts.modified().toInstant();
      sizes[next] = facts.size();
      times[next] = modified.getEpochSecond();
      states[next] = state(facts, state);
      Integer crc = file.crc();
      if (crc == null) {
        crc = facts.size() == 0 ? Integer.valueOf(0) : checksums.of(facts);
      }
      if (crc == null) {
        crc = open.crc32();
      }
      if (crc != null) {
        crcs[next] = crc;
        known.set(next);
      }
      if (root == null) {
        root = open.root();
        path = open.relativePath();
      }
      zeroCopy &= open.root().zeroCopy();
      if (!(facts.key() instanceof FileFacts.Version)) {
        lastChange = later(lastChange, facts.lastChange());
      }
      fingerprint(new ZipEntry(file.name(), facts.size(), times[next], file.crc()), facts);
      next++;
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable FileTime other) {
      if (one == null || other == null) {
        return null;
      }
      return other.toInstant().isAfter(one) ? other.toInstant() : one;
    }

    private void fingerprint(ZipEntry entry, @Nullable FileFacts facts) {
      StringBuilder row = new StringBuilder().append(entry.name()).append('\0');
      row.append(entry.size()).append(' ').append(entry.crc()).append(' ');
      if (facts != null) {
        Instant modified = facts.modified().toInstant();
        row.append(modified.getEpochSecond()).append('.').append(modified.getNano());
        if (facts.key() instanceof FileFacts.Version version) {
          row.append(' ').append(version.tag());
        } else if (identity) {
          row.append(' ').append(facts.key());
        }
        if (facts.change() != null) {
          row.append(' ').append(facts.change());
        }
      }
      print.update(row.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    }

    private ArchiveFacts found() {
      return new ArchiveFacts(
          Objects.requireNonNull(root, "an archive has a file"),
          path,
          zeroCopy,
          lastChange == null ? null : FileTime.from(lastChange.truncatedTo(ChronoUnit.SECONDS)),
          HexFormat.of().formatHex(print.digest(), 0, 8));
    }

    /**
     * The plan of all members.
     *
     * @throws ArithmeticException if the archive would have more than 2^63 - 1 bytes
     */
    public ArchivePlan plan() {
      return new ArchivePlan(this);
    }
  }

  /** The entries, each made when it is asked for. */
  private final class Entries extends AbstractList<ZipEntry> implements RandomAccess {
    @Override
    public int size() {
      return listed.size();
    }

    @Override
    public ZipEntry get(int index) {
      ListedFile file = listed.get(index);
      return file.target() == null
          ? ZipEntry.folder(file.name())
          : new ZipEntry(file.name(), sizes[index], times[index], file.crc());
    }
  }

  ZipLayout layout() {
    return layout;
  }

  ListedFile member(int index) {
    return listed.get(index);
  }

  ArchiveFacts found() {
    return found;
  }

  /**
   * Memory of a plan, besides the list.
   *
   * @param members their number
   */
  public static long bytes(int members) {
    return (long) BYTES_PER_MEMBER * members;
  }

  /** Memory of this one. */
  public long heldBytes() {
    return bytes(size());
  }

  /** Number of its members. */
  int size() {
    return listed.size();
  }

  /** Whether a file is in the state in which the member was found. */
  boolean isUnchanged(int member, FoundFile file) {
    long found = states[member];
    long now = state(file.facts(), sha256());
    // Other files of its folder decide whether its time is fixed: the second half may come and go.
    return found == now
        || ((found ^ now) >>> Integer.SIZE == 0 && ((int) found == 0 || (int) now == 0));
  }

  /**
   * Thirty-two bits of a digest, and as many of the last change of a file with a fixed time, else
   * 0: enough, as they are compared with one other state.
   */
  private static long state(FileFacts facts, MessageDigest digest) {
    String text = facts.size() + " " + facts.modified().toInstant() + " " + facts.key();
    byte[] bytes = digest.digest(text.getBytes(StandardCharsets.UTF_8));
    FileChange change = facts.change();
    int changed = change == null ? 0 : change.hashCode() | 1;
    return java.nio.ByteBuffer.wrap(bytes).putInt(Integer.BYTES, changed).getLong();
  }

  @Override
  public synchronized boolean isKnown(int entry) {
    return known.get(entry);
  }

  @Override
  public synchronized int of(int entry) {
    return crcs[entry];
  }

  synchronized void tell(int entry, int crc) {
    crcs[entry] = crc;
    known.set(entry);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
