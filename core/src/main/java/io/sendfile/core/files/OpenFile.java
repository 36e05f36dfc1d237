package io.sendfile.core.files;

import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An allowed file, opened once. All facts belong to the opened handle. The receiver closes it. */
public final class OpenFile implements FoundFile {
  private final FileChannel channel;
  private final FileFacts facts;
  private final Root root;
  private final String relativePath;
  private final @Nullable FileEntry entry;
  private final @Nullable PathSnapshot snapshot;
  private final Path path;

  /** The reading by its lane, if it is on a share; null for a local file. */
  private final @Nullable ShareReading reading;

  /** The shared file; null for a file of one request. */
  private final @Nullable KeptFile kept;

  private final boolean reused;
  private volatile boolean ended;

  /**
   * @param entry for its deletion; null if it is never deleted
   * @param snapshot of its path, to check the file again; null if it must not stay open
   */
  OpenFile(
      FileEntry.OpenedHandle opened,
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
    this.path = opened.path();
    this.reading = null;
    this.kept = null;
    this.reused = false;
  }

  private OpenFile(
      OpenFile file, @Nullable Executor lane, @Nullable KeptFile kept, boolean reused) {
    this.channel = file.channel;
    this.facts = file.facts;
    this.root = file.root;
    this.relativePath = file.relativePath;
    this.entry = file.entry;
    this.snapshot = null;
    this.path = file.path;
    this.reading = lane == null ? null : new ShareReading(channel, facts.size(), lane);
    this.kept = kept;
    this.reused = reused;
  }

  /**
   * The same open file on a share.
   *
   * @param lane threads of the share, which alone touch it from now on
   */
  OpenFile onShare(Executor lane) {
    return new OpenFile(this, lane, null, false);
  }

  /** Holds less memory, as it is one file of many. */
  void isOneOfMany() {
    if (reading != null) {
      reading.isOneOfMany();
    }
  }

  /** Its real path when it was opened. */
  public Path path() {
    return path;
  }

  /**
   * The same open file for one of the requests that share it.
   *
   * @param again whether another request has opened it
   */
  OpenFile sharedFrom(KeptFile owner, boolean again) {
    return new OpenFile(this, null, owner, again);
  }

  /** The state of its path; null if it must not be kept open. */
  @Nullable PathSnapshot snapshot() {
    return snapshot;
  }

  /** Not if its file system may not answer. */
  @Override
  public boolean readsAtOnce() {
    return reading == null;
  }

  @Override
  public long heldBytes() {
    return reading == null ? 0 : reading.heldBytes();
  }

  @Override
  public boolean reused() {
    return reused;
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

  /** The handle that it was opened with. Use positioned reads: its own position is undefined. */
  public FileChannel channel() {
    return channel;
  }

  @Override
  public FileFacts facts() {
    return facts;
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

  /** None of a share: only its lane may read that. */
  @Override
  public @Nullable Stretch extent(long position, long max) throws IOException {
    return reading == null ? new Stretch(handle(), position, max) : null;
  }

  @Override
  public void readsTo(long end) {
    if (reading != null) {
      reading.readsTo(end);
    }
  }

  @Override
  public boolean prepare(long position) throws IOException {
    return reading == null || reading.prepare(position);
  }

  @Override
  public boolean awaitsReading(Runnable wake) {
    if (reading == null) {
      return false;
    }
    reading.read(wake);
    return true;
  }

  @Override
  public long sendTo(Sink sink, long position, long max) throws IOException {
    return reading == null
        ? call(file -> sink.send(file, position, max))
        : reading.sendTo(sink, position, max);
  }

  @Override
  public boolean lacks(long end) throws IOException {
    return reading == null ? call(FileChannel::size) < end : reading.hasEnded();
  }

  @Override
  public boolean isReadable(long position) throws IOException {
    if (reading == null) {
      return call(file -> file.read(ByteBuffer.allocate(1), position)) == 1;
    }
    IOException failure = reading.failure();
    if (failure != null) {
      throw failure;
    }
    return !reading.hasEnded();
  }

  /** A call for the handle. */
  @FunctionalInterface
  private interface Call {
    long of(FileChannel file) throws IOException;
  }

  /**
   * Makes a call, again where the interrupted reader of another request has closed the handle that
   * they share.
   */
  private long call(Call call) throws IOException {
    while (true) {
      FileChannel file = handle();
      try {
        return call.of(file);
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (ClosedChannelException e) {
        // Of the file, or of the socket that it is sent to.
        if (kept == null || file.isOpen()) {
          throw e;
        }
      }
    }
  }

  private FileChannel handle() throws IOException {
    if (ended) {
      throw new ClosedChannelException();
    }
    return kept == null ? channel : kept.handle();
  }

  /**
   * Deletes the file, if it was opened for deletion and its name in its folder still leads to it; a
   * file that has taken its place stays. With directory handles, the folder is the one of the walk,
   * whatever its path leads to by now; a user who may rename in it can win a race against the last
   * check, and loses an entry of that folder.
   *
   * @throws IOException if it may not be deleted
   */
  void delete() throws IOException {
    if (entry == null) {
      return;
    }
    BasicFileAttributes now = entry.attributes();
    if (now.isRegularFile() && FileEntry.sameKey(now.fileKey(), facts.key())) {
      entry.delete();
    }
  }

  /** Releases the handles, of a share on its own threads; further calls do nothing. */
  @Override
  public void close() {
    if (kept != null) {
      endUse(kept);
    } else {
      release(this::closeNow);
    }
  }

  /**
   * Deletes the file as {@link #delete}, and closes it.
   *
   * @param failed told why it was not deleted; perhaps on another thread
   */
  public void closeDeleted(Consumer<IOException> failed) {
    release(
        () -> {
          try {
            delete();
          } catch (IOException e) {
            failed.accept(e);
          } finally {
            closeNow();
          }
        });
  }

  private void release(Runnable how) {
    if (reading == null) {
      how.run();
    } else {
      reading.close(how);
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
