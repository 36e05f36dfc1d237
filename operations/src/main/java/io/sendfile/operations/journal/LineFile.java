package io.sendfile.operations.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** An {@link AppendedFile} of lines {@code checksum text}. Not thread-safe. */
public final class LineFile implements AutoCloseable {
  private static final int CHECKSUM = 8;

  private final AppendedFile file;

  /**
   * Opens the file of that folder; both are created if missing.
   *
   * @throws IOException if it cannot be written, or another server has it open
   */
  public LineFile(Path folder) throws IOException {
    file = new AppendedFile(folder, "lines");
  }

  /**
   * Reads the lines.
   *
   * @param each receives the text of each sound line
   * @return number of damaged lines, such as one cut short by a crash
   */
  public int read(Consumer<String> each) throws IOException {
    int[] damaged = new int[1];
    file.read((position, line) -> damaged[0] += isDamaged(line, each) ? 1 : 0);
    return damaged[0];
  }

  private static boolean isDamaged(byte[] line, Consumer<String> each) {
    if (line.length <= CHECKSUM + 1 || line.length > AppendedFile.LONGEST) {
      return line.length > 0;
    }
    byte[] text = Arrays.copyOfRange(line, CHECKSUM + 1, line.length);
    if (!AppendedFile.checksum(text).equals(new String(line, 0, CHECKSUM, US_ASCII))) {
      return true;
    }
    each.accept(new String(text, UTF_8));
    return false;
  }

  /** Adds lines, in one write. */
  public void add(List<String> lines) throws IOException {
    file.add(bytes(lines));
  }

  /** Replaces all lines. If that fails, the file stays as it was. */
  public void replace(List<String> lines) throws IOException {
    file.replace(List.of(bytes(lines)));
  }

  /**
   * Keeps the present content as a file of its own, until the next such one, before damaged lines
   * are replaced.
   *
   * @return that file
   */
  public Path setAside() {
    return file.setAside();
  }

  private static byte[] bytes(List<String> lines) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // Ends a line that was cut short by a crash; readers skip empty lines.
    bytes.write('\n');
    for (String line : lines) {
      byte[] text = line.getBytes(UTF_8);
      bytes.writeBytes((AppendedFile.checksum(text) + ' ').getBytes(US_ASCII));
      bytes.writeBytes(text);
      bytes.write('\n');
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
