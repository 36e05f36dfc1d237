package io.sendfile.glassfish.content;

import io.sendfile.glassfish.content.OwnFolders.Rule;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The configured roots. Immutable and thread-safe; keeps each root's directory open (which keeps
 * its file system from being unmounted) until it is closed. Opens that are under way when it is
 * closed, and later ones, still work, at a higher cost.
 */
public final class Roots implements AutoCloseable {
  /** What stands for a root's name where a file lies in none: with an application, or static. */
  public static final Set<String> NO_ROOTS = OwnFolders.NAMES;

  private final Map<String, RootDirectory> byName = new LinkedHashMap<>();
  private final OwnFolders ownFolders = new OwnFolders();

  private Roots(Collection<Root> roots) {
    for (Root root : roots) {
      if (byName.put(root.name(), new RootDirectory(root)) != null) {
        throw new IllegalArgumentException("two roots are named '" + root.name() + "'");
      }
    }
  }

  /**
   * These roots. A directory that does not exist yet is no error: it is looked for again by each
   * request.
   *
   * @throws IllegalArgumentException when two have the same name
   */
  public static Roots of(Collection<Root> roots) {
    Roots made = new Roots(roots);
    refresh(made.byName.values());
    return made;
  }

  /** The roots in the order given. */
  public List<Root> all() {
    return byName.values().stream().map(RootDirectory::root).toList();
  }

  /** The root of that name. */
  public Optional<Root> byName(String name) {
    return Optional.ofNullable(byName.get(name)).map(RootDirectory::root);
  }

  /**
   * The root an absolute path lies in: of those whose configured or real path is a prefix, element
   * by element, the one with most elements. Links below the roots are not resolved. Empty as well
   * when the path has {@code ..} elements.
   */
  public Optional<Root> containing(Path absolute) {
    for (Path element : absolute) {
      if (element.toString().equals("..")) {
        return Optional.empty();
      }
    }
    Match match = longest(absolute.normalize(), byName.values());
    return match == null ? Optional.empty() : Optional.of(match.directory.root());
  }

  /** Where to look for a target. */
  Location locate(Target target) throws Refusal {
    if (target instanceof Target.InRoot inRoot) {
      List<String> elements = PathElements.split(inRoot.relativePath());
      RootDirectory directory = byName.get(inRoot.root());
      if (directory == null) {
        throw new Refusal(
            RefusalReason.UNKNOWN_ROOT,
            "no root is named '" + Escapes.forLog(inRoot.root()) + "'; there are " + names());
      }
      return new Location(directory, elements, null);
    }
    if (target instanceof Target.Static file) {
      Match root = longestKnown(file.folder(), byName.values());
      boolean zeroCopy = root == null || root.directory.root().zeroCopy();
      RootDirectory own = ownFolders.directory(file.folder(), Rule.STATIC, zeroCopy);
      return new Location(own, PathElements.split(file.relativePath()), null);
    }
    if (target instanceof Target.Owned owned) {
      return locateOwned(owned);
    }
    return target instanceof Target.Uri uri
        ? locateUri(uri.path())
        : locateAbsolute(((Target.Absolute) target).path());
  }

  /** In a root, unless the server has found the file by its own rules; else where it belongs. */
  private Location locateOwned(Target.Owned owned) throws Refusal {
    Path path = absolute(owned.path());
    Match root = longestKnown(path, byName.values());
    if (root != null && !owned.served()) {
      return locateAbsolute(owned.path());
    }
    boolean zeroCopy = root == null || root.directory.root().zeroCopy();
    Match own = longest(path, ownDirectories(owned, zeroCopy));
    Path parent = path.getParent();
    if (own == null && owned.served() && parent != null) {
      own = new Match(ownFolders.directory(parent, Rule.SERVED, zeroCopy), parent, false);
    }
    return own == null ? locateAbsolute(owned.path()) : below(own, path);
  }

