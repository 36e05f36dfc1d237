package io.sendfile.measure;

import io.sendfile.core.files.Root;
import io.sendfile.core.files.Root.HiddenFiles;
import io.sendfile.core.files.SymlinkPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The files to be sent, in a temporary folder that is deleted with them. */
final class SentFiles implements AutoCloseable {
  static final String ROOT = "measurement";

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.measurement");

  private final Path folder;

  private SentFiles(Path folder) {
    this.folder = folder;
  }

  /** Writes them into a new folder there. */
  static SentFiles make(Path temporary) throws IOException {
    SentFiles files =
        new SentFiles(Files.createTempDirectory(temporary, "sendfile-measurement-").toRealPath());
    boolean written = false;
    try {
      for (Load load : Load.values()) {
        byte[] bytes = new byte[load.fileBytes()];
        new SplittableRandom(load.fileBytes()).nextBytes(bytes);
        Files.write(files.folder.resolve(load.file()), bytes);
      }
      written = true;
      return files;
    } finally {
      if (!written) {
        files.close();
      }
    }
  }

  /** The folder as a root, by the name {@link #ROOT}. */
  Root root() {
    return new Root(ROOT, folder, SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT, true);
  }

  @Override
  public void close() {
    for (Load load : Load.values()) {
      delete(folder.resolve(load.file()));
    }
    delete(folder);
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.log(
          Level.WARNING,
          e,
          () -> "sendfile: a temporary file of a measurement is left; delete " + path);
    }
  }
}
