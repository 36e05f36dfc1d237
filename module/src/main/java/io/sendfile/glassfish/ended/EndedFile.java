package io.sendfile.glassfish.ended;

import io.sendfile.glassfish.journal.LineFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The rows on disk. The file is opened and read when rows are first requested. New rows are
 * appended; when more than half of the rows are obsolete, or some could not be appended, the file
 * is rewritten. Thread-safe.
 */
final class EndedFile {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.ended");

  private final Path folder;
  private final MemoryRows rows;
  private final Consumer<EndedTransfer> died;
  private @Nullable LineFile file;
  private int lines;
  private boolean incomplete;
  private volatile boolean opened;
  private volatile String problem = "";

  /**
   * @param died receives the transfers that the last process had in progress when it died
   */
  EndedFile(Path folder, MemoryRows rows, Consumer<EndedTransfer> died) {
    this.folder = folder;
    this.rows = rows;
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
        problem = "";
      } finally {
        if (!opened) {
          lineFile.close();
        }
      }
    } catch (IOException e) {
      fail("opened", e);
    }
  }

  private BoundedRows rowsOf(LineFile lineFile) throws IOException {
    BoundedRows earlier = new BoundedRows(rows.most());
    AtomicInteger unknown = new AtomicInteger();
    Set<String> ended = new HashSet<>();
    Map<String, EndedTransfer> inProgress = new LinkedHashMap<>();
    lines = 0;
    int damaged =
        lineFile.read(
            line -> {
              lines++;
              try {
                EndedTransfer row = EndedLine.read(line);
                if (EndedLine.isInProgress(line)) {
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
          "The process before this one ended without a stop; {0} downloads that it had in progress"
              + " are in the list of ended transfers as server-died",
          Integer.toString(inProgress.size()));
    }
    int lost = damaged + unknown.get();
    if (lost > 0) {
      incomplete = true;
      LOG.log(
          Level.WARNING,
          "{0}: {1} of its lines cannot be read, as after a crash, and are passed over; the list of"
              + " ended transfers lacks them",
          new Object[] {folder, Integer.toString(lost)});
    }
    return earlier;
  }

  /** Writes what is new. */
  synchronized void write() {
    List<EndedTransfer> fresh = rows.takeNew();
    if (file == null) {
      if (fresh != null && fresh.isEmpty() && !mustForget()) {
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
      problem = "";
    } catch (IOException e) {
      incomplete = true;
      fail("written", e);
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
    if (open == null || lastKnown.isEmpty()) {
      return;
    }
    try {
      if (isLongWith(lastKnown.size())) {
        replaceAll(open);
      }
      open.add(lastKnown.stream().map(EndedLine::writeInProgress).toList());
      lines += lastKnown.size();
    } catch (IOException e) {
      incomplete = true;
      fail("written", e);
    }
  }

  private boolean mustForget() {
    return rows.most() == 0 && Files.isDirectory(folder);
  }

  private static List<String> text(List<EndedTransfer> some) {
    return some.stream().map(EndedLine::write).toList();
  }

  /** Logs a failure once; the next rows are another try. */
  private void fail(String what, IOException e) {
    Level level = problem.isEmpty() ? Level.WARNING : Level.FINE;
    problem = folder + " cannot be " + what + ": " + e;
    LOG.log(level, () -> "Ended transfers are remembered until the server stops only: " + problem);
  }

  /** The present reason why the rows do not outlive the server, in words; empty if they do. */
  String problem() {
    return problem;
  }

  /** Writes what is new, and closes the file. */
  synchronized void close() {
    write();
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
}
