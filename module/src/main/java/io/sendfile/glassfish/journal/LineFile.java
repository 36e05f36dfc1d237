package io.sendfile.glassfish.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** An {@link AppendedFile} of lines {@code checksum text}. Not thread-safe. */
public final class LineFile implements AutoCloseable {
  /** Most bytes of a line; a longer one is damaged, and not held in memory. */
  private static final int LONGEST = 64 << 10;

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
    int damaged = 0;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (InputStream in = new BufferedInputStream(file.read(), LONGEST)) {
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next != '\n') {
          if (line.size() <= LONGEST) {
            line.write(next);
          }
        } else {
          damaged += isDamaged(line.toByteArray(), each) ? 1 : 0;
          line.reset();
        }
      }
    }
    return isDamaged(line.toByteArray(), each) ? damaged + 1 : damaged;
  }

  private static boolean isDamaged(byte[] line, Consumer<String> each) {
    if (line.length <= CHECKSUM + 1 || line.length > LONGEST) {
      return line.length > 0;
    }
    byte[] text = Arrays.copyOfRange(line, CHECKSUM + 1, line.length);
    if (!Checksum.of(text).equals(new String(line, 0, CHECKSUM, US_ASCII))) {
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

  private static byte[] bytes(List<String> lines) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // Ends a line that was cut short by a crash; readers skip empty lines.
    bytes.write('\n');
    for (String line : lines) {
      byte[] text = line.getBytes(UTF_8);
      bytes.writeBytes((Checksum.of(text) + ' ').getBytes(US_ASCII));
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
