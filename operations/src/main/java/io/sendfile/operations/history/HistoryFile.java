package io.sendfile.operations.history;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.operations.journal.PrivateFiles;
import io.sendfile.spi.Amounts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.ObjLongConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The file of a history: minutes of a week, hours of a year, the last marks. All of its bytes are
 * written when it is created, so that a full disk does not end it. Written bytes outlive the
 * process, however that ends; they are not forced to the disk. Not thread-safe, but for what {@link
 * #highest} and its marks tell, which are in memory as well.
 */
public final class HistoryFile implements AutoCloseable {
  /** Age of the oldest minutes. */
  static final Duration MINUTES_KEPT = Duration.ofDays(7);

  private static final int MINUTES = (int) MINUTES_KEPT.toMinutes();
  private static final int HOURS = 366 * 24;
  private static final int MARKS = 1000;

  /** Identifies the layout; a file with another header is damaged. */
  private static final byte[] HEADER = "sendfile history 4\n".getBytes(US_ASCII);

  private static final int HEADER_BYTES = 64;

  /** Length of each such file. */
  static final long BYTES =
      HEADER_BYTES
          + Slots.size(MINUTES, Interval.BYTES)
          + Slots.size(HOURS, Interval.BYTES)
          + Slots.size(MARKS, Marks.BYTES);

  private final FileChannel file;
  private final Path path;
  private final @Nullable Object identity;
  private final Series minutes;
  private final Series hours;
  private final Marks marks;
  private volatile Load highest = Load.NONE;

  private HistoryFile(FileChannel file, Path path) throws IOException {
    this.file = file;
    this.path = path;
    this.identity = PrivateFiles.identity(path);
    long end = HEADER_BYTES;
    minutes = new Series(new Slots(file, end, MINUTES, Interval.BYTES), Duration.ofMinutes(1));
    end += Slots.size(MINUTES, Interval.BYTES);
    hours = new Series(new Slots(file, end, HOURS, Interval.BYTES), Duration.ofHours(1));
    end += Slots.size(HOURS, Interval.BYTES);
    marks = new Marks(new Slots(file, end, MARKS, Marks.BYTES));
  }

  /**
   * Opens a file, which is created if missing. A damaged file is set aside, until the next damaged
   * one replaces it.
   *
   * @param damage receives what is damaged, and the number of its records
   * @throws IOException if it cannot be read or written, or another server has it open
   */
  public static HistoryFile open(Path path, ObjLongConsumer<String> damage) throws IOException {
    PrivateFiles.folder(Objects.requireNonNull(path.toAbsolutePath().getParent()));
    if (Files.exists(path)) {
      HistoryFile known = known(path, damage);
      if (known != null) {
        return known;
      }
      Path aside = path.resolveSibling(path.getFileName() + ".damaged");
      Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
      damage.accept(path + " was not a complete history; it is kept as " + aside, 1);
    }
    return new HistoryFile(create(path), path);
  }

  /** Null for a file that is no complete history. */
  private static @Nullable HistoryFile known(Path path, ObjLongConsumer<String> damage)
      throws IOException {
    FileChannel file = PrivateFiles.locked(PrivateFiles.openOrCreate(path), path);
    HistoryFile known = null;
    try {
      known = isWhole(file) ? checked(file, path, damage) : null;
      return known;
    } finally {
      if (known == null) {
        // Its lock would keep this server itself from another try.
        file.close();
      }
    }
  }

  private static boolean isWhole(FileChannel file) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER.length);
    file.read(header, 0);
    return file.size() == BYTES && header.flip().equals(ByteBuffer.wrap(HEADER));
  }

  private static HistoryFile checked(FileChannel file, Path path, ObjLongConsumer<String> damage)
      throws IOException {
    HistoryFile history = new HistoryFile(file, path);
    long newest = history.minutes.newest();
    history.highest = history.hours.highest();
    int damaged =
        Stream.of(history.minutes.slots, history.hours.slots, history.marks.slots)
            .mapToInt(Slots::damaged)
            .sum();
    if (damaged > 0) {
      damage.accept("records of " + path + " that cannot be read", damaged);
    }
    if (newest != Long.MIN_VALUE) {
      history.sumHour(newest);
    }
    return history;
  }

  private static FileChannel create(Path path) throws IOException {
    Path next = path.resolveSibling(path.getFileName() + ".new");
    Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
    checkRoom(folder.toFile().getUsableSpace());
    FileChannel file = PrivateFiles.locked(PrivateFiles.create(next), next);
    try {
      ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
      while (file.position() < BYTES) {
        zeros.clear().limit((int) Math.min(zeros.capacity(), BYTES - file.position()));
        file.write(zeros);
      }
      file.write(ByteBuffer.wrap(HEADER), 0);
      Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return file;
    } catch (IOException | RuntimeException e) {
      file.close();
      Files.deleteIfExists(next);
      throw e;
    }
  }

  /**
   * Refuses a disk with too little room, which each try would fill for a moment, and others would
   * lack. Nothing is known of one with none.
   */
  static void checkRoom(long usable) throws IOException {
    if (usable > 0 && usable < BYTES) {
      throw new IOException(
          "it needs %s, and its disk has %s"
              .formatted(Amounts.bytes(BYTES), Amounts.bytes(usable)));
    }
  }

  /** Whether it is still the file of its name, not one that was moved or deleted. */
  boolean isInPlace() {
    return Objects.equals(identity, PrivateFiles.identity(path));
  }

  Series minutes() {
    return minutes;
  }

  Series hours() {
    return hours;
  }

  Marks marks() {
    return marks;
  }

  /** The highest use of each limit in all of its hours. */
  Load highest() {
    return highest;
  }

  /** Rewrites the hour of that moment as the sum of its minutes. */
  void sumHour(long at) throws IOException {
    long start = hours.startOf(at);
    List<Interval> all =
        minutes.between(
            start, start + Duration.ofHours(1).toMillis(), Math.max(at, start), Interval::asMinute);
    Interval hour = all.stream().reduce(Interval.empty(start), Interval::plus);
    if (hour.millis() > 0) {
      hours.put(hour);
      highest = highest.plus(hour.load());
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * Intervals of one length in a ring of slots: each one overwrites the one of the round before.
   */
  static final class Series {
    private final Slots slots;
    private final long length;

    Series(Slots slots, Duration length) {
      this.slots = slots;
      this.length = length.toMillis();
    }

    /** Start of the interval that contains a moment. */
    long startOf(long at) {
      return Math.floorDiv(at, length) * length;
    }

    private int slotOf(long start) {
      return Math.floorMod(Math.floorDiv(start, length), slots.count());
    }

    /** The interval with this start; an empty one if it is missing. */
    Interval at(long start) throws IOException {
      ByteBuffer form = slots.read(slotOf(start));
      Interval found = form == null ? null : Interval.read(form);
      return found == null || found.start() != start ? Interval.empty(start) : found;
    }

    /** Writes an interval, in place of the one with the same start. */
    void put(Interval interval) throws IOException {
      slots.write(slotOf(interval.start()), interval.form());
    }

    /**
     * The records from the one with the moment {@code from} to the last before {@code to}, oldest
     * first.
     *
     * @param now the present, after which there is none
     * @param view taken of each
     */
    List<Interval> between(long from, long to, long now, UnaryOperator<Interval> view)
        throws IOException {
      long oldest = startOf(now) - (slots.count() - 1) * length;
      List<Interval> found = new ArrayList<>();
      for (long at = Math.max(oldest, startOf(from)); at < to && at <= now; at += length) {
        Interval interval = at(at);
        if (interval.millis() > 0) {
          found.add(view.apply(interval));
        }
      }
      return found;
    }

    /** Start of the newest interval of all slots; {@link Long#MIN_VALUE} if there is none. */
    long newest() throws IOException {
      long newest = Long.MIN_VALUE;
      for (int slot = 0; slot < slots.count(); slot++) {
        ByteBuffer form = slots.read(slot);
        newest = form == null ? newest : Math.max(newest, Numbers.get(form));
      }
      return newest;
    }

    private Load highest() throws IOException {
      Load highest = Load.NONE;
      for (int slot = 0; slot < slots.count(); slot++) {
        ByteBuffer form = slots.read(slot);
        highest = form == null ? highest : highest.plus(Interval.readLoad(form));
      }
      return highest;
    }
  }

  /** The last marks, round-robin. */
  static final class Marks {
    /** Length of the form of a mark; a longer text is cut. */
    static final int BYTES = 380;

    /** Number, time, kind, and the lengths of two texts. */
    private static final int FIXED_BYTES = 2 * Long.BYTES + Byte.BYTES + 2 * Short.BYTES;

    private static final int MOST_NAME_BYTES = 63;
    private static final List<Mark.Kind> KINDS = List.of(Mark.Kind.values());

    private final Slots slots;

    /** By their numbers. */
    private final ConcurrentNavigableMap<Long, Mark> all = new ConcurrentSkipListMap<>();

    Marks(Slots slots) throws IOException {
      this.slots = slots;
      for (int slot = 0; slot < slots.count(); slot++) {
        ByteBuffer form = slots.read(slot);
        if (form != null) {
          all.put(form.getLong(), read(form));
        }
      }
    }

    void add(Mark mark) throws IOException {
      long number = all.isEmpty() ? 0 : all.lastKey() + 1;
      byte[] who = cut(mark.who(), MOST_NAME_BYTES);
      byte[] text = cut(mark.text(), BYTES - FIXED_BYTES - who.length);
      ByteBuffer form = ByteBuffer.allocate(BYTES);
      form.putLong(number)
          .putLong(mark.time().toEpochMilli())
          .put((byte) KINDS.indexOf(mark.kind()));
      form.putShort((short) who.length).put(who).putShort((short) text.length).put(text);
      slots.write(Math.floorMod(number, slots.count()), form.flip());
      all.put(number, mark);
      all.headMap(number - slots.count(), true).clear();
    }

    /**
     * The text in UTF-8; one that is too long is cut after a character, and ends with an ellipsis.
     */
    private static byte[] cut(String text, int mostBytes) {
      String kept = text;
      String fitting = text;
      while (fitting.getBytes(UTF_8).length > mostBytes) {
        kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
        fitting = kept + '…';
      }
      return fitting.getBytes(UTF_8);
    }

    /** The last mark; null if there is none. */
    @Nullable Mark last() {
      Map.Entry<Long, Mark> last = all.lastEntry();
      return last == null ? null : last.getValue();
    }

    /** Marks from {@code from} on and before {@code to}, oldest first. */
    List<Mark> between(Instant from, Instant to) {
      return all.values().stream()
          .filter(mark -> mark.isWithin(from, to))
          .sorted(Comparator.comparing(Mark::time))
          .toList();
    }

    private static Mark read(ByteBuffer form) {
      Instant at = Instant.ofEpochMilli(form.getLong());
      int kind = form.get();
      String who = text(form);
      return new Mark(at, KINDS.get(Math.floorMod(kind, KINDS.size())), who, text(form));
    }

    private static String text(ByteBuffer form) {
      byte[] bytes = new byte[form.getShort()];
      form.get(bytes);
      return new String(bytes, UTF_8);
    }
  }
}
