package io.sendfile.glassfish.sample;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder that the server knows as the root {@code files}. A context parameter or system
 * property {@value #PROPERTY} gives the application its path.
 *
 * @param folder absolute path of an existing folder, without symbolic links
 */
record SampleFiles(Path folder) {
  static final String PROPERTY = "io.sendfile.sample.files";
  static final String PREFIX = "files:";

  /** Empty if no folder is named, or it does not exist. */
  static Optional<SampleFiles> of(ServletContext context) throws IOException {
    String name =
        Optional.ofNullable(context.getInitParameter(PROPERTY))
            .orElseGet(() -> System.getProperty(PROPERTY, ""));
    Path folder = Path.of(name);
    return name.isEmpty() || !Files.isDirectory(folder)
        ? Optional.empty()
        : Optional.of(new SampleFiles(folder.toRealPath()));
  }

  /** The file of a request's value, as {@link #find}; empty, too, without a value or a folder. */
  static Optional<Path> asked(ServletContext context, @Nullable String value) throws IOException {
    return value == null ? Optional.empty() : of(context).flatMap(folder -> folder.find(value));
  }

  /**
   * The file of a header value such as {@code files:a%20file.bin}.
   *
   * @return empty unless the value is well-formed and names a regular file below the folder
   */
  Optional<Path> find(String value) {
    if (!value.startsWith(PREFIX)) {
      return Optional.empty();
    }
    try {
      String relative =
          URLDecoder.decode(
              value.substring(PREFIX.length()).replace("+", "%2B"), StandardCharsets.UTF_8);
      // Real path against real path, element by element: neither ".." nor a link leads out.
      Path file = folder.resolve(relative).toRealPath();
      return file.startsWith(folder) && Files.isRegularFile(file)
          ? Optional.of(file)
          : Optional.empty();
    } catch (IllegalArgumentException | IOException e) {
      return Optional.empty();
    }
  }

  /** Names of the regular files directly in the folder, the smallest file first. */
  List<Listed> list() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .map(file -> new Listed(file.getFileName().toString(), file.toFile().length()))
          .filter(file -> !file.name().startsWith("."))
          .sorted()
          .toList();
    }
  }

  /**
   * One file of the list.
   *
   * @param size in bytes
   */
  record Listed(String name, long size) implements Comparable<Listed> {
    @Override
    public int compareTo(Listed other) {
      int bySize = Long.compare(size, other.size);
      return bySize != 0 ? bySize : name.compareTo(other.name);
    }
  }
}
