package io.sendfile.operations.ended;

import io.sendfile.operations.journal.LineFile;
import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The rows on disk. The file is opened and read when rows are first requested. New rows are
 * appended; when more than half of the rows are obsolete, the file is rewritten. While it cannot be
 * written, rows are in memory, until a {@link #retry} writes them. Thread-safe.
 */
final class EndedFile {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.ended");

  private final Path folder;
  private final MemoryRows rows;
  private final Consumer<EndedTransfer> died;
  private final Losses losses;
  private @Nullable LineFile file;
  private int lines;
  private boolean incomplete;
  private volatile boolean opened;

  /** Rows of this process that the file lacks. */
  private int missing;

  /**
   * @param losses counts rows that the file lacks
   * @param died receives the transfers that the last process had in progress when it died
   */
  EndedFile(Path folder, MemoryRows rows, Losses losses, Consumer<EndedTransfer> died) {
    this.folder = folder;
    this.rows = rows;
    this.losses = losses;
    this.died = died;
  }

  /** Whether there are rows of an earlier process, still to be read. */
  boolean isUnread() {
    return !opened && Files.isDirectory(folder);
  }

  /** Reads the rows of an earlier process, unless that has been done. */
  synchronized void read() {
    if (isUnread()) {
      open();
    }
  }

  private void open() {
    try {
      LineFile lineFile = new LineFile(folder);
      try {
        rows.putBefore(rowsOf(lineFile));
        file = lineFile;
        opened = true;
      } finally {
        if (!opened) {
          lineFile.close();
        }
      }
    } catch (IOException e) {
      fails("opened", e);
    }
  }

  private MemoryRows.Bounded rowsOf(LineFile lineFile) throws IOException {
    MemoryRows.Bounded earlier = new MemoryRows.Bounded(rows.most());
    AtomicInteger unknown = new AtomicInteger();
    Set<String> ended = new HashSet<>();
    Map<String, EndedTransfer> inProgress = new LinkedHashMap<>();
    lines = 0;
    int damaged =
        lineFile.read(
            line -> {
              lines++;
              try {
                EndedTransfer row = Line.read(line);
                if (Line.isInProgress(line)) {
                  inProgress.put(row.id(), row);
                } else {
                  ended.add(row.id());
                  earlier.add(row);
                }
              } catch (IllegalArgumentException e) {
                unknown.incrementAndGet();
              }
            });
    inProgress.keySet().removeAll(ended);
    if (!inProgress.isEmpty()) {
      // They get their outcome on disk, too.
      incomplete = true;
      inProgress.values().forEach(earlier::add);
      inProgress.values().forEach(died);
      LOG.log(
          Level.WARNING,
          "sendfile: the previous process of the server died; {0} downloads that it had in progress"
              + " are in the list of ended transfers as server-died",
          Integer.toString(inProgress.size()));
    }
    int lost = damaged + unknown.get();
    if (lost > 0) {
      incomplete = true;
      losses.lost(lost, "lines that cannot be read; they are in " + lineFile.setAside());
    }
    return earlier;
  }

  /** Tries again to write what the file lacks. */
  synchronized void retry() {
    writeNow();
  }

  /** Writes what is new; while that fails, it is left to {@link #retry}. */
  synchronized void write() {
    if (!losses.isFailing()) {
      writeNow();
    }
  }

  private void writeNow() {
    List<EndedTransfer> fresh = rows.takeNew();
    missing = fresh == null ? rows.most() : Math.min(rows.most(), missing + fresh.size());
    if (file == null) {
      if (missing == 0 && !losses.isFailing() && !mustForget()) {
        return;
      }
      open();
    }
    LineFile open = file;
    if (open == null) {
      incomplete = true;
      return;
    }
    try {
      if (fresh == null || incomplete || isLongWith(fresh.size())) {
        replaceAll(open);
      } else if (!fresh.isEmpty()) {
        open.add(text(fresh));
        lines += fresh.size();
      }
      incomplete = false;
      missing = 0;
      losses.works();
    } catch (IOException e) {
      incomplete = true;
      fails("written", e);
    }
  }

  private boolean isLongWith(int more) {
    return lines + more > 2L * rows.most();
  }

  private void replaceAll(LineFile open) throws IOException {
    List<EndedTransfer> all = rows.takeAll();
    open.replace(text(all));
    lines = all.size();
  }

  /**
   * Adds what is known of the transfers in progress, for the next process if this one dies; a row
   * about the end of one of them overrides it.
   */
  synchronized void inProgress(List<EndedTransfer> lastKnown) {
    read();
    write();
    if (file == null && !lastKnown.isEmpty()) {
      open();
    }
    LineFile open = file;
    if (open == null || lastKnown.isEmpty() || losses.isFailing()) {
      return;
    }
    try {
      if (isLongWith(lastKnown.size())) {
        replaceAll(open);
      }
      open.add(lastKnown.stream().map(Line::writeInProgress).toList());
      lines += lastKnown.size();
    } catch (IOException e) {
      incomplete = true;
      fails("written", e);
    }
  }

  private boolean mustForget() {
    return rows.most() == 0 && Files.isDirectory(folder);
  }

  private static List<String> text(List<EndedTransfer> some) {
    return some.stream().map(Line::write).toList();
  }

  private void fails(String what, IOException e) {
    losses.fails(folder + " cannot be " + what + ", so rows are in memory only: " + e);
  }

  /** The present reason why the rows do not outlive the server, in words; empty if they do. */
  String problem() {
    return losses.failure();
  }

  /** Why rows do not outlive the server, and how many. */
  Losses losses() {
    return losses;
  }

  /** Writes what is new, and closes the file. */
  synchronized void close() {
    writeNow();
    if (missing > 0) {
      losses.lost(missing, "they waited for the disk when the server stopped");
    }
    LineFile open = file;
    file = null;
    try {
      if (open != null) {
        open.close();
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, e, () -> folder + " was not closed cleanly");
    }
  }

  /**
   * A row as a line of text: {@code label=value}, separated by tabs, without empty values. In a
   * line of another version, a missing column is empty, and an unknown column is ignored.
   */
  static final class Line {
    private final Map<EndedColumn, String> values = new EnumMap<>(EndedColumn.class);

    private Line(String line) {
      for (String word : line.split("\t", -1)) {
        int end = word.indexOf('=');
        EndedColumn column = EndedColumn.of(word.substring(0, Math.max(0, end)));
        if (column != null) {
          values.put(column, unescaped(word.substring(end + 1)));
        }
      }
    }

    static String write(EndedTransfer row) {
      return write(row, Set.of());
    }

    /** A transfer in progress, as a line without an outcome. */
    static String writeInProgress(EndedTransfer lastKnown) {
      return write(lastKnown, Set.of(EndedColumn.OUTCOME));
    }

    /** Whether the line is of {@link #writeInProgress}. */
    static boolean isInProgress(String line) {
      return !line.contains("\t" + EndedColumn.OUTCOME.label() + '=');
    }

    private static String write(EndedTransfer row, Set<EndedColumn> without) {
      StringJoiner line = new StringJoiner("\t");
      for (EndedColumn column : EndedColumn.values()) {
        String value = column.full(row);
        if (!column.derived() && !value.isEmpty() && !without.contains(column)) {
          line.add(column.label() + '=' + escaped(value));
        }
      }
      return line.toString();
    }

    /**
     * Parses a line; one of a transfer in progress has the outcome {@link Outcome#SERVER_DIED}.
     *
     * @throws IllegalArgumentException for one that is not of this class
     */
    static EndedTransfer read(String line) {
      try {
        return new Line(line).row();
      } catch (DateTimeException e) {
        throw new IllegalArgumentException("no time of an end: " + line, e);
      }
    }

    private EndedTransfer row() {
      return new EndedTransfer(
          Instant.parse(text(EndedColumn.TIME)),
          text(EndedColumn.ID),
          text(EndedColumn.DOWNLOAD_ID),
          text(EndedColumn.APPLICATION),
          text(EndedColumn.VIRTUAL_SERVER),
          text(EndedColumn.LISTENER),
          text(EndedColumn.FILE),
          text(EndedColumn.RANGE),
          Integer.parseInt(text(EndedColumn.STATUS)),
          text(EndedColumn.CLIENT),
          text(EndedColumn.IDENTITY),
          outcome(text(EndedColumn.OUTCOME)),
          text(EndedColumn.REASON),
          number(EndedColumn.BYTES),
          number(EndedColumn.TOTAL),
          Duration.ofMillis(number(EndedColumn.FIRST_BYTE)),
          Duration.ofMillis(number(EndedColumn.DURATION)));
    }

    private String text(EndedColumn column) {
      return values.getOrDefault(column, "");
    }

    private long number(EndedColumn column) {
      return Long.parseLong(text(column));
    }

    private static Outcome outcome(String label) {
      if (label.isEmpty()) {
        return Outcome.SERVER_DIED;
      }
      return Arrays.stream(Outcome.values())
          .filter(outcome -> outcome.label().equals(label))
          .findAny()
          .orElseThrow(() -> new IllegalArgumentException("no outcome of a transfer: " + label));
    }

    /** Without the characters that separate words and lines. */
    private static String escaped(String value) {
      return value
          .replace("\\", "\\\\")
          .replace("\t", "\\t")
          .replace("\n", "\\n")
          .replace("\r", "\\r");
    }

    private static String unescaped(String value) {
      // Handles escapes of String literals, among them these four.
      return value.indexOf('\\') < 0 ? value : value.translateEscapes();
    }
  }
}
