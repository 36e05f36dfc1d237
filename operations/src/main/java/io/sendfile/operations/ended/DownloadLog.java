package io.sendfile.operations.ended;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sendfile.operations.journal.PrivateFiles;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Losses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lines in files {@code sendfile-downloads.N.jsonl}, of which 0 is the newest. Adding a line never
 * waits for the disk, as another thread writes the lines. A file has whole lines only: those that
 * cannot be written wait, up to a bound, and are written later. Thread-safe.
 */
final class DownloadLog {
  private static final int FILES = 10;

  /** Bytes of a write, or more by a line. */
  private static final int TOGETHER = 64 << 10;

  /** Most lines that wait for the disk. */
  static final int MOST = 100_000;

  /** Most lines that wait while the disk fails. */
  static final int MOST_KEPT = 10_000;

  private final Path folder;
  private final Losses losses;
  private List<String> lines = new ArrayList<>();
  private long leftOut;
  private boolean ended;
  private volatile boolean on;

  /**
   * The last length limit that was not 0, for lines that still wait when the log is switched off.
   */
  private volatile long bytes;

  /** Held during writes to the disk; guards the open file and its length. */
  private final Object disk = new Object();

  private @Nullable FileChannel file;
  private @Nullable Object identity;
  private long end;

  /**
   * No log yet; the folder is created with the first line.
   *
   * @param losses counts lines that are not written
   */
  DownloadLog(Path folder, Losses losses) {
    this.folder = folder;
    this.losses = losses;
  }

  /** Lines that were not written. */
  Losses losses() {
    return losses;
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
   * Adds a line to be written; none after {@link #end}.
   *
   * @return whether {@link #write} is to be called
   */
  synchronized boolean add(String line) {
    if (ended) {
      return false;
    }
    if (lines.size() >= (losses.isFailing() ? MOST_KEPT : MOST)) {
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
    int written = 0;
    try {
      while (written < some.size()) {
        written += append(some.subList(written, some.size()));
      }
      losses.works();
    } catch (IOException e) {
      close();
      lost += putBack(some.subList(written, some.size()));
      losses.fails(folder + " cannot be written, so lines wait in memory: " + e, waiting());
    }
    if (lost > 0) {
      losses.lost(lost, "too many lines waited for the disk");
    }
  }

  /** Puts lines before those that have come since; returns the number of those without room. */
  private synchronized int putBack(List<String> left) {
    List<String> all = new ArrayList<>(left);
    all.addAll(lines);
    int room = Math.min(all.size(), MOST_KEPT);
    lines = new ArrayList<>(all.subList(0, room));
    return all.size() - room;
  }

  private synchronized int waiting() {
    return lines.size();
  }

  /** Writes the first of these lines; returns their number. */
  private int append(List<String> some) throws IOException {
    long most = bytes;
    FileChannel to = open();
    if (end >= most) {
      close();
      rotate();
      to = open();
    }
    ByteArrayOutputStream together = new ByteArrayOutputStream();
    int number = 0;
    while (number < some.size() && together.size() < TOGETHER && end + together.size() < most) {
      together.writeBytes(some.get(number).getBytes(UTF_8));
      together.write('\n');
      number++;
    }
    end = PrivateFiles.append(to, together.toByteArray(), end);
    return number;
  }

  private FileChannel open() throws IOException {
    FileChannel known = file;
    if (known != null && isInPlace(known)) {
      return known;
    }
    close();
    Files.createDirectories(folder);
    FileChannel opened =
        FileChannel.open(
            path(0), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      end = wholeLines(opened);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
    file = opened;
    identity = PrivateFiles.identity(path(0));
    return opened;
  }

  /** Whether others, such as logrotate, have left it with its name and its lines. */
  private boolean isInPlace(FileChannel known) throws IOException {
    return Objects.equals(identity, PrivateFiles.identity(path(0))) && known.size() >= end;
  }

  /** Length without a last line that a crash cut short. */
  private static long wholeLines(FileChannel file) throws IOException {
    long length = file.size();
    ByteBuffer last = ByteBuffer.allocate(1);
    while (length > 0 && file.read(last.clear(), length - 1) == 1 && last.get(0) != '\n') {
      length--;
    }
    file.truncate(length);
    return length;
  }

  private Path path(int number) {
    return folder.resolve("sendfile-downloads." + number + ".jsonl");
  }

  private void rotate() throws IOException {
    for (int number = FILES - 2; number >= 0; number--) {
      if (Files.exists(path(number))) {
        Files.move(path(number), path(number + 1), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  /** Writes the lines that wait, and closes the file for good. */
  void end() {
    synchronized (disk) {
      writeLines();
      close();
    }
    int left;
    synchronized (this) {
      left = lines.size();
      lines = new ArrayList<>();
      ended = true;
    }
    if (left > 0) {
      losses.lost(left, "they waited for the disk when the server stopped");
    }
  }

  private void close() {
    FileChannel open = file;
    file = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        losses.fails(folder + " was not closed cleanly: " + e);
      }
    }
  }

  /**
   * An ended transfer as a JSON object (RFC 8259) in one line: the value of each {@link
   * EndedColumn} by its label; the shares of its time are an object. Characters that control, hide
   * or reorder text are escaped.
   */
  static String line(EndedTransfer row, Map<String, Integer> timePercent) {
    StringBuilder line = new StringBuilder("{");
    for (EndedColumn column : EndedColumn.values()) {
      member(line, column.label());
      Object value = column.value(row);
      if (column == EndedColumn.TIME_PERCENT) {
        line.append(shares(timePercent));
      } else if (value instanceof Number) {
        line.append(value);
      } else {
        quote(line, value.toString());
      }
      line.append(',');
    }
    line.setCharAt(line.length() - 1, '}');
    return line.toString();
  }

  private static String shares(Map<String, Integer> timePercent) {
    return timePercent.entrySet().stream()
        .map(share -> "\"" + share.getKey() + "\":" + share.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static void member(StringBuilder line, String name) {
    quote(line, name);
    line.append(':');
  }

  private static void quote(StringBuilder line, String text) {
    String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
    line.append('"').append(Escapes.forTerminal(quoted)).append('"');
  }
}
