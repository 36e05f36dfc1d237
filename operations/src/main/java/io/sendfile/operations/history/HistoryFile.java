package io.sendfile.operations.history;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sendfile.operations.history.Series.Survey;
import io.sendfile.operations.journal.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.ObjLongConsumer;

/**
 * The file of a history: minutes of a week, hours of a year, the last marks. All of its bytes are
 * written when it is created, so that a full disk does not end it. Written bytes outlive the
 * process, however that ends; they are not forced to the disk. Not thread-safe.
 */
public final class HistoryFile implements AutoCloseable {
  private static final int MINUTES = 7 * 24 * 60;
  private static final int HOURS = 366 * 24;
  private static final int MARKS = 1000;

  /** Identifies the layout; a file with another header is damaged. */
  private static final byte[] HEADER = "sendfile history 1\n".getBytes(US_ASCII);

  private static final int HEADER_BYTES = 64;

  /** Length of each such file. */
  static final long BYTES =
      HEADER_BYTES
          + Slots.size(MINUTES, IntervalForm.BYTES)
          + Slots.size(HOURS, IntervalForm.BYTES)
          + Slots.size(MARKS, Marks.BYTES);

  private final FileChannel file;
  private final Series minutes;
  private final Series hours;
  private final Marks marks;

  private HistoryFile(FileChannel file) throws IOException {
    this.file = file;
    long end = HEADER_BYTES;
    minutes = new Series(new Slots(file, end, MINUTES, IntervalForm.BYTES), Duration.ofMinutes(1));
    end += Slots.size(MINUTES, IntervalForm.BYTES);
    hours = new Series(new Slots(file, end, HOURS, IntervalForm.BYTES), Duration.ofHours(1));
    end += Slots.size(HOURS, IntervalForm.BYTES);
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
      FileChannel known = PrivateFiles.locked(PrivateFiles.openOrCreate(path), path);
      if (isWhole(known)) {
        return checked(known, path, damage);
      }
      known.close();
      Path aside = path.resolveSibling(path.getFileName() + ".damaged");
      Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
      damage.accept(path + " was no whole history; it is kept as " + aside, 1);
    }
    return new HistoryFile(create(path));
  }

  private static boolean isWhole(FileChannel file) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER.length);
    file.read(header, 0);
    return file.size() == BYTES && header.flip().equals(ByteBuffer.wrap(HEADER));
  }

  private static HistoryFile checked(FileChannel file, Path path, ObjLongConsumer<String> damage)
      throws IOException {
    HistoryFile history = new HistoryFile(file);
    Survey survey = history.minutes.survey();
    int damaged = survey.damaged() + history.hours.survey().damaged() + history.marks.damaged();
    if (damaged > 0) {
      damage.accept("records of " + path + " that cannot be read", damaged);
    }
    if (survey.newest() != Long.MIN_VALUE) {
      history.sumHour(survey.newest());
    }
    return history;
  }

  private static FileChannel create(Path path) throws IOException {
    Path next = path.resolveSibling(path.getFileName() + ".new");
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
      throw e;
    }
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

  /** Rewrites the hour of that moment as the sum of its minutes. */
  void sumHour(long at) throws IOException {
    long start = hours.startOf(at);
    List<Interval> all =
        minutes.between(start, start + Duration.ofHours(1).toMillis(), Math.max(at, start));
    Interval hour = all.stream().reduce(Interval.empty(start), Interval::plus);
    if (hour.millis() > 0) {
      hours.put(hour);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
