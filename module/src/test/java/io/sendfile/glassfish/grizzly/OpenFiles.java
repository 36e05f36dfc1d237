package io.sendfile.glassfish.grizzly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Descriptors of this process. */
final class OpenFiles {
  private OpenFiles() {}

  /** Those that lead to files of a folder; the folder itself may be open. */
  static List<Path> below(Path folder) {
    try (Stream<Path> list = Files.list(Path.of("/proc/self/fd"))) {
      return list.flatMap(OpenFiles::target)
          .filter(path -> path.startsWith(folder) && !path.equals(folder))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Stream<Path> target(Path descriptor) {
    try {
      return Stream.of(Files.readSymbolicLink(descriptor));
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
