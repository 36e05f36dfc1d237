package io.sendfile.core.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A root that contains a path.
 *
 * @param directory the root's directory
 * @param path the configured or real path of the root with which the path begins
 * @param real whether it is the real path
 */
record RootMatch(RootDirectory directory, Path path, boolean real) {
  /** Like {@link #longestKnown}, but resolves unknown real paths. */
  static @Nullable RootMatch longest(Path absolute, Collection<RootDirectory> directories) {
    RootMatch found = longestKnown(absolute, directories);
    if (found == null) {
      refresh(directories);
      found = longestKnown(absolute, directories);
    }
    return found;
  }

  /** The deepest of the roots that contain the path; of equal ones the first. Touches no file. */
  static @Nullable RootMatch longestKnown(Path absolute, Collection<RootDirectory> directories) {
    RootMatch best = null;
    for (RootDirectory directory : directories) {
      best = longer(best, directory, directory.root().path(), false, absolute);
      best = longer(best, directory, directory.lastRealPath(), true, absolute);
    }
    return best;
  }

  /**
   * The root with the longest matching URI prefix.
   *
   * @throws Refusal if a root that is left out has a longer one
   */
  static @Nullable RootDirectory byPrefix(
      String path, Collection<RootDirectory> directories, Collection<LeftOutRoot> leftOut)
      throws Refusal {
    RootDirectory best = null;
    int length = 0;
    for (RootDirectory directory : directories) {
      String prefix = directory.root().prefix();
      if (path.startsWith(prefix) && prefix.length() > length) {
        best = directory;
        length = prefix.length();
      }
    }
    for (LeftOutRoot root : leftOut) {
      String prefix = root.uriPrefix();
      if (prefix != null && path.startsWith(prefix) && prefix.length() > length) {
        throw root.refusal(path);
      }
    }
    return best;
  }

  private static @Nullable RootMatch longer(
      @Nullable RootMatch best,
      RootDirectory directory,
      @Nullable Path prefix,
      boolean real,
      Path absolute) {
    boolean better =
        prefix != null
            && absolute.startsWith(prefix)
            && (best == null || prefix.getNameCount() > best.path.getNameCount());
    return better && prefix != null ? new RootMatch(directory, prefix, real) : best;
  }

  /** Resolves the directories' real paths. */
  static void refresh(Collection<RootDirectory> directories) {
    for (RootDirectory directory : directories) {
      try {
        directory.look();
      } catch (IOException | Refusal e) {
        // Absent, unreadable or silent now; a request for a file in it is refused for that.
      }
    }
  }

  /** Place of a path that begins with that of the root. */
  Roots.Location below(Path absolute, @Nullable Roots others) {
    List<String> rest = new ArrayList<>(4);
    for (int i = path.getNameCount(); i < absolute.getNameCount(); i++) {
      rest.add(absolute.getName(i).toString());
    }
    return new Roots.Location(directory, rest, real ? path : null, others);
  }
}
