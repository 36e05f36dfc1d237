package io.sendfile.core.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An open file, used by several requests at the same time. It is closed when it is neither kept nor
 * used any more. Thread-safe.
 */
final class KeptFile {
  /** Opens a file by its target, under all rules. */
  @FunctionalInterface
  interface Walk {
    OpenFile open() throws Refusal;
  }

  private final PathSnapshot snapshot;
  private final int moves;
  private final Walk walk;

  /** Requests that use it, and one for being kept; 0 once it is closed. */
  private final AtomicInteger users = new AtomicInteger(1);

  /** Replaced by another handle when an interrupted reader has closed this one for all. */
  private volatile OpenFile file;

  private volatile long usedNanos;
  private volatile @Nullable Object attachment;

  /**
   * @param moves number of moves of roots before it was opened
   */
  KeptFile(OpenFile file, PathSnapshot snapshot, int moves, Walk walk, long nowNanos) {
    this.file = file;
    this.snapshot = snapshot;
    this.moves = moves;
    this.walk = walk;
    this.usedNanos = nowNanos;
  }

  /** The file for the request that has opened it. */
  OpenFile first() {
    users.incrementAndGet();
    return file.sharedFrom(this, false);
  }

  /** The file for one more request, which closes it; null if it is closed. */
  @Nullable OpenFile use(long nowNanos) {
    int known;
    do {
      known = users.get();
      if (known == 0) {
        return null;
      }
    } while (!users.compareAndSet(known, known + 1));
    if (usedNanos != nowNanos) {
      usedNanos = nowNanos;
    }
    return file.sharedFrom(this, true);
  }

  /** Whether somebody uses it, at this time; then the folder of its root is in use as well. */
  boolean isUsedAt(long nanos) {
    if (users.get() < 2) {
      return false;
    }
    usedNanos = nanos;
    snapshot.directory().isUsed();
    return true;
  }

  /** Whether nobody has used it since then. */
  boolean isUnusedSince(long nanos) {
    return usedNanos - nanos < 0;
  }

  /** Ends one use, or the keeping. */
  void release() {
    if (users.decrementAndGet() == 0) {
      file.closeNow();
    }
  }

  /**
   * The handle, for one who uses it; opened again if an interrupted reader has closed it.
   *
   * @throws IOException if that is not possible, as the file is not the same any more
   */
  FileChannel handle() throws IOException {
    FileChannel now = file.channel();
    return now.isOpen() ? now : openedAgain();
  }

  private synchronized FileChannel openedAgain() throws IOException {
    if (!file.channel().isOpen()) {
      file = afresh();
    }
    return file.channel();
  }

  private OpenFile afresh() throws IOException {
    OpenFile fresh;
    try {
      fresh = walk.open();
    } catch (Refusal e) {
      throw new IOException(e);
    }
    if (!fresh.facts().equals(file.facts())) {
      fresh.close();
      throw new IOException("the file has changed");
    }
    return fresh;
  }

  /** Whether a new walk would find the same file, unchanged. */
  boolean isUnchanged(Mounts mounts, int movesNow) throws IOException {
    // An interrupted reader has closed the channel for all.
    return file.channel().isOpen() && moves == movesNow && snapshot.isUnchanged(mounts);
  }

  @Nullable Object attachment() {
    return attachment;
  }

  void attach(Object value) {
    attachment = value;
  }
}
