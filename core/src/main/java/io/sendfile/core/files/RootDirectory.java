package io.sendfile.core.files;

import io.sendfile.core.files.Root.LeftOut;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A root's directory, kept open so that the usual file needs no walk from {@code /}. Thread-safe.
 *
 * <p>The kept handle is only a cache: each {@link #acquire} compares its file key with that of the
 * configured path, so that the next request notices a renamed, recreated or remounted directory, or
 * a root path whose symbolic link was switched. After {@link #close} each use opens a handle of its
 * own.
 */
final class RootDirectory implements AutoCloseable {
  private final Root root;
  private final @Nullable LeftOut leftOut;
  private final OpenFiles openFiles;
  private final AtomicInteger late = new AtomicInteger();
  private volatile @Nullable Handle kept;
  private volatile @Nullable Place place;
  private boolean closed;

  RootDirectory(Root root, OpenFiles openFiles) {
    this(root, null, openFiles);
  }

  /**
   * @param leftOut the root it represents, whose files are refused; null for none
   * @param openFiles hears of another directory in its place
   */
  RootDirectory(Root root, @Nullable LeftOut leftOut, OpenFiles openFiles) {
    this.root = root;
    this.leftOut = leftOut;
    this.openFiles = openFiles;
  }

  /** Returns itself, if its files may be sent at all. */
  RootDirectory admitted(Object asked) throws Refusal {
    if (leftOut != null) {
      throw leftOut.refusal(asked.toString());
    }
    return this;
  }

  Root root() {
    return root;
  }

  /** Real path at the last check, or null when the directory was absent. */
  @Nullable Path lastRealPath() {
    Handle handle = kept;
    return handle == null ? null : handle.realPath;
  }

  /**
   * A handle of the present directory; the caller releases it.
   *
   * <p>Another thread that finds the directory replaced may close its stream: operations then throw
   * {@link java.nio.file.ClosedDirectoryStreamException} and must be retried.
   *
   * @throws Refusal if the root's marker file is not there
   */
  Handle acquire() throws IOException, Refusal {
    if (!hasMarker()) {
      throw new Refusal(
          RefusalReason.NO_MARKER,
          "root '"
              + root.name()
              + "' ("
              + Escapes.forLog(root.path().toString())
              + ") lacks its marker file '"
              + Escapes.forLog(String.valueOf(root.markerFile()))
              + "'; mount its share, or change the attribute marker-file of the root");
    }
    Handle handle = kept;
    return handle != null && isAt(handle) ? handle : renew();
  }

  /** Whether the marker file is there, if the root has one. */
  boolean hasMarker() {
    Path marker = root.marker();
    return marker == null || Files.exists(marker);
  }

  /** Whether this is still the handle for all, by the last check. */
  boolean keeps(Handle handle) {
    return kept == handle;
  }

  /** Whether the configured path still leads to this directory. */
  boolean isAt(Handle handle) throws IOException {
    return handle.isAt(root.path());
  }

  /** Outside the lock: the file system may not answer. */
  private Handle renew() throws IOException {
    Handle old = kept;
    return keep(old, Handle.open(root.path()));
  }

  /** Of several handles opened at the same time, the first is kept. */
  private synchronized Handle keep(@Nullable Handle old, Handle fresh) {
    Handle now = kept;
    if (closed) {
      return fresh.temporary();
    }
    if (now != null && now != old && now.isSame(fresh)) {
      fresh.closeStream();
      return now;
    }
    kept = fresh;
    openFiles.rootMoved();
    letGo(now);
    return fresh;
  }

  /** Releases the directory; running opens end well. */
  @Override
  public synchronized void close() {
    closed = true;
    Handle old = kept;
    letGo(old);
    kept = null;
  }

  /** Closing a directory waits for its reader, who may wait for ever. */
  private void letGo(@Nullable Handle handle) {
    if (handle == null) {
      return;
    }
    if (NonBlockingOpen.available() && isLocal(handle, Mounts.now())) {
      handle.closeStream();
    } else {
      TimedOpens.COMMON.later(handle::closeStream);
    }
  }

  /** Opens in it that are late, and still running. */
  AtomicInteger late() {
    return late;
  }

  /**
   * Whether all of it is on local file systems, by these mounts. False before its first use; after
   * {@link #close} its last place counts.
   */
  boolean isLocal(Mounts mounts) {
    Handle handle = kept;
    if (handle != null) {
      return isLocal(handle, mounts);
    }
    Place last = place;
    return last != null && last.local && last.mounts.equals(mounts);
  }

  private boolean isLocal(Handle handle, Mounts mounts) {
    Place last = place;
    if (last == null || !last.mounts.equals(mounts) || !last.folder.equals(handle.realPath)) {
      boolean local = mounts.isLocal(root.path()) && mounts.isLocal(handle.realPath);
      last = new Place(mounts, handle.realPath, local);
      place = last;
    }
    return last.local;
  }

  /** Whether a folder is local, cached until the mounts change. */
  private record Place(Mounts mounts, Path folder, boolean local) {}

  /** Resolves its place, within a bounded time; skipped if it is known not to answer. */
  void look() throws IOException, Refusal {
    if (isLocal(Mounts.now())) {
      acquire().release();
    } else if (late.get() == 0) {
      TimedOpens.COMMON.call(this, this::acquire, Handle::release).release();
    }
  }

  /** One open directory. */
  static final class Handle {
    /** Null on platforms without directory handles. */
    final @Nullable SecureDirectoryStream<Path> stream;

    final Path realPath;
    private final @Nullable Object key;
    private final boolean temporary;

    private Handle(
        @Nullable SecureDirectoryStream<Path> stream,
        Path realPath,
        @Nullable Object key,
        boolean temporary) {
      this.stream = stream;
      this.realPath = realPath;
      this.key = key;
      this.temporary = temporary;
    }

    /**
     * Through the directory's own entry {@code .}: only directories have one, so that no pipe is
     * ever opened.
     */
    // The handle outlives this method: close() ends it.
    @SuppressWarnings("StreamResourceLeak")
    static Handle open(Path path) throws IOException {
      if (!Files.readAttributes(path, BasicFileAttributes.class).isDirectory()) {
        throw new NotDirectoryException(path.toString());
      }
      DirectoryStream<Path> opened = Files.newDirectoryStream(path.resolve("."));
      try {
        Path realPath = path.toRealPath();
        if (opened instanceof SecureDirectoryStream<Path> secure) {
          Object key =
              secure.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey();
          return new Handle(secure, realPath, key, false);
        }
        opened.close();
        return new Handle(null, realPath, null, false);
      } catch (IOException | RuntimeException e) {
        opened.close();
        throw e;
      }
    }

    /** Whether the path still leads to this directory. */
    boolean isAt(Path path) throws IOException {
      return stream != null
          && Objects.equals(key, Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    }

    /** A handle that its user closes. */
    Handle temporary() {
      return new Handle(stream, realPath, key, true);
    }

    /** Whether both are handles of the same directory. */
    boolean isSame(Handle other) {
      return stream != null && Objects.equals(key, other.key);
    }

    /** Releases the handle. */
    void release() {
      if (temporary) {
        closeStream();
      }
    }

    private void closeStream() {
      if (stream == null) {
        return;
      }
      try {
        stream.close();
      } catch (IOException e) {
        // The handle was only read from, and the system has released it anyway.
        return;
      }
    }
  }
}
