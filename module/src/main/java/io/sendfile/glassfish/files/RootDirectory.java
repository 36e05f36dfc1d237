package io.sendfile.glassfish.files;

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
 * A root's directory, kept open so that the usual file costs no walk from {@code /}. Thread-safe.
 *
 * <p>The kept handle is a cache only: each {@link #acquire} compares its file key with that of the
 * configured path, so a renamed, recreated or remounted directory, or a root path whose symbolic
 * link was switched, is noticed by the next request. After {@link #close} handles are made per use.
 */
final class RootDirectory implements AutoCloseable {
  private final Root root;
  private final @Nullable LeftOutRoot leftOut;
  private final AtomicInteger late = new AtomicInteger();
  private volatile @Nullable Handle kept;
  private volatile @Nullable Place place;
  private boolean closed;

  RootDirectory(Root root) {
    this(root, null);
  }

  /**
   * @param leftOut the root that it stands in for, whose files are refused; null for none
   */
  RootDirectory(Root root, @Nullable LeftOutRoot leftOut) {
    this.root = root;
    this.leftOut = leftOut;
  }

  /** Itself, if files in it may be sent at all. */
  RootDirectory admitted(Object asked) throws Refusal {
    if (leftOut != null) {
      throw leftOut.refusal(asked.toString());
    }
    return this;
  }

  Root root() {
    return root;
  }

  /** Real path when last looked at, or null when the directory was not there. */
  @Nullable Path lastRealPath() {
    Handle handle = kept;
    return handle == null ? null : handle.realPath;
  }

  /**
   * A handle of the directory as it is now; to be released.
   *
   * <p>Its stream may be closed by another thread that found the directory replaced: operations
   * then throw {@link java.nio.file.ClosedDirectoryStreamException} and are to be tried anew.
   */
  Handle acquire() throws IOException {
    Handle handle = kept;
    return handle != null && handle.isAt(root.path()) ? handle : renew();
  }

  /** Not under the lock: the file system may not answer. */
  private Handle renew() throws IOException {
    Handle old = kept;
    return keep(old, Handle.open(root.path()));
  }

  /** Of several that were opened at the same time, the first is kept. */
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
    letGo(now);
    return fresh;
  }

  /** Lets go of the directory; opens that are under way end well. */
  @Override
  public synchronized void close() {
    closed = true;
    Handle old = kept;
    letGo(old);
    kept = null;
  }

  /** A directory that is being read waits with its end for the reader, who may wait for ever. */
  private void letGo(@Nullable Handle handle) {
    if (handle == null) {
      return;
    }
    if (NonBlockingOpen.available() && isLocal(handle, KnownMounts.OF_SYSTEM.now())) {
      handle.closeStream();
    } else {
      PatientOpens.COMMON.later(handle::closeStream);
    }
  }

  /** Opens in it that did not end within their time, and have not ended yet. */
  AtomicInteger late() {
    return late;
  }

  /**
   * Whether nothing in it is on a file system that may not answer, as these mounts tell. False
   * before its first use; after {@link #close} it is where it was.
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

  /** Whether a folder is local, for as long as the same is mounted. */
  private record Place(Mounts mounts, Path folder, boolean local) {}

  /** Looks where it is, for a bounded time; not if it is known that it does not answer. */
  void look() throws IOException, Refusal {
    if (isLocal(KnownMounts.OF_SYSTEM.now())) {
      acquire().release();
    } else if (late.get() == 0) {
      PatientOpens.COMMON.call(this, this::acquire, Handle::release).release();
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

    /** By the directory's own entry: nothing else has one, so that no pipe is ever opened. */
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

    /** The same, closed by who releases it. */
    Handle temporary() {
      return new Handle(stream, realPath, key, true);
    }

    /** Whether the other one is of the same directory. */
    boolean isSame(Handle other) {
      return stream != null && Objects.equals(key, other.key);
    }

    /** Gives the handle back. */
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
        // Only read from and released by the system all the same.
        return;
      }
    }
  }
}
