package io.sendfile.core.archive;

import io.sendfile.core.files.FileChange;
import io.sendfile.core.files.FileFacts;
import io.sendfile.core.files.FoundFile;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.files.OpenResult;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.Sink;
import io.sendfile.core.files.Source;
import io.sendfile.core.files.Target;
import io.sendfile.core.zip.BytePlace;
import io.sendfile.core.zip.ZipLayout;
import io.sendfile.core.zip.ZipPart;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A ZIP archive of members that were looked up beforehand. It holds at most one of them open, whose
 * data or checksum comes next. A member that is no longer the same file ends the archive. What a
 * store has not answered yet is waited for as a disk is. Like every {@link Source}, for one thread
 * at a time.
 */
public final class ArchiveSource implements Source {
  /** Bytes generated at a time, such as a hundred headers of the central directory. */
  private static final int MADE_BYTES = 16 << 10;

  /** Memory of one archive while it is sent, besides its plan: of what it makes, or of a member. */
  public static final long HELD_BYTES = MADE_BYTES;

  private final ArchivePlan plan;
  private final ZipLayout layout;
  private final KnownChecksums known;
  private final Runnable whenClosed;
  private final OpenMember open;
  private ByteBuffer made = ByteBuffer.allocate(0);
  private long madeFrom;
  private long readsTo = Long.MAX_VALUE;

  /** The member whose checksum is needed next, or was last; -1 for none. */
  private int summed = -1;

  /** Also of the thread that closes it. */
  private volatile @Nullable Checksum checksum;

  private final AtomicBoolean closed = new AtomicBoolean();

  /** Waits for what the last {@link #prepare} lacked; false if this archive reads it itself. */
  private Predicate<Runnable> waiting = wake -> false;

  /** Why a file could not be read for its checksum. */
  private @Nullable IOException failure;

  /**
   * An archive by this plan.
   *
   * @param known cache of checksums, shared by all archives
   * @param opener finds and opens a member once more; completed at once unless it lies in a store
   * @param whenClosed run once
   */
  public ArchiveSource(
      ArchivePlan plan,
      KnownChecksums known,
      Function<Target, CompletableFuture<OpenResult>> opener,
      Runnable whenClosed) {
    this.plan = plan;
    this.layout = plan.layout();
    this.known = known;
    this.open = new OpenMember(plan, opener);
    this.whenClosed = whenClosed;
  }

  @Override
  public long size() {
    return layout.length();
  }

  @Override
  public Root root() {
    return plan.found().root();
  }

  @Override
  public String relativePath() {
    return plan.found().path() + " and " + (plan.size() - 1) + " more (zip)";
  }

  @Override
  public boolean zeroCopy() {
    return plan.found().zeroCopy();
  }

  @Override
  public long heldBytes() {
    return HELD_BYTES;
  }

  /**
   * Its length, the time of the last change of a member, and as its identity a digest of all that
   * determines its bytes.
   */
  public FileFacts facts() {
    ArchivePlan.ArchiveFacts found = plan.found();
    FileTime last = found.lastChange();
    return last == null
        ? new FileFacts(
            size(), FileTime.fromMillis(0), found.fingerprint(), new FileChange(0, null))
        : new FileFacts(size(), last, found.fingerprint());
  }

