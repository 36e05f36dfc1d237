package io.sendfile.s3.cache;

import io.sendfile.s3.cache.SliceCache.Version;
import io.sendfile.spi.FileStore.StoreException;
import io.sendfile.spi.FileStore.StoreException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request to an origin, for one missing slice or several in a row. Readers get bytes of a slice
 * while it arrives. When nobody wants it any more it ends, unless it is about to bring a slice.
 */
final class Flight implements Origin.Receiver {
  /** Fewer bytes wake nobody, unless they are the last of a slice. */
  static final int WAKING_BYTES = 64 << 10;

  /** A slice that lacks no more than these is worth its end, although nobody waits for it. */
  private static final long NEARLY = 1 << 20;

  /** The file of the slice that arrives; it gets another name when that is whole. */
  record Part(long number, Path path) {}

  /** A reader that waits for bytes. */
  record Wait(CachedFile reader, long position, Runnable wake) {}

  private final SliceCache cache;
  private final Version version;
  private final long first;
  private final long end;

  // Guarded by the monitor of the cache, which is taken after that of this object.
  final Set<CachedFile> readers = new HashSet<>();
  private final List<Wait> waits = new ArrayList<>();
  boolean begun;
  long next;

  /** Set by the monitor of the cache. */
  volatile boolean ended;

  /** The position in the file to which bytes are on disk, in slices and in the part. */
  private volatile long arrived;

  /** The first position of it with which a reader has to be woken. */
  private volatile long wakingAt = Long.MAX_VALUE;

  private volatile @Nullable Part part;

  // Guarded by the monitor of this object.
  private @Nullable FileChannel writing;
  private Origin.@Nullable Request request;

  /**
   * @param first slice
   * @param end the slice after the last
   */
  Flight(SliceCache cache, Version version, long first, long end) {
    this.cache = cache;
    this.version = version;
    this.first = first;
    this.end = end;
    next = first;
    arrived = version.start(first);
  }

  Version version() {
    return version;
  }

  long first() {
    return first;
  }

  long end() {
    return end;
  }

  /** Bytes on disk that it needs at most. */
  long bytes() {
    return version.start(end) - version.start(first);
  }

  /** The file of a slice, if it is the one that arrives. */
  @Nullable Path part(long number) {
    Part arriving = part;
    return arriving == null || arriving.number() != number ? null : arriving.path();
  }

  /** Number of bytes of a slice that can be read. */
  long arrivedOf(long number) {
    return Math.max(0, Math.min(arrived - version.start(number), version.length(number)));
  }

  /**
   * Whether a reader at a position should be woken; with the monitor of the cache, as the next
   * ones.
   */
  private boolean isEnough(long position, long arrived) {
    return arrived >= enough(position);
  }

  private long enough(long position) {
    return Math.min(position + WAKING_BYTES, version.start(position / version.sliceBytes() + 1));
  }

  /** False if the bytes are there already. */
  boolean await(CachedFile reader, long position, Runnable wake) {
    waits.add(new Wait(reader, position, wake));
    wakingAt = Math.min(wakingAt, enough(position));
    // Either this sees the bytes, or those who bring them see that somebody waits.
    if (isEnough(position, arrived)) {
      waits.remove(waits.size() - 1);
      return false;
    }
    return true;
  }

  void forget(CachedFile reader) {
    waits.removeIf(wait -> wait.reader() == reader);
  }

  /** Those who wait for bytes up to a position. */
  List<Wait> takeWaits(long arrived) {
    List<Wait> taken = new ArrayList<>();
    wakingAt = Long.MAX_VALUE;
    for (Iterator<Wait> i = waits.iterator(); i.hasNext(); ) {
      Wait wait = i.next();
      if (isEnough(wait.position(), arrived)) {
        taken.add(wait);
        i.remove();
      } else {
        wakingAt = Math.min(wakingAt, enough(wait.position()));
      }
    }
    return taken;
  }

  /** Whether to end it, now that nobody wants it. */
  boolean isWorthEnding() {
    return arrived == version.start(first) || version.start(next + 1) - arrived > NEARLY;
  }

  // -- called by the executor and the origin --

  /** Asks the origin. */
  void begin() {
    try {
      synchronized (this) {
        if (!ended) {
          request = version.origin().fetch(arrived, bytes(), this);
        }
      }
    } catch (RuntimeException e) {
      fail(new IOException("a request to the origin could not be made: " + e, e));
    }
  }

  @Override
  public void receive(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      List<Wait> woken;
      try {
        synchronized (this) {
          if (ended) {
            return;
          }
          write(bytes);
          woken = arrived >= wakingAt ? takeArrived() : List.of();
        }
      } catch (IOException e) {
        fail(new StoreException(Kind.UNAVAILABLE, cache.diskFailed(e, version.sliceBytes())));
        return;
      }
      wake(woken);
    }
  }

  /** Writes what belongs to the slice. */
  private void write(ByteBuffer bytes) throws IOException {
    long number = arrived / version.sliceBytes();
    Part arriving = part;
    FileChannel file = writing;
    if (arriving == null || file == null) {
      arriving = new Part(number, cache.folder().newPart(version.name(number)));
      file = cache.folder().createPart(arriving.path());
      part = arriving;
      writing = file;
    }
    ByteBuffer piece = bytes.duplicate();
    piece.limit(
        (int) Math.min(piece.limit(), piece.position() + version.start(number + 1) - arrived));
    long length = piece.remaining();
    while (piece.hasRemaining()) {
      file.write(piece);
    }
    bytes.position(piece.position());
    long to = arrived + length;
    if (to == version.start(number + 1)) {
      file.close();
      cache.folder().finish(arriving.path(), version.name(number));
      writing = null;
      part = null;
      // Before it is seen here: who sees it, finds it in the cache.
      if (!cache.arrived(this, number) && number + 1 < end && request != null) {
        request.cancel();
      }
    }
    arrived = to;
  }

  private List<Wait> takeArrived() {
    synchronized (cache) {
      return takeWaits(arrived);
    }
  }

  @Override
  public void fail(IOException reason) {
    List<Wait> woken = cache.failed(this, reason);
    cancel();
    wake(woken);
  }

  /** Ends what was begun, when it counts as ended. */
  void cancel() {
    cache.execute(this::discard);
  }

  private synchronized void discard() {
    if (request != null) {
      request.cancel();
    }
    Part arriving = part;
    if (writing != null && arriving != null) {
      try {
        writing.close();
      } catch (IOException e) {
        // It is deleted in any case.
      }
      writing = null;
      cache.folder().delete(arriving.path());
    }
  }

  private static void wake(List<Wait> woken) {
    for (Wait wait : woken) {
      if (!wait.reader().isClosed()) {
        wait.wake().run();
      }
    }
  }
}
