package io.sendfile.core.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Folders of web applications, whose own files may be sent without a root. The directories of
 * recently used folders stay open. Thread-safe.
 */
final class ApplicationFolders implements AutoCloseable {
  /** More than the number of applications that send files at the same time. */
  private static final int KEPT = 32;

  /** Least recently used first. */
  private final Map<Key, RootDirectory> kept = new LinkedHashMap<>(16, 0.75f, true);

  private final OpenFiles openFiles;
  private boolean closed;

  ApplicationFolders(OpenFiles openFiles) {
    this.openFiles = openFiles;
  }

  private record Key(Path folder, LookupPolicy policy, boolean zeroCopy) {}

  /** The folder as a place of files. */
  synchronized RootDirectory directory(Path folder, LookupPolicy policy, boolean zeroCopy) {
    Key key = new Key(folder, policy, zeroCopy);
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

  @Override
  public synchronized void close() {
    closed = true;
    new ArrayList<>(kept.values()).forEach(RootDirectory::close);
    kept.clear();
  }
}
