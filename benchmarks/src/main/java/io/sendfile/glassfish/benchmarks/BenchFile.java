package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/**
 * A file to be sent.
 *
 * @param title as shown in the tables
 * @param bytes its length
 */
record BenchFile(String title, long bytes) {
  private static final int BLOCK = 1 << 20;

  static BenchFile kilobytes(int size) {
    return new BenchFile(size + " KB", size * 1024L);
  }

  static BenchFile megabytes(int size) {
    return new BenchFile(size + " MB", size * 1024L * 1024);
  }

  static BenchFile gigabytes(int size) {
    return new BenchFile(size + " GB", size * 1024L * 1024 * 1024);
  }

  /** Its name in the folder of files, for example {@code 100-mb.bin}. */
  String name() {
    return title.toLowerCase(java.util.Locale.ROOT).replace(' ', '-') + ".bin";
  }

  /** Creates the file without content: it reads as zeros and takes no room on the disk. */
  void createSparseIn(Path folder) {
    try (var file = new RandomAccessFile(folder.resolve(name()).toFile(), "rw")) {
      file.setLength(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the file into the page cache, in case the machine has evicted old pages. */
  void cacheFrom(Path folder) {
    byte[] block = new byte[BLOCK];
    try (var in = Files.newInputStream(folder.resolve(name()))) {
      while (in.read(block) >= 0) {
        continue;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Creates the file with random content, unless it exists. */
  void createIn(Path folder, RandomGenerator random) {
    Path file = folder.resolve(name());
    try {
      if (Files.exists(file) && Files.size(file) == bytes) {
        return;
      }
      try (var out = Files.newOutputStream(file)) {
        for (long left = bytes; left > 0; left -= BLOCK) {
          byte[] block = new byte[(int) Math.min(BLOCK, left)];
          random.nextBytes(block);
          out.write(block);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
