package io.sendfile.core.files;

import io.sendfile.core.files.OpenFiles.KeptFile;
import io.sendfile.core.files.OpenFiles.PathSnapshot;
import io.sendfile.core.files.Source.Extent;
import io.sendfile.core.files.Source.Sink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/** An allowed file, opened once. All facts belong to the opened handle. The receiver closes it. */
public final class OpenFile implements Source {
  private final FileChannel channel;
  private final FileFacts facts;
  private final Root root;
  private final String relativePath;
  private final @Nullable FileEntry entry;
  private final @Nullable PathSnapshot snapshot;
  private final boolean mayHang;

  /** The shared file; null for a file of one request. */
  private final @Nullable KeptFile kept;

  private final boolean reused;
  private boolean ended;

  /**
   * @param entry for its deletion; null if it is never deleted
   * @param snapshot of its path, to check the file again; null if it must not stay open
   */
  OpenFile(
      FileEntry.Opened opened,
      Root root,
      String relativePath,
      @Nullable FileEntry entry,
      @Nullable PathSnapshot snapshot) {
    this.channel = opened.channel();
    this.facts = opened.facts();
    this.root = root;
    this.relativePath = relativePath;
    this.entry = entry;
    this.snapshot = snapshot;
    this.mayHang = false;
    this.kept = null;
    this.reused = false;
  }

  private OpenFile(OpenFile file, boolean mayHang, @Nullable KeptFile kept, boolean reused) {
    this.channel = file.channel;
    this.facts = file.facts;
    this.root = file.root;
    this.relativePath = file.relativePath;
    this.entry = file.entry;
    this.snapshot = null;
    this.mayHang = mayHang;
    this.kept = kept;
    this.reused = reused;
  }

  /** An open file on a file system that may not answer. */
  OpenFile thatMayHang() {
    return new OpenFile(this, true, null, false);
  }

  /**
   * The same open file for one of the requests that share it.
   *
   * @param again whether another request has opened it
   */
  OpenFile sharedFrom(KeptFile owner, boolean again) {
    return new OpenFile(this, false, owner, again);
  }

  /** The state of its path; null if it must not be kept open. */
  @Nullable PathSnapshot snapshot() {
    return snapshot;
  }

  /** Whether request threads must not read it, as its file system may not answer. */
  public boolean mayHang() {
    return mayHang;
  }

  @Override
  public boolean reused() {
    return reused;
  }

  /**
   * The same file with a handle of its own: a reader that was interrupted has closed the one it
   * shared with this request. The caller closes both.
   *
   * @throws IOException if it was not shared, or is not the same file any more
   */
  public OpenFile afresh() throws IOException {
    if (kept == null) {
      throw new ClosedChannelException();
    }
    return kept.afresh();
  }

  /** The value that was last kept with the open file; null if there is none. */
  public @Nullable Object attachment() {
    return kept == null ? null : kept.attachment();
  }

  /** Keeps a value that follows from the facts, immutable, for later requests. */
  public void attach(Object value) {
    if (kept != null) {
      kept.attach(value);
    }
  }

  /** The handle, for reading. Use positioned reads: its own position is undefined. */
  public FileChannel channel() {
    return channel;
  }

  /** Size, time and key together. */
  public FileFacts facts() {
    return facts;
  }

  /** Bytes at the time of opening, at least 0. */
  @Override
  public long size() {
    return facts.size();
  }

  /** Last modification at the time of opening, in the file system's full resolution. */
  public FileTime modified() {
    return facts.modified();
  }

  /** The root it was found in. */
  @Override
  public Root root() {
    return root;
  }

  /**
   * Its real path below the root with {@code /} separators; the requested path when a followed link
   * led out of the root.
   */
  @Override
  public String relativePath() {
    return relativePath;
  }

  @Override
  public boolean zeroCopy() {
    return root.zeroCopy();
  }

  @Override
  public Extent extent(long position, long max) {
    return new Extent(channel, position, max, mayHang);
  }

  @Override
  public long sendTo(Sink sink, long position, long max) throws IOException {
    return sink.send(channel, position, max);
  }

  @Override
  public boolean lacks(long end) throws IOException {
    return channel.size() < end;
  }

  @Override
  public boolean isReadable(long position) {
    try {
      return channel.read(ByteBuffer.allocate(1), position) == 1;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Deletes the file, if it was opened for deletion and its name in its folder still leads to it; a
   * file that has taken its place stays. With directory handles, the folder is the one of the walk,
   * whatever its path leads to by now; a user who may rename in it can win a race against the last
   * check, and loses an entry of that folder.
   *
   * @throws IOException if it may not be deleted
   */
  public void delete() throws IOException {
    if (entry == null) {
      return;
    }
    BasicFileAttributes now = entry.attributes();
    if (now.isRegularFile() && FileEntry.sameKey(now.fileKey(), facts.key())) {
      entry.delete();
    }
  }

  /**
   * Releases the handles, on another thread if its file system may not answer; further calls do
   * nothing.
   */
  @Override
  public void close() {
    if (kept != null) {
      endUse(kept);
    } else if (mayHang) {
      TimedOpens.COMMON.later(this::closeNow);
    } else {
      closeNow();
    }
  }

  private void endUse(KeptFile of) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    of.release();
  }

  /** Releases the handles. */
  void closeNow() {
    closeQuietly(channel);
    closeQuietly(entry);
  }

  private static void closeQuietly(@Nullable AutoCloseable handle) {
    try {
      if (handle != null) {
        handle.close();
      }
    } catch (Exception e) {
      // The handle was only read from, and the system has released it: nothing can be lost.
      return;
    }
  }
}