  @Override
  public boolean prepare(long position) throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (isMade(position)) {
      return true;
    }
    BytePlace place = layout.at(position);
    return switch (place.part()) {
      case LOCAL, END -> true;
      case DATA -> isHere(place, position);
      case DESCRIPTOR, CENTRAL -> isTold(place.entry());
    };
  }

  @Override
  public void readsTo(long end) {
    readsTo = end;
  }

  /** Whether bytes of a member are on this machine, or never will be. */
  private boolean isHere(BytePlace place, long position) throws IOException {
    follow(place);
    FoundFile file = open(place.entry());
    if (file == null) {
      return open.hasChanged() || awaitsStore();
    }
    if (file.heldBytes() > 0) {
      made = ByteBuffer.allocate(0);
    }
    file.readsTo(place.offset() + Math.min(place.left(), readsTo - position));
    if (file.prepare(place.offset())) {
      return true;
    }
    waiting = file::awaitsReading;
    return false;
  }

  /** False, as the answer of a store is waited for. */
  private boolean awaitsStore() {
    CompletableFuture<OpenResult> asked = Objects.requireNonNull(open.asked, "a store was asked");
    waiting =
        wake -> {
          CompletableFuture<Void> unused = asked.thenRun(wake);
          return true;
        };
    return false;
  }

  /**
   * Reads the bytes that were just sent for the checksum, while the system still has them in
   * memory, unless another archive does so.
   */
  private void follow(BytePlace place) throws IOException {
    int i = place.entry();
    if (plan.isKnown(i)) {
      return;
    }
    Checksum sum = checksum(i);
    long ahead = sum == null ? 0 : place.offset() - sum.position();
    if (sum != null && ahead > 0 && ahead <= Checksum.STEP && sum.takeTurn(this)) {
      try {
        read(sum, place.offset());
      } finally {
        sum.leaveTurn(this);
      }
    }
  }

  /** Whether a checksum is known, or will never be. */
  private boolean isTold(int i) throws IOException {
    if (plan.isKnown(i)) {
      return true;
    }
    Checksum sum = checksum(i);
    if (sum != null && sum.isComplete()) {
      plan.tell(i, sum.value());
      return true;
    }
    FoundFile file = open.index == i ? open(i) : null;
    if (open.hasChanged()) {
      return true;
    }
    if (sum == null || (open.index == i && open.asked != null)) {
      return awaitsStore();
    }
    waiting = wake -> !sum.awaitTurn(this, wake);
    if (file == null || isLocal(file)) {
      // Others may read for it: a crowd that waits holds no descriptors.
      open.close();
    } else if (sum.takeTurn(this) && !sum.isComplete()) {
      // The turn is kept meanwhile: one at a time fetches for all.
      file.readsTo(file.size());
      waiting = file.prepare(sum.position()) ? wake -> false : file::awaitsReading;
    }
    return false;
  }

  private static boolean isLocal(FoundFile file) {
    return file instanceof OpenFile && file.readsAtOnce();
  }

  /** The checksum of a member; null if it is no longer the same file, or its store was asked. */
  private @Nullable Checksum checksum(int i) throws IOException {
    if (summed != i) {
      FoundFile file = open(i);
      if (open.asked != null) {
        return null;
      }
      checksum = file == null ? null : known.growing(file.facts());
      summed = i;
    }
    return checksum;
  }

  private @Nullable FoundFile open(int i) throws IOException {
    try {
      return open.open(i);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  private long read(Checksum sum, long end) throws IOException {
    FoundFile file = open(summed);
    try {
      return file == null ? 0 : sum.read(file, end);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /** Asks without a lock, as a store may take its time: who closes it meanwhile does not wait. */
  @Override
  public boolean awaitsReading(Runnable wake) {
    boolean awaits = !closed.get() && waiting.test(wake);
    if (closed.get()) {
      leavesReading();
      return false;
    }
    return awaits;
  }

  @Override
  public long readOn(long max) throws IOException {
    Checksum sum = Objects.requireNonNull(checksum, "a checksum is needed");
    try {
      return sum.takeTurn(this) ? read(sum, sum.position() + Math.min(max, Checksum.STEP)) : 0;
    } finally {
      sum.leaveTurn(this);
    }
  }

  @Override
  public void leavesReading() {
    Checksum sum = checksum;
    if (sum != null) {
      sum.leaveTurn(this);
    }
  }

  @Override
  public @Nullable Stretch extent(long position, long max) throws IOException {
    BytePlace place = isMade(position) ? null : layout.at(position);
    if (place == null || place.part() != ZipPart.DATA) {
      return null;
    }
    FoundFile file = open.open(place.entry());
    return file == null ? null : file.extent(place.offset(), Math.min(max, place.left()));
  }

  @Override
  public long sendTo(Sink sink, long position, long max) throws IOException {
    if (isMade(position)) {
      return sendMade(sink, position, max);
    }
    BytePlace place = layout.at(position);
    if (place.part() == ZipPart.DATA) {
      FoundFile file = open.open(place.entry());
      return file == null ? 0 : file.sendTo(sink, place.offset(), Math.min(max, place.left()));
    }
    make(position, max);
    return sendMade(sink, position, max);
  }

  private void make(long position, long max) {
    if (made.capacity() < Math.min(max, MADE_BYTES)) {
      made = ByteBuffer.allocate((int) Math.min(max, MADE_BYTES));
    }
    madeFrom = position;
    layout.make(position, plan, made.clear());
    made.flip();
    if (layout.at(position).part() != ZipPart.DESCRIPTOR) {
      open.close();
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
  public boolean isReadable(long position) throws IOException {
    if (failure != null) {
      throw failure;
    }
    BytePlace place = layout.at(position);
    return place.part() != ZipPart.DATA || open.isReadable(place.entry(), place.offset());
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      leavesReading();
      open.close();
      whenClosed.run();
    }
  }

  /**
   * The open member of an archive. Detects a member that is no longer the file found before, which
   * ends the archive. For one thread at a time.
   */
  private static final class OpenMember {
    private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.archive");

    private final ArchivePlan plan;
    private final Function<Target, CompletableFuture<OpenResult>> opener;
    private int index = -1;
    private @Nullable FoundFile file;
    private boolean changed;

    /** The answer of a store about the member; null if there is none to wait for. */
    private @Nullable CompletableFuture<OpenResult> asked;

    /** Whether the file stays open, as others close it. */
    private boolean lent;

    OpenMember(ArchivePlan plan, Function<Target, CompletableFuture<OpenResult>> opener) {
      this.plan = plan;
      this.opener = opener;
    }

    /**
     * The file of a member, open; all others are closed.
     *
     * @return null if it is no longer the same file, or its store was asked for it
     * @throws IOException if the server cannot open it, which says nothing about the file
     */
    @Nullable FoundFile open(int member) throws IOException {
      if (index != member) {
        close();
        OpenFile opened = plan.member(member).opened();
        lent = opened != null;
        file = opened;
        asked = opened != null ? null : find(member);
        index = member;
      }
      CompletableFuture<OpenResult> answer = asked;
      if (answer != null && answer.isDone()) {
        asked = null;
        file = found(answer.join());
      }
      return file;
    }

    private CompletableFuture<OpenResult> find(int member) {
      return opener.apply(
          Objects.requireNonNull(plan.member(member).target(), "a folder has no data"));
    }

    private @Nullable FoundFile found(OpenResult result) throws IOException {
      ListedFile member = plan.member(index);
      if (result instanceof OpenResult.NotOpened refused) {
        if (refused.reason().status() >= 500) {
          index = -1;
          throw new IOException(refused.detail());
        }
        changed(member, "may not be sent any more: " + refused.detail());
        return null;
      }
      FoundFile now =
          result instanceof OpenResult.Found stored
              ? stored.file()
              : ((OpenResult.Opened) result).file();
      if (plan.isUnchanged(index, now)) {
        return now;
      }
      now.close();
      changed(member, "is another file now, or was written to");
      return null;
    }

    private void changed(ListedFile member, String how) {
      changed = true;
      LOG.log(
          Level.WARNING,
          "sendfile: member ''{0}'' of an archive {1}; put new files under new names, or archive copies",
          new Object[] {Escapes.forLog(member.name()), how});
    }

    /** Whether a member has changed, or the open one became shorter than it was. */
    boolean hasChanged() throws IOException {
      FoundFile open = file;
      return changed || (open != null && open.lacks(open.size()));
    }

    /** Whether a byte of that member can be read; does not open the member. */
    boolean isReadable(int member, long position) throws IOException {
      FoundFile open = file;
      return index == member && open != null && open.isReadable(position);
    }

    void close() {
      FoundFile open = file;
      CompletableFuture<OpenResult> answer = asked;
      file = null;
      asked = null;
      index = -1;
      if (answer != null) {
        OpenResult.closeWhenFound(answer);
      }
      if (open != null && !lent) {
        open.close();
      }
    }
  }
}
