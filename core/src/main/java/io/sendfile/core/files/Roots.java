package io.sendfile.core.files;

import io.sendfile.spi.Escapes;
import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The configured roots. Immutable and thread-safe; keeps the directory of each root open that is
 * used (which keeps its file system from being unmounted), until it was unused for a while, or
 * closed. Running opens, and later ones, still work after that, at a higher cost.
 *
 * <p>There is no clock: {@link #sweep} brings the time, a few times a second.
 */
public final class Roots implements AutoCloseable {
  private static final String NO_VALUE =
      "an address of an application is no value: ask for the one that the application sends";

  private final Map<String, RootDirectory> byName = new LinkedHashMap<>();
  private final ApplicationFolders applicationFolders;
  private final OpenFiles openFiles;

  /** Roots by name, then the folders of left-out roots; of two equal ones, the first counts. */
  private final List<RootDirectory> places;

  private final List<LeftOutRoot> leftOut;

  private Roots(Collection<Root> roots, Collection<LeftOutRoot> leftOut, OpenFiles openFiles) {
    this.openFiles = openFiles;
    this.applicationFolders = new ApplicationFolders(openFiles);
    for (Root root : roots) {
      if (byName.put(root.name(), new RootDirectory(root, openFiles)) != null) {
        throw new IllegalArgumentException("two roots are named '" + root.name() + "'");
      }
    }
    this.leftOut = List.copyOf(leftOut);
    this.places = new ArrayList<>(byName.values());
    for (LeftOutRoot root : leftOut) {
      Path folder = root.path();
      if (folder != null) {
        Root stand =
            new Root("left-out", folder, SymlinkPolicy.NONE, new HiddenFiles(List.of()), false);
        places.add(new RootDirectory(stand, root, openFiles));
      }
    }
  }

  /**
   * Creates the roots. A directory that does not exist yet is no error: each request looks for it
   * again.
   *
   * @param leftOut configured roots that cannot be used
   * @throws IllegalArgumentException when two have the same name
   */
  public static Roots of(
      Collection<Root> roots, Collection<LeftOutRoot> leftOut, OpenFiles openFiles) {
    Roots made = new Roots(roots, leftOut, openFiles);
    refresh(made.places);
    return made;
  }

  /** Resolves the directories' real paths. */
  private static void refresh(Collection<RootDirectory> directories) {
    for (RootDirectory directory : directories) {
      try {
        directory.look();
      } catch (IOException | Refusal e) {
        // Absent, unreadable or silent now; a request for a file in it is refused for that.
      }
    }
  }

  /** Files that stay open. */
  public OpenFiles openFiles() {
    return openFiles;
  }

  /** Whether no other root can decide about the files of one. */
  boolean isOnlyOne() {
    return places.size() <= 1;
  }

  /**
   * The root that a target names, without a look at the file system: by its name, by its URI
   * prefix, or as the folder an absolute path begins with. Empty for files of applications and of
   * the server, and for those of a root that is left out.
   */
  public Optional<Root> named(Target target) {
    try {
      return Optional.ofNullable(directoryNamed(target)).map(RootDirectory::root);
    } catch (Refusal e) {
      return Optional.empty();
    }
  }

  private @Nullable RootDirectory directoryNamed(Target target) throws Refusal {
    if (target instanceof Target.InRoot inRoot) {
      return byName.get(inRoot.root());
    }
    if (target instanceof Target.Uri uri) {
      return byPrefix(uri.path());
    }
    if (!(target instanceof Target.Absolute file)) {
      return null;
    }
    Match match = Match.longestKnown(absolute(file.path()), places);
    return match == null ? null : match.directory().admitted(match.path());
  }

  /** The place of a target. */
  public Location locate(Target target) throws Refusal {
    if (target instanceof Target.InRoot inRoot) {
      return locateInRoot(inRoot);
    }
    if (target instanceof Target.Static file) {
      Match root = Match.longestKnown(file.folder(), byName.values());
      boolean zeroCopy = root == null || root.directory().root().zeroCopy();
      RootDirectory own =
          applicationFolders.directory(file.folder(), LookupPolicy.STATIC, zeroCopy);
      return new Location(own, PathElements.split(file.relativePath()), null, null);
    }
    if (target instanceof Target.Owned owned) {
      return locateOwned(owned);
    }
    return target instanceof Target.Uri uri
        ? locateUri(uri.path())
        : locateAbsolute(((Target.Absolute) target).path());
  }

  private Location locateInRoot(Target.InRoot target) throws Refusal {
    RootDirectory directory = byName.get(target.root());
    if (directory == null) {
      for (LeftOutRoot root : leftOut) {
        if (root.name().equals(target.root())) {
          throw root.refusal(target.root() + ":" + target.relativePath());
        }
      }
      throw new Refusal(
          RefusalReason.UNKNOWN_ROOT,
          "no root is named '" + Escapes.forLog(target.root()) + "'; there are " + names());
    }
    return inRoot(directory, target.relativePath());
  }

  /** Files of a root inside this one belong to the inner one. */
  private Location inRoot(RootDirectory directory, String below) throws Refusal {
    List<String> elements = PathElements.split(below);
    if (places.size() > 1 && !elements.isEmpty()) {
      Path path = directory.root().path().resolve(path(String.join("/", elements)));
      Match deepest = Match.longestKnown(path, places);
      if (deepest != null
          && deepest.path().getNameCount() > directory.root().path().getNameCount()) {
        deepest.directory().admitted(path);
        return deepest.below(path, this).named(directory.root().path() + "/" + below);
      }
    }
    return directory.root().store() == null
        ? new Location(directory, elements, null, this)
        : new Location(directory, PathElements.ofKey(below), null, this);
  }

  /**
   * The root that decides about the files of a directory: the deepest one that contains it.
   *
   * @param path the directory's real path
   * @param current the root of the walk so far, which decides if there is no deeper one
   * @param currentPath its real path
   */
  RootDirectory deciding(Path path, RootDirectory current, Path currentPath) throws Refusal {
    Match deepest = places.size() > 1 ? Match.longestKnown(path, places) : null;
    boolean deeper =
        deepest != null
            && (!path.startsWith(currentPath)
                || deepest.path().getNameCount() > currentPath.getNameCount());
    if (!deeper || deepest == null) {
      return current;
    }
    Root root = deepest.directory().root();
    if (root.store() != null) {
      throw new Refusal(
          RefusalReason.MISSING,
          String.format(
              "'%s' belongs to root '%s', whose files lie in %s and not in this folder",
              Escapes.forLog(path.toString()), root.name(), root.store()));
    }
    return deepest.directory().admitted(path);
  }

  /** A place in a root, unless the file may lie anywhere; otherwise in the application's folder. */
  private Location locateOwned(Target.Owned owned) throws Refusal {
    Path path = absolute(owned.path());
    Match root = Match.longestKnown(path, places);
    if (root != null && !owned.policy().anywhere) {
      return locateAbsolute(owned.path());
    }
    boolean zeroCopy = root == null || root.directory().root().zeroCopy();
    Match own = Match.longest(path, ownDirectories(owned, zeroCopy));
    Path parent = path.getParent();
    if (own == null && owned.policy().anywhere && parent != null) {
      own =
          new Match(applicationFolders.directory(parent, owned.policy(), zeroCopy), parent, false);
    }
    return own == null
        ? locateAbsolute(owned.path())
        : own.below(path, owned.policy().anywhere ? null : this);
  }

  private List<RootDirectory> ownDirectories(Target.Owned owned, boolean zeroCopy) {
    List<RootDirectory> directories = new ArrayList<>(owned.folders().size());
    for (Path folder : owned.folders()) {
      directories.add(applicationFolders.directory(folder, owned.policy(), zeroCopy));
    }
    return directories;
  }

  /**
   * The root with the longest matching URI prefix.
   *
   * @throws Refusal if a root that is left out has a longer one
   */
  private @Nullable RootDirectory byPrefix(String path) throws Refusal {
    RootDirectory best = null;
    int length = 0;
    for (RootDirectory directory : byName.values()) {
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

  private Location locateUri(String path) throws Refusal {
    RootDirectory best = byPrefix(path);
    if (best == null) {
      throw new Refusal(
          RefusalReason.OUTSIDE_ROOTS,
          String.format(
              "URI '%s' begins with no root's uri-prefix; there are %s; set uri-prefix"
                  + " of a root, such as /protected/",
              Escapes.forLog(path), names()));
    }
    return inRoot(best, path.substring(best.root().prefix().length()));
  }

  private Location locateAbsolute(String text) throws Refusal {
    Path path = absolute(text);
    Match match = Match.longest(path, places);
    if (match == null) {
      throw new Refusal(
          RefusalReason.OUTSIDE_ROOTS,
          String.format(
              "path '%s' lies in no root; there are %s; %s",
              Escapes.forLog(text),
              names(),
              text.contains("?")
                  ? NO_VALUE
                  : "create a root for it or move the file; " + NO_VALUE));
    }
    match.directory().admitted(text);
    return match.below(path, this).named(text);
  }

  static Path absolute(String text) throws Refusal {
    List<String> elements = PathElements.split(text);
    return path((text.startsWith("/") ? "/" : "") + String.join("/", elements));
  }

  private static Path path(String text) throws Refusal {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw Refusal.unnameable(text, e);
    }
  }

  private String names() {
    List<String> names = new ArrayList<>();
    for (RootDirectory directory : byName.values()) {
      names.add(directory.root().name() + "=" + Escapes.forLog(directory.root().path().toString()));
    }
    return names.isEmpty() ? "no roots at all" : String.join(", ", names);
  }

  /** Lets go of files and directories that nobody has used for a while. */
  public void sweep(long nowNanos) {
    openFiles.sweep(nowNanos);
    places.forEach(directory -> directory.sweep(nowNanos));
    applicationFolders.sweep(nowNanos);
  }

  @Override
  public void close() {
    openFiles.close();
    places.forEach(RootDirectory::close);
    applicationFolders.close();
  }

  /**
   * A root and the elements below it.
   *
   * @param realPath the root's real path when the elements are relative to that rather than to the
   *     configured path; null otherwise
   * @param others the roots that decide where a link or a folder leads into them; null for none
   */
  record Location(
      RootDirectory directory,
      List<String> elements,
      @Nullable Path realPath,
      @Nullable Roots others) {
    /**
     * The same, but in a store by the key as it is in the text.
     *
     * @param text absolute path that leads here
     */
    Location named(String text) throws Refusal {
      Root root = directory.root();
      return root.store() == null
          ? this
          : new Location(
              directory, PathElements.ofKey(PathElements.below(root, text)), null, others);
    }
  }

  /**
   * A root that contains a path.
   *
   * @param directory the root's directory
   * @param path the configured or real path of the root with which the path begins
   * @param real whether it is the real path
   */
  private record Match(RootDirectory directory, Path path, boolean real) {
    /** Like {@link #longestKnown}, but resolves unknown real paths. */
    static @Nullable Match longest(Path absolute, Collection<RootDirectory> directories) {
      Match found = longestKnown(absolute, directories);
      if (found == null) {
        refresh(directories);
        found = longestKnown(absolute, directories);
      }
      return found;
    }

    /** The deepest of the roots that contain the path; of equal ones the first. Touches no file. */
    static @Nullable Match longestKnown(Path absolute, Collection<RootDirectory> directories) {
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

    /** Place of a path that begins with that of the root. */
    Location below(Path absolute, @Nullable Roots others) {
      List<String> rest = new ArrayList<>(4);
      for (int i = path.getNameCount(); i < absolute.getNameCount(); i++) {
        rest.add(absolute.getName(i).toString());
      }
      return new Location(directory, rest, real ? path : null, others);
    }
  }

  /**
   * Folders of web applications, whose own files may be sent without a root. The directories of
   * recently used folders stay open. Thread-safe.
   */
  private static final class ApplicationFolders implements AutoCloseable {
    /** More than the number of applications that send files at the same time. */
    private static final int KEPT = 32;

    /** Least recently used first. */
    private final Map<RootKey, RootDirectory> kept = new LinkedHashMap<>(16, 0.75f, true);

    private final OpenFiles openFiles;
    private boolean closed;

    ApplicationFolders(OpenFiles openFiles) {
      this.openFiles = openFiles;
    }

    private record RootKey(Path folder, LookupPolicy policy, boolean zeroCopy) {}

    /** The folder as a place of files. */
    synchronized RootDirectory directory(Path folder, LookupPolicy policy, boolean zeroCopy) {
      RootKey key = new RootKey(folder, policy, zeroCopy);
      RootDirectory known = kept.get(key);
      if (known == null) {
        known = new RootDirectory(root(key), openFiles);
        if (closed) {
          known.close();
        } else {
          kept.put(key, known);
          forgetOldest();
        }
      }
      return known;
    }

    private static Root root(RootKey key) {
      LookupPolicy policy = key.policy;
      return new Root(policy.rootName, key.folder, policy.symlinks, policy.hidden, key.zeroCopy);
    }

    private void forgetOldest() {
      Iterator<RootDirectory> oldest = kept.values().iterator();
      if (kept.size() > KEPT) {
        oldest.next().close();
        oldest.remove();
      }
    }

    synchronized void sweep(long nowNanos) {
      kept.values().forEach(directory -> directory.sweep(nowNanos));
    }

    @Override
    public synchronized void close() {
      closed = true;
      new ArrayList<>(kept.values()).forEach(RootDirectory::close);
      kept.clear();
    }
  }

  /** Splits paths into elements: the only form in which paths are compared. */
  static final class PathElements {
    private static final boolean WINDOWS = File.separatorChar == '\\';

    private PathElements() {}

    /**
     * The elements of a path with {@code /} separators; empty ones and {@code .} are left out.
     *
     * @throws Refusal for {@code ..}, which is never resolved, for control characters, and for a
     *     slash after the last element, which only a directory may have
     */
    static List<String> split(String path) throws Refusal {
      return split(path, WINDOWS);
    }

    static List<String> split(String path, boolean windows) throws Refusal {
      List<String> elements = new ArrayList<>(4);
      int start = 0;
      while (start <= path.length()) {
        int slash = path.indexOf('/', start);
        int end = slash < 0 ? path.length() : slash;
        String element = path.substring(start, end);
        check(element, path, windows && !isDrive(element, start));
        if (!element.isEmpty() && !element.equals(".")) {
          elements.add(element);
        }
        start = end + 1;
      }
      if (!elements.isEmpty() && (path.endsWith("/") || path.endsWith("/."))) {
        throw new Refusal(
            RefusalReason.NOT_REGULAR,
            String.format(
                "path '%s' ends with a slash, as only that of a directory may: leave it out",
                Escapes.forLog(path)));
      }
      return elements;
    }

    /** The text of an absolute path behind the path of a root. */
    static String below(Root root, String text) throws Refusal {
      int at = 0;
      int left = root.path().getNameCount() + (WINDOWS ? 1 : 0);
      while (left > 0) {
        int slash = text.indexOf('/', at);
        int end = slash < 0 ? text.length() : slash;
        String element = text.substring(at, end);
        left -= element.isEmpty() || element.equals(".") ? 0 : 1;
        at = Math.min(end + 1, text.length());
      }
      return text.substring(at);
    }

    /**
     * The elements of the key of an object, which are empty or {@code .} where it has them so; of a
     * text that {@link #split} takes.
     */
    static List<String> ofKey(String key) {
      return key.isEmpty() ? List.of() : List.of(key.split("/", -1));
    }

    private static boolean isDrive(String element, int start) {
      return start == 0 && element.length() == 2 && element.charAt(1) == ':';
    }

    private static void check(String element, String path, boolean windows) throws Refusal {
      if (element.equals("..")) {
        throw new Refusal(
            RefusalReason.OUTSIDE_ROOTS,
            String.format(
                "path '%s' has a .. element; these are refused, not resolved: name the"
                    + " file directly",
                Escapes.forLog(path)));
      }
      for (int i = 0; i < element.length(); i++) {
        char c = element.charAt(i);
        if (Character.isISOControl(c)) {
          throw malformed(path, "has a control character");
        }
        if (windows && (c == '\\' || c == ':')) {
          throw malformed(path, "has a backslash or colon in a name; use / between names");
        }
      }
      if (windows && (element.endsWith(" ") || (element.endsWith(".") && !element.equals(".")))) {
        throw malformed(path, "has a name that ends with a blank or dot, which Windows would drop");
      }
    }

    private static Refusal malformed(String path, String what) {
      return new Refusal(
          RefusalReason.MALFORMED_VALUE, "path '" + Escapes.forLog(path) + "' " + what);
    }
  }
}
