package io.sendfile.glassfish.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Folders of web applications, whose own files may be sent without a root. The directories of
 * recently used folders stay open. Thread-safe.
 */
final class ApplicationFolders implements AutoCloseable {
  /** More than the number of applications that send files at the same time. */
  private static final int KEPT = 32;

  /** Files of a folder that may be sent. */
  enum Rule {
    /** Files named by an application: as in a root. */
    APPLICATION("application", SymlinkPolicy.INSIDE_ROOT, HiddenFiles.DEFAULT),
    /**
     * Files found by GlassFish, which has refused the ones it hides, and may have followed links.
     */
    SERVED("static", SymlinkPolicy.INSIDE_ROOT, new HiddenFiles(List.of())),
    /** Files GlassFish would serve; doubtful cases stay with it. */
    STATIC("static", SymlinkPolicy.NONE, new HiddenFiles(List.of("WEB-INF", "META-INF")));

    private final String rootName;
    private final SymlinkPolicy symlinks;
    private final HiddenFiles hidden;

    Rule(String rootName, SymlinkPolicy symlinks, HiddenFiles hidden) {
      this.rootName = rootName;
      this.symlinks = symlinks;
      this.hidden = hidden;
    }
  }

  /** Names of all rules. */
  static final Set<String> NAMES =
      Stream.of(Rule.values()).map(rule -> rule.rootName).collect(Collectors.toUnmodifiableSet());

  /** Least recently used first. */
  private final Map<Key, RootDirectory> kept = new LinkedHashMap<>(16, 0.75f, true);

  private final OpenFiles openFiles;
  private boolean closed;

  ApplicationFolders(OpenFiles openFiles) {
    this.openFiles = openFiles;
  }

  private record Key(Path folder, Rule rule, boolean zeroCopy) {}

  /** The folder as a place of files. */
  synchronized RootDirectory directory(Path folder, Rule rule, boolean zeroCopy) {
    Key key = new Key(folder, rule, zeroCopy);
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

  private static Root root(Key key) {
    return new Root(
        key.rule.rootName, key.folder, key.rule.symlinks, key.rule.hidden, key.zeroCopy);
  }

  private void forgetOldest() {
    Iterator<RootDirectory> oldest = kept.values().iterator();
    if (kept.size() > KEPT) {
      oldest.next().close();
      oldest.remove();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    new ArrayList<>(kept.values()).forEach(RootDirectory::close);
    kept.clear();
  }
}
