package io.sendfile.glassfish.application;

import jakarta.ws.rs.NotFoundException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The bytes of a file that is opened when it is first read, and its path. Not thread-safe. */
final class FileStream extends InputStream implements Supplier<Path> {
  private final Path file;
  private InputStream opened;

  FileStream(Path file) {
    this.file = file;
  }

  @Override
  public Path get() {
    return file;
  }

  private InputStream opened() throws IOException {
    if (opened == null) {
      try {
        opened = Copy.of(file).stream();
      } catch (FileNotFoundException e) {
        throw new NotFoundException(e);
      }
    }
    return opened;
  }

  @Override
  public int read() throws IOException {
    return opened().read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return opened().read(bytes, offset, length);
  }

  @Override
  public void close() throws IOException {
    if (opened != null) {
      opened.close();
    }
  }
}
