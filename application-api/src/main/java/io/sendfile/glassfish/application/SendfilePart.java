package io.sendfile.glassfish.application;

import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A part of a file as an entity of Jakarta REST. Where glassfish-sendfile is active, it is handed
 * off; everywhere else it is copied. Ranges of requests do not apply: it is the whole body.
 *
 * @param file the application's own; never the text of a client
 * @param position of the first byte, from 0
 * @param count bytes, from 0
 */
public record SendfilePart(Path file, long position, long count)
    implements StreamingOutput, Supplier<Map<String, Object>> {
  /**
   * @throws IllegalArgumentException if position or count is negative
   */
  public SendfilePart {
    if (position < 0 || count < 0) {
      throw new IllegalArgumentException(
          "position and count must be at least 0; they are " + position + " and " + count);
    }
  }

  /** The attributes of a request that pass it. */
  @Override
  public Map<String, Object> get() {
    return Map.of(
        "io.sendfile.file", file, "io.sendfile.position", position, "io.sendfile.count", count);
  }

  @Override
  public void write(OutputStream out) throws IOException {
    copy(file, position, count, out);
  }

  /**
   * Copies a part of a file.
   *
   * @param count as of {@link Copy#of(Path, long, long)}
   * @throws NotFoundException if it cannot be sent
   */
  static void copy(Path file, long position, long count, OutputStream out) throws IOException {
    try (Copy copy = Copy.of(file, position, count)) {
      copy.to(out);
    } catch (FileNotFoundException e) {
      throw new NotFoundException(e);
    }
  }
}
