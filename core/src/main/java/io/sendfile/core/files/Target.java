package io.sendfile.core.files;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file named by an application, decoded but not yet looked up. Paths have {@code /} between
 * their elements.
 *
 * <p>{@link OpenFiles} looks targets up with each request. So the usual ones compare themselves: a
 * record's own equality is made of method handles, which are slow until they are compiled.
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

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Absolute that && path.equals(that.path);
    }

    @Override
    public int hashCode() {
      return path.hashCode();
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

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof InRoot that
          && relativePath.equals(that.relativePath)
          && root.equals(that.root);
    }

    @Override
    public int hashCode() {
      return relativePath.hashCode();
    }
  }

  /**
   * An absolute path, which must lie in a configured root or in one of these folders.
   *
   * @param folders those of the web application that names the file
   * @param policy of the one that has found the file: whether it may lie outside of the folders
   */
  record Owned(String path, List<Path> folders, LookupPolicy policy) implements Target {
    public Owned {
      folders = List.copyOf(folders);
    }

    @Override
    public Target withSuffix(String suffix) {
      return new Owned(path + suffix, folders, policy);
    }

    /** Whether the server itself has found the file for the request. */
    public boolean served() {
      return policy == LookupPolicy.SERVED;
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

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Static that
          && relativePath.equals(that.relativePath)
          && folder.equals(that.folder);
    }

    @Override
    public int hashCode() {
      return relativePath.hashCode();
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
