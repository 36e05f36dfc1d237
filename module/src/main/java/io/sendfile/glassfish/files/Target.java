package io.sendfile.glassfish.files;

import java.nio.file.Path;
import java.util.List;

/**
 * The file named by an application, decoded but not yet looked up. Paths have {@code /} between
 * their elements.
 */
public sealed interface Target {
  /** The file of the same name with a suffix. */
  Target withSuffix(String suffix);

  /** An absolute path, which must lie in a configured root. */
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
   * An absolute path, which must lie in a configured root or in one of these folders.
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
   * @param folder its web application's
   * @param relativePath path below it
   */
  record Static(Path folder, String relativePath) implements Target {
    @Override
    public Target withSuffix(String suffix) {
      return new Static(folder, relativePath + suffix);
    }
  }

  /** A decoded URI path, which must begin with a root's URI prefix. */
  record Uri(String path) implements Target {
    @Override
    public Target withSuffix(String suffix) {
      return new Uri(path + suffix);
    }
  }
}
