package io.sendfile.core.files;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Files that are open once for all who use them at the same time, and for the next requests. Before
 * each use the names on the path to a file are checked: if the file was replaced, removed or
 * changed, or its path now leads elsewhere, it is opened again under all rules. So a use costs a
 * system call or two instead of seven, and no descriptor. Thread-safe.
 *
 * <p>There is no clock: {@link #sweep} brings the time, a few times a second.
 */
public final class OpenFiles implements AutoCloseable {
  /** Descriptors, and the space of deleted files, are not held longer without a use. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final int most;
  private final Map<Target, KeptFile> files = new ConcurrentHashMap<>();
  private final AtomicInteger moves = new AtomicInteger();
  private volatile long nowNanos;

  /** Files in use at the last sweep: these would be open anyway. */
  private volatile int used;

  private volatile boolean closed;

  /**
   * Keeps files open.
   *
   * @param most number of files that nobody uses; 0 to keep and share none
   */
  public OpenFiles(int most) {
    this.most = most;
  }

  /** Number of files kept now. */
  public int size() {
    return files.size();
  }

  /** A root has moved, so that names may lead to other files, and other roots may decide. */
  void rootMoved() {
    moves.incrementAndGet();
  }

  /** Number of moves of the roots. */
  int moves() {
    return moves.get();
  }

  /** The kept file of a target; null if there is none. */
  @Nullable OpenFile find(Target target, Supplier<Mounts> mounts) {
    KeptFile kept = most == 0 ? null : files.get(target);
    if (kept == null) {
      return null;
    }
    OpenFile file = isCurrent(kept, mounts) ? kept.use(nowNanos) : null;
    if (file == null) {
      forget(target, kept);
    }
    return file;
  }

  private boolean isCurrent(KeptFile kept, Supplier<Mounts> mounts) {
    try {
      return kept.isUnchanged(mounts.get(), moves());
    } catch (IOException e) {
      // Removed, or not readable any more; a new walk tells the reason.
      return false;
    }
  }

  /**
   * Keeps a file that was just opened, if it may be kept and there is room.
   *
   * @param before number of moves before it was opened
   * @param walk opens it again
   * @return the file for its request; that of another one, if it was faster
   */
  OpenFile keep(
      Target target, OpenFile file, int before, KeptFile.Walk walk, Supplier<Mounts> mounts) {
    PathSnapshot snapshot = file.snapshot();
    if (snapshot == null || isFull()) {
      return file;
    }
    KeptFile kept = new KeptFile(file, snapshot, before, walk, nowNanos);
    OpenFile first = kept.first();
    if (files.putIfAbsent(target, kept) != null) {
      OpenFile faster = find(target, mounts);
      if (faster == null) {
        return file;
      }
      file.close();
      return faster;
    }
    if (closed) {
      forget(target, kept);
    }
    return first;
  }

  private boolean isFull() {
    return files.size() - used >= most;
  }

  private void forget(Target target, KeptFile kept) {
    if (files.remove(target, kept)) {
      kept.release();
    }
  }

  /**
   * Closes files that nobody has used for a while; when it is full, those unused since the last
   * sweep.
   */
  public void sweep(long now) {
    long since = isFull() ? nowNanos : now - IDLE_NANOS;
    nowNanos = now;
    int inUse = 0;
    for (Map.Entry<Target, KeptFile> each : files.entrySet()) {
      KeptFile kept = each.getValue();
      if (kept.isUsedAt(now)) {
        inUse++;
      } else if (kept.isUnusedSince(since)) {
        forget(each.getKey(), kept);
      }
    }
    used = inUse;
  }

  /**
   * Closes the files that nobody uses.
   *
   * @return whether there were any
   */
  boolean closeUnused() {
    boolean any = false;
    for (Map.Entry<Target, KeptFile> each : files.entrySet()) {
      if (!each.getValue().isUsedAt(nowNanos)) {
        forget(each.getKey(), each.getValue());
        any = true;
      }
    }
    return any;
  }

  /** Closes all files but those in use, which the last of their users close. */
  @Override
  public void close() {
    closed = true;
    files.forEach(this::forget);
  }
}
