package io.sendfile.glassfish.ended;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.ErrorManager;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Lines in files {@code sendfile-downloads.N.jsonl}, of which 0 is the newest. Adding a line never
 * waits for the disk, as another thread writes the lines. Thread-safe.
 */
final class DownloadLog {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.ended");
  private static final int FILES = 10;

  /** Most lines that wait for the disk. */
  static final int MOST = 100_000;

  private final Path folder;
  private List<String> lines = new ArrayList<>();
  private long leftOut;
  private volatile boolean on;

  /**
   * The last length limit that was not 0, for lines that still wait when the log is switched off.
   */
  private volatile long bytes;

  /** Held during writes to the disk; guards the open file and its length limit. */
  private final Object disk = new Object();

  private @Nullable FileHandler file;
  private long limit;

  /** No log yet; the folder is created with the first line. */
  DownloadLog(Path folder) {
    this.folder = folder;
  }

  /** Sets the length at which a new file begins, bytes; 0 = no log. */
  void rotateAt(long length) {
    if (length > 0) {
      bytes = length;
    }
    on = length > 0;
  }

  /** Whether lines are wanted. */
  boolean isOn() {
    return on;
  }

  /**
   * Adds a line to be written.
   *
   * @return whether {@link #write} is to be called
   */
  synchronized boolean add(String line) {
    if (lines.size() == MOST) {
      leftOut++;
      return false;
    }
    lines.add(line);
    return lines.size() == 1;
  }

  /** Writes the lines that wait. */
  void write() {
    synchronized (disk) {
      writeLines();
      if (!on) {
        close();
      }
    }
  }

  private void writeLines() {
    List<String> some;
    long lost;
    synchronized (this) {
      some = lines;
      lost = leftOut;
      lines = new ArrayList<>();
      leftOut = 0;
    }
    if (!some.isEmpty()) {
      FileHandler to = open();
      if (to == null) {
        lost += some.size();
      } else {
        some.forEach(line -> to.publish(new LogRecord(Level.ALL, line)));
      }
    }
    if (lost > 0) {
      LOG.log(Level.WARNING, "{0} lines of the log of downloads were not written", lost);
    }
  }

  private @Nullable FileHandler open() {
    long wanted = bytes;
    if (file != null && wanted == limit) {
      return file;
    }
    close();
    try {
      Files.createDirectories(folder);
      String pattern = folder.toString().replace("%", "%%") + "/sendfile-downloads.%g.jsonl";
      FileHandler opened = new FileHandler(pattern, wanted, FILES, true);
      opened.setEncoding(StandardCharsets.UTF_8.name());
      opened.setLevel(Level.ALL);
      opened.setFormatter(new LineFormatter());
      opened.setErrorManager(new Warning());
      file = opened;
      limit = wanted;
    } catch (IOException e) {
      LOG.log(Level.WARNING, e, () -> "the log of downloads in " + folder + " cannot be opened");
    }
    return file;
  }

  /** Writes the lines that wait, and closes the file. */
  void end() {
    synchronized (disk) {
      writeLines();
      close();
    }
  }

  private void close() {
    if (file != null) {
      file.close();
      file = null;
    }
  }

  private static final class LineFormatter extends Formatter {
    @Override
    public String format(LogRecord line) {
      return line.getMessage() + "\n";
    }
  }

  private static final class Warning extends ErrorManager {
    @Override
    public synchronized void error(String message, @Nullable Exception e, int code) {
      LOG.log(Level.WARNING, "the log of downloads cannot be written", e);
    }
  }
}