  private List<RootDirectory> ownDirectories(Target.Owned owned, boolean zeroCopy) {
    List<RootDirectory> directories = new ArrayList<>(owned.folders().size());
    for (Path folder : owned.folders()) {
      Rule rule = owned.served() ? Rule.SERVED : Rule.APPLICATION;
      directories.add(ownFolders.directory(folder, rule, zeroCopy));
    }
    return directories;
  }

  /** Of the roots whose prefix the path begins with, the one with the longest prefix. */
  private Location locateUri(String path) throws Refusal {
    RootDirectory best = null;
    String bestPrefix = "";
    for (RootDirectory directory : byName.values()) {
      String prefix = directory.root().uriPrefix();
      if (prefix != null && path.startsWith(prefix) && prefix.length() > bestPrefix.length()) {
        best = directory;
        bestPrefix = prefix;
      }
    }
    if (best == null) {
      throw new Refusal(
          RefusalReason.OUTSIDE_ROOTS,
          "URI '"
              + Escapes.forLog(path)
              + "' begins with no root's uri-prefix; there are "
              + names()
              + "; set uri-prefix of a root, such as /protected/");
    }
    return new Location(best, PathElements.split(path.substring(bestPrefix.length())), null);
  }

  private Location locateAbsolute(String text) throws Refusal {
    Path path = absolute(text);
    Match match = longest(path, byName.values());
    if (match == null) {
      throw new Refusal(
          RefusalReason.OUTSIDE_ROOTS,
          "path '"
              + Escapes.forLog(text)
              + "' lies in no root; there are "
              + names()
              + "; create a root for it or move the file");
    }
    return below(match, path);
  }

  private static Path absolute(String text) throws Refusal {
    List<String> elements = PathElements.split(text);
    try {
      return Path.of((text.startsWith("/") ? "/" : "") + String.join("/", elements));
    } catch (InvalidPathException e) {
      throw FileOpener.unnameable(text, e);
    }
  }

  private static Location below(Match match, Path path) {
    List<String> rest = new ArrayList<>(4);
    for (int i = match.path.getNameCount(); i < path.getNameCount(); i++) {
      rest.add(path.getName(i).toString());
    }
    return new Location(match.directory, rest, match.real ? match.path : null);
  }

  private static @Nullable Match longest(Path absolute, Collection<RootDirectory> directories) {
    Match found = longestKnown(absolute, directories);
    if (found == null) {
      refresh(directories);
      found = longestKnown(absolute, directories);
    }
    return found;
  }

  private static @Nullable Match longestKnown(
      Path absolute, Collection<RootDirectory> directories) {
    Match best = null;
    for (RootDirectory directory : directories) {
      best = longer(best, directory, directory.root().path(), false, absolute);
      best = longer(best, directory, directory.lastRealPath(), true, absolute);
    }
    return best;
  }

  private static @Nullable Match longer(
      @Nullable Match best,
      RootDirectory directory,
      @Nullable Path prefix,
      boolean real,
      Path absolute) {
    boolean better =
        prefix != null
            && absolute.startsWith(prefix)
            && (best == null || prefix.getNameCount() > best.path.getNameCount());
    return better && prefix != null ? new Match(directory, prefix, real) : best;
  }

  private static void refresh(Collection<RootDirectory> directories) {
    for (RootDirectory directory : directories) {
      try {
        directory.acquire().release();
      } catch (IOException e) {
        // Not there or not readable now; who asks for a file in it is told so then.
      }
    }
  }

  private String names() {
    List<String> names = new ArrayList<>();
    for (RootDirectory directory : byName.values()) {
      names.add(directory.root().name() + "=" + Escapes.forLog(directory.root().path().toString()));
    }
    return names.isEmpty() ? "no roots at all" : String.join(", ", names);
  }

  @Override
  public void close() {
    byName.values().forEach(RootDirectory::close);
    ownFolders.close();
  }

  private record Match(RootDirectory directory, Path path, boolean real) {}

  /**
   * A root and the elements below it.
   *
   * @param realPath the root's real path when the elements are relative to that rather than to the
   *     configured path; null otherwise
   */
  record Location(RootDirectory directory, List<String> elements, @Nullable Path realPath) {}
}
