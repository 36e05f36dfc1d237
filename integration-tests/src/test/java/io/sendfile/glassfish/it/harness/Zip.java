package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Unpacks archives like {@code unzip}, with their permissions. */
final class Zip {
  private Zip() {}

  /** Unpacks into a new folder. */
  static void unpack(Path zip, Path folder) throws IOException {
    delete(folder);
    try (FileSystem archive =
        FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", true))) {
      Path top = archive.getPath("/");
      for (Path entry : all(top)) {
        Path target = folder.resolve(top.relativize(entry).toString());
        if (Files.isDirectory(entry)) {
          Files.createDirectories(target);
        } else {
          Files.copy(entry, target);
          Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(entry));
        }
      }
    }
  }

  /** A folder before its content. */
  private static List<Path> all(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.toList();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      for (Path path : all(folder).stream().sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
