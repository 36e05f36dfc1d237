package io.sendfile.glassfish.content;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
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
  private volatile @Nullable Handle kept;
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

  private synchronized Handle renew() throws IOException {
    Handle old = kept;
    if (old != null && old.isAt(root.path())) {
      return old;
    }
    Handle fresh = Handle.open(root.path(), closed);
    if (!closed) {
      kept = fresh;
      closeQuietly(old);
    }
    return fresh;
  }

  /** Lets go of the directory; opens that are under way end well. */
  @Override
  public synchronized void close() {
    closed = true;
    Handle old = kept;
    kept = null;
    closeQuietly(old);
  }

  private static void closeQuietly(@Nullable Handle handle) {
    if (handle != null) {
      handle.closeStream();
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

    // The handle outlives this method: close() ends it.
    @SuppressWarnings("StreamResourceLeak")
    static Handle open(Path path, boolean temporary) throws IOException {
      DirectoryStream<Path> opened = Files.newDirectoryStream(path);
      try {
        Path realPath = path.toRealPath();
        if (opened instanceof SecureDirectoryStream<Path> secure) {
          Object key =
              secure.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey();
          return new Handle(secure, realPath, key, temporary);
        }
        opened.close();
        return new Handle(null, realPath, null, temporary);
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
