package io.sendfile.glassfish.content;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Folders whose files may be sent though they are no roots, because they belong to the web
 * application that sends them. The directories of those used last are kept open. Thread-safe.
 */
final class OwnFolders implements AutoCloseable {
  /** More than a server has applications that send files at the same time. */
  private static final int KEPT = 32;

  /** GlassFish has refused what it hides already: WEB-INF and META-INF of the application. */
  private static final HiddenFiles NONE = new HiddenFiles(List.of());

  /** Least recently used first. */
  private final Map<Key, RootDirectory> kept = new LinkedHashMap<>(16, 0.75f, true);

  private boolean closed;

  private record Key(Path folder, boolean served, boolean zeroCopy) {}

  /**
   * The folder as a place to look for files.
   *
   * @param served whether the server has found the file by its own rules: it serves files whose
   *     names begin with a dot
   */
  synchronized RootDirectory directory(Path folder, boolean served, boolean zeroCopy) {
    Key key = new Key(folder, served, zeroCopy);
    RootDirectory known = kept.get(key);
    if (known == null) {
      known = new RootDirectory(root(key));
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
        key.served ? "static" : "application",
        key.folder,
        SymlinkPolicy.INSIDE_ROOT,
        key.served ? NONE : HiddenFiles.DEFAULT,
        key.zeroCopy);
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
