package io.sendfile.glassfish.ended;

import io.sendfile.glassfish.journal.LineFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
  private @Nullable LineFile file;
  private int lines;
  private boolean incomplete;
  private volatile boolean opened;
  private volatile String problem = "";

  EndedFile(Path folder, MemoryRows rows) {
    this.folder = folder;
    this.rows = rows;
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
    lines = 0;
    int damaged =
        lineFile.read(
            line -> {
              lines++;
              try {
                earlier.add(EndedLine.read(line));
              } catch (IllegalArgumentException e) {
                unknown.incrementAndGet();
              }
            });
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
      if (fresh == null || incomplete || lines + fresh.size() > 2L * rows.most()) {
        List<EndedTransfer> all = rows.takeAll();
        open.replace(text(all));
        lines = all.size();
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
