package io.sendfile.glassfish.archive;

import io.sendfile.glassfish.archive.Member.Found;
import io.sendfile.glassfish.files.Extent;
import io.sendfile.glassfish.files.OpenFile;
import io.sendfile.glassfish.files.OpenResult;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.files.Sink;
import io.sendfile.glassfish.files.Source;
import io.sendfile.glassfish.files.Target;
import io.sendfile.glassfish.zip.ZipLayout;
import io.sendfile.glassfish.zip.ZipLayout.Part;
import io.sendfile.glassfish.zip.ZipLayout.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A ZIP archive of members that were looked up beforehand. It holds at most one of them open, whose
 * data or checksum comes next. A member that is no longer the same file ends the archive. Like
 * every {@link Source}, for one thread at a time.
 */
public final class Archive implements Source {
  /** Bytes generated at a time, such as a hundred headers of the central directory. */
  private static final int MADE_BYTES = 16 << 10;

  /** Memory of one member's row, by a heap histogram: 260 bytes and three names of usual length. */
  private static final int ROW_BYTES = 500;

  private final List<Member> members;
  private final Found first;
  private final ZipLayout layout;
  private final ArchiveChecksums checksums;
  private final OpenMember open;
  private ByteBuffer made = ByteBuffer.allocate(0);
  private long madeFrom;

  /** Whether the last read of a file for a checksum failed. */
  private boolean failed;

  /**
   * An archive of these members, in their order.
   *
   * @param members at least one of them is a file
   * @param known cache of checksums, shared by all archives
   * @param opener finds and opens a member once more
   * @throws ArithmeticException if it would have more than 2^63 - 1 bytes
   */
  public Archive(List<Member> members, KnownChecksums known, Function<Target, OpenResult> opener) {
    this.members = List.copyOf(members);
    this.first =
        this.members.stream().map(Member::file).filter(Objects::nonNull).findFirst().orElseThrow();
    this.layout = new ZipLayout(this.members.stream().map(Member::entry).toList());
    this.checksums = new ArchiveChecksums(this.members, known);
    this.open = new OpenMember(this.members, opener);
  }

  /** Its members. */
  public List<Member> members() {
    return members;
  }

  @Override
  public long size() {
    return layout.length();
  }

  @Override
  public Root root() {
    return first.root();
  }

  @Override
  public String relativePath() {
    return first.path() + " and " + (members.size() - 1) + " more (zip)";
  }

  @Override
  public boolean zeroCopy() {
    return members.stream().allMatch(m -> m.file() == null || m.file().root().zeroCopy());
  }

  @Override
  public long heldBytes() {
    return MADE_BYTES + (long) ROW_BYTES * members.size();
  }

  /** Time of the youngest member, in whole seconds. */
  public FileTime modified() {
    return Fingerprint.youngest(members);
  }

  /**
   * Digest of everything that determines the bytes of the archive.
   *
   * @param identity whether files of the same size and time are distinguished
   */
  public String fingerprint(boolean identity) {
    return Fingerprint.of(members, identity);
  }

  @Override
  public boolean prepare(long position) throws IOException {
    if (isMade(position)) {
      return true;
    }
    Place place = layout.at(position);
    return switch (place.part()) {
      case LOCAL, END -> true;
      case DATA -> follow(place);
      case DESCRIPTOR, CENTRAL -> isTold(place.entry());
    };
  }

  /**
   * Reads the bytes that were just sent for the checksum, while the system still has them in
   * memory.
   */
  private boolean follow(Place place) throws IOException {
    int i = place.entry();
    if (!checksums.isKnown(i)) {
      if (place.offset() == 0) {
        checksums.begin(i);
      }
      if (checksums.isBehind(i, place.offset())) {
        read(i, place.offset());
        return open.hasChanged() || !checksums.isBehind(i, place.offset());
      }
    }
    return true;
  }

  /** Continues to read for an unknown checksum; true once it is known. */
  private boolean isTold(int i) throws IOException {
    if (!checksums.isKnown(i)) {
      checksums.begin(i);
      read(i, members.get(i).entry().size());
    }
    return open.hasChanged() || checksums.isKnown(i);
  }

  private void read(int i, long end) throws IOException {
    failed = true;
    OpenFile file = open.open(i);
    if (file != null) {
      checksums.read(file.channel(), file.facts(), end);
    }
    failed = false;
  }

  @Override
  public @Nullable Extent extent(long position, long max) throws IOException {
    Place place = isMade(position) ? null : layout.at(position);
    if (place == null || place.part() != Part.DATA) {
      return null;
    }
    OpenFile file = open.open(place.entry());
    return file == null ? null : file.extent(place.offset(), Math.min(max, place.left()));
  }

  @Override
  public long sendTo(Sink sink, long position, long max) throws IOException {
    if (isMade(position)) {
      return sendMade(sink, position, max);
    }
    Place place = layout.at(position);
    if (place.part() == Part.DATA) {
      OpenFile file = open.open(place.entry());
      return file == null
          ? 0
          : sink.send(file.channel(), place.offset(), Math.min(max, place.left()));
    }
    make(position);
    return sendMade(sink, position, max);
  }

  private void make(long position) {
    if (made.capacity() == 0) {
      made = ByteBuffer.allocate((int) Math.min(MADE_BYTES, size()));
    }
    madeFrom = position;
    layout.make(position, checksums, made.clear());
    made.flip();
    if (layout.at(position).part() != Part.DESCRIPTOR) {
      close();
    }
  }

  private boolean isMade(long position) {
    return position >= madeFrom && position < madeFrom + made.limit();
  }

  private long sendMade(Sink sink, long position, long max) throws IOException {
    ByteBuffer rest = made.duplicate().position((int) (position - madeFrom));
    return rest.hasRemaining()
        ? sink.send(rest.limit(rest.position() + (int) Math.min(max, rest.remaining())))
        : 0;
  }

  @Override
  public boolean lacks(long end) throws IOException {
    return open.hasChanged();
  }

  @Override
  public boolean isReadable(long position) {
    Place place = layout.at(position);
    return !failed && (place.part() != Part.DATA || open.isReadable(place.entry(), place.offset()));
  }

  @Override
  public void close() {
    open.close();
  }
}
