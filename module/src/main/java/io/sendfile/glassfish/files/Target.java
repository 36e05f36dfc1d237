package io.sendfile.glassfish.files;

import java.nio.file.Path;
import java.util.List;

/**
 * The file an application names, after decoding and before any look at the file system. Paths have
 * {@code /} between their elements.
 */
public sealed interface Target {
  /** The file of the same name with more after it. */
  Target withSuffix(String suffix);

  /** An absolute path; it must lie in a configured root. */
  record Absolute(String path) implements Target {
    @Override
    public Target withSuffix(String suffix) {
      return new Absolute(path + suffix);
    }
  }

  /**
   * A path relative to a root.
   *
   * @param root name of the root
   * @param relativePath path below it
   */
  record InRoot(String root, String relativePath) implements Target {
    @Override
    public Target withSuffix(String suffix) {
      return new InRoot(root, relativePath + suffix);
    }
  }

  /**
   * An absolute path; it must lie in a configured root or in one of these folders.
   *
   * @param folders those of the web application that names the file
   * @param served whether the server itself has found the file for the request, so that it need not
   *     lie in the folders
   */
  record Owned(String path, List<Path> folders, boolean served) implements Target {
    public Owned {
      folders = List.copyOf(folders);
    }

    @Override
    public Target withSuffix(String suffix) {
      return new Owned(path + suffix, folders, served);
    }
  }

  /**
   * A static file that the server is about to serve.
   *
   * @param folder where its web application keeps them
   * @param relativePath path below it
   */
  record Static(Path folder, String relativePath) implements Target {
    @Override
    public Target withSuffix(String suffix) {
      return new Static(folder, relativePath + suffix);
    }
  }

  /** A decoded URI path; it must begin with a root's URI prefix. */
  record Uri(String path) implements Target {
    @Override
    public Target withSuffix(String suffix) {
      return new Uri(path + suffix);
    }
  }
}
