package io.sendfile.glassfish.application;

import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A file as an entity of Jakarta REST, for resources whose methods return a {@link
 * StreamingOutput}. Where glassfish-sendfile is active, such an entity is handed off, as a File or
 * a Path is; everywhere else it is copied. One that cannot be sent is a 404, a NotFoundException
 * for the application's mappers where it is copied.
 *
 * @param file the application's own; never the text of a client
 */
public record SendfileEntity(Path file) implements StreamingOutput, Supplier<Path> {
  @Override
  public Path get() {
    return file;
  }

  @Override
  public void write(OutputStream out) throws IOException {
    SendfilePart.copy(file, 0, -1, out);
  }

  /** The same for methods that return an InputStream; opens the file when it is first read. */
  public InputStream asStream() {
    return new FileStream(file);
  }
}
