package io.sendfile.core.files;

import io.sendfile.spi.Escapes;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
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
  /** A directory is not held open longer without a use. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Root root;
  private final @Nullable LeftOutRoot leftOut;
  private final OpenFiles openFiles;
  private volatile @Nullable OpenDirectory kept;
  private volatile @Nullable MountedFolder place;

  /** Where the directory was that was let go of as unused; null while there is none. */
  private @Nullable OpenDirectory rested;

  private volatile @Nullable Path lastRealPath;
  private volatile boolean used;
  private long unusedNanos;
  private boolean closed;

  RootDirectory(Root root, OpenFiles openFiles) {
    this(root, null, openFiles);
  }

  /**
   * @param leftOut the root it represents, whose files are refused; null for none
   * @param openFiles hears of another directory in its place
   */
  RootDirectory(Root root, @Nullable LeftOutRoot leftOut, OpenFiles openFiles) {
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
    return lastRealPath;
  }

  /**
   * A handle of the present directory; the caller releases it.
   *
   * <p>Another thread that finds the directory replaced may close its stream: operations then throw
   * {@link java.nio.file.ClosedDirectoryStreamException} and must be retried.
   *
   * @throws Refusal if the root's marker file is not there
   */
  OpenDirectory acquire() throws IOException, Refusal {
    if (!hasMarker()) {
      throw new Refusal(
          RefusalReason.NO_MARKER,
          String.format(
              "root '%s' (%s) lacks its marker file '%s'; mount its share, or change"
                  + " the attribute marker-file of the root",
              root.name(),
              Escapes.forLog(root.path().toString()),
              Escapes.forLog(String.valueOf(root.markerFile()))));
    }
    isUsed();
    OpenDirectory handle = kept;
    return handle != null && isAt(handle) ? handle : renew();
  }

  /** Somebody uses it, so that it stays open. */
  void isUsed() {
    if (!used) {
      used = true;
    }
  }

  /** Whether the marker file is there, if the root has one. */
  boolean hasMarker() {
    Path marker = root.marker();
    return marker == null || Files.exists(marker);
  }

  /** Whether this is still the handle for all, by the last check. */
  boolean keeps(OpenDirectory handle) {
    isUsed();
    return kept == handle;
  }

  /** Whether the configured path still leads to this directory. */
  boolean isAt(OpenDirectory handle) throws IOException {
    return handle.isAt(root.path());
  }

  /** Outside the lock: the file system may not answer. */
  private OpenDirectory renew() throws IOException {
    OpenDirectory old = kept;
    return keep(old, OpenDirectory.open(root.path()));
  }

  /** Of several handles opened at the same time, the first is kept. */
  private synchronized OpenDirectory keep(@Nullable OpenDirectory old, OpenDirectory fresh) {
    OpenDirectory now = kept;
    if (closed) {
      return fresh.temporary();
    }
    if (now != null && now != old && now.isSame(fresh)) {
      letGo(fresh);
      return now;
    }
    OpenDirectory before = now == null ? rested : now;
    kept = fresh;
    rested = null;
    lastRealPath = fresh.realPath;
    if (before == null || !before.isSame(fresh) || !before.realPath.equals(fresh.realPath)) {
      openFiles.rootMoved();
      // A share may just have been mounted there.
      Mounts.mayHaveChanged();
    }
    letGo(now);
    return fresh;
  }

  /** Lets go of the directory if nobody has used it for a while. */
  synchronized void sweep(long nowNanos) {
    if (used || kept == null) {
      used = false;
      unusedNanos = nowNanos;
    } else if (nowNanos - unusedNanos >= IDLE_NANOS) {
      rested = kept;
      kept = null;
      letGo(rested);
    }
  }

  /** Releases the directory; running opens end well. */
  @Override
  public synchronized void close() {
    closed = true;
    OpenDirectory old = kept;
    letGo(old);
    kept = null;
    lastRealPath = null;
  }

  /** Closing a directory waits for its reader, or for its share, which may last for ever. */
  private void letGo(@Nullable OpenDirectory handle) {
    if (handle == null) {
      return;
    }
    MountedFolder last = place;
    Path share =
        last == null || last.share == null ? Mounts.now().share(handle.realPath) : last.share;
    if (share == null && NonBlockingOpen.available()) {
      handle.closeStream();
    } else {
      ShareLanes.COMMON.of(share == null ? wholeSystem() : share).later(handle::closeStream);
    }
  }

  /** The place of opens that may wait for other reasons than a share. */
  Path wholeSystem() {
    Path path = root.path();
    return Objects.requireNonNullElse(path.getRoot(), path);
  }

  /**
   * The share on the way to a file below it, without a look at any share.
   *
   * @return where it is mounted; null if all file systems on the way are local
   */
  @Nullable Path share(Mounts mounts, List<String> elements) {
    Path known = lastRealPath;
    Path folder = known == null ? root.path() : known;
    MountedFolder last = place;
    if (last == null || !last.mounts.equals(mounts) || !last.folder.equals(folder)) {
      last = MountedFolder.of(mounts, folder, root);
      place = last;
    }
    // A walk with O_NONBLOCK notices links itself.
    boolean isAllLocal = known != null && !last.hasShareBelow && NonBlockingOpen.available();
    if (last.share != null || isAllLocal) {
      return last.share;
    }
    Path file = folder;
    for (String element : elements) {
      file = file.resolve(element);
    }
    return mounts.shareByLinks(file);
  }

  /** Whether no file below it is on a share, unless by a link. */
  boolean isLocal(Mounts mounts) {
    Path share = share(mounts, List.of());
    MountedFolder last = place;
    return share == null && last != null && !last.hasShareBelow;
  }

  /**
   * A folder among the mounts.
   *
   * @param share it is on, or its marker file; null for none
   */
  private record MountedFolder(
      Mounts mounts, Path folder, @Nullable Path share, boolean hasShareBelow) {
    static MountedFolder of(Mounts mounts, Path folder, Root root) {
      Path share = mounts.share(folder);
      share = share == null ? mounts.shareByLinks(root.path()) : share;
      Path marker = root.marker();
      share = share == null && marker != null ? mounts.shareByLinks(marker) : share;
      return new MountedFolder(mounts, folder, share, mounts.hasShareBelow(folder));
    }
  }

  /**
   * Resolves its place, within a bounded time; skipped if it is known not to answer, or no folder
   * at all.
   */
  void look() throws IOException, Refusal {
    if (root.store() != null) {
      return;
    }
    Path share = share(Mounts.now(), List.of());
    ShareLane lane = share == null ? null : ShareLanes.COMMON.of(share);
    if (lane == null) {
      lookNow();
    } else if (lane.answers()) {
      lane.call(root, this::lookNow, looked -> {});
    }
  }

  private RootDirectory lookNow() throws IOException, Refusal {
    acquire().release();
    return this;
  }

  /** One open directory. */
  static final class OpenDirectory {
    /** Null on platforms without directory handles. */
    final @Nullable SecureDirectoryStream<Path> stream;

    final Path realPath;
    private final @Nullable Object key;
    private final boolean temporary;

    private OpenDirectory(
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
    static OpenDirectory open(Path path) throws IOException {
      if (!Files.readAttributes(path, BasicFileAttributes.class).isDirectory()) {
        throw new NotDirectoryException(path.toString());
      }
      DirectoryStream<Path> opened = Files.newDirectoryStream(path.resolve("."));
      try {
        Path realPath = path.toRealPath();
        if (opened instanceof SecureDirectoryStream<Path> secure) {
          Object key =
              secure.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey();
          return new OpenDirectory(secure, realPath, key, false);
        }
        opened.close();
        return new OpenDirectory(null, realPath, null, false);
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
    OpenDirectory temporary() {
      return new OpenDirectory(stream, realPath, key, true);
    }

    /** Whether both are handles of the same directory. */
    boolean isSame(OpenDirectory other) {
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
