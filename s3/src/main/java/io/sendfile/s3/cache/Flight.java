package io.sendfile.s3.cache;

import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One request to an origin, for one missing slice or several in a row. Readers get bytes of a slice
 * while it arrives. When nobody wants it any more it ends, unless it is about to bring a slice.
 */
final class Flight implements SliceOrigin.Receiver {
  /** Fewer bytes wake nobody, unless they are the last of a slice. */
  static final int WAKING_BYTES = 64 << 10;

  /** A slice that lacks no more than these is worth its end, although nobody waits for it. */
  private static final long NEARLY = 1 << 20;

  /** The file of the slice that arrives; it gets another name when that is whole. */
  private record PartFile(long number, Path path, FileChannel file) {}

  /** A reader that waits until the bytes up to a position are there. */
  private record WaitingReader(CachedFile reader, long until, Runnable wake) {}

  private final SliceCache cache;
  final CachedVersion version;

  /** Its slices, and the one after the last. */
  final long first;

  final long end;

  // Guarded by the monitor of the cache, which is taken after that of this object.
  final Set<CachedFile> readers = new HashSet<>();
  private final List<WaitingReader> waits = new ArrayList<>();

  /** The client that it counts for; null until it has begun. */
  @Nullable Object client;

  /** The slice that arrives next. */
  long next;

  /** Set by the monitor of the cache. */
  volatile boolean ended;

  /** The position in the file to which bytes are on disk, in slices and in the part. */
  private volatile long arrived;

  /** Set by the monitor of this object, as is {@link #arrived}. */
  private volatile @Nullable PartFile part;

  /** Ends the request; null before it. */
  private @Nullable Runnable cancel;

  Flight(SliceCache cache, CachedVersion version, long first, long end) {
    this.cache = cache;
    this.version = version;
    this.first = first;
    this.end = end;
    next = first;
    arrived = version.start(first);
  }

  /** Bytes on disk that it still needs at most. */
  long bytes() {
    return version.start(end) - version.start(next);
  }

  /** The file of a slice, if it is the one that arrives. */
  @Nullable Path part(long number) {
    PartFile arriving = part;
    return arriving == null || arriving.number() != number ? null : arriving.path();
  }

  /** Number of bytes of a slice that can be read. */
  long arrivedOf(long number) {
    return Math.max(0, Math.min(arrived - version.start(number), version.length(number)));
  }

  // -- with the monitor of the cache --

  /** False if the bytes are there already. */
  boolean await(CachedFile reader, long position, Runnable wake) {
    long until = Math.min(position + WAKING_BYTES, version.start(version.slice(position) + 1));
    // Either this sees the bytes, or the thread that brings them sees that somebody waits.
    return arrived < until && waits.add(new WaitingReader(reader, until, wake));
  }

  void forget(CachedFile reader) {
    readers.remove(reader);
    waits.removeIf(wait -> wait.reader() == reader);
  }

  private List<WaitingReader> takeWaits(long to) {
    List<WaitingReader> taken = waits.stream().filter(wait -> wait.until() <= to).toList();
    waits.removeAll(taken);
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
          cancel = version.origin().fetch(arrived, version.start(end) - arrived, this);
        }
      }
    } catch (RuntimeException e) {
      fail(new IOException("a request to the origin could not be made: " + e, e));
    }
  }

  @Override
  public void receive(long position, ByteBuffer bytes) {
    List<WaitingReader> woken;
    try {
      synchronized (this) {
        long known = Math.min(arrived - position, bytes.remaining());
        bytes.position(bytes.position() + (int) known);
        while (!ended && bytes.hasRemaining()) {
          write(bytes);
        }
      }
      synchronized (cache) {
        woken = takeWaits(arrived);
      }
    } catch (IOException e) {
      fail(new StoreException(StoreFault.UNAVAILABLE, cache.diskFailed(e, version.sliceBytes())));
      return;
    }
    wake(woken);
  }

  /** Writes the bytes that belong to the slice. */
  private void write(ByteBuffer bytes) throws IOException {
    long number = version.slice(arrived);
    PartFile to = part;
    if (to == null) {
      Path path = cache.folder.newPart(version.name(number));
      to = new PartFile(number, path, cache.folder.createPart(path));
      part = to;
    }
    long from = arrived;
    long left = version.start(number + 1) - from;
    int length = (int) Math.min(left, bytes.remaining());
    ByteBuffer piece = bytes.slice(bytes.position(), length);
    while (piece.hasRemaining()) {
      to.file().write(piece);
    }
    bytes.position(bytes.position() + length);
    if (length == left) {
      to.file().close();
      cache.folder.finish(to.path(), version.name(number));
      part = null;
      // Before it is seen here: then it is found in the cache as well.
      if (!cache.arrived(this, number) && number + 1 < end && cancel != null) {
        cancel.run();
      }
    }
    arrived = from + length;
  }

  @Override
  public void fail(IOException reason) {
    List<WaitingReader> woken;
    // Not between the last byte of a slice and its name.
    synchronized (this) {
      synchronized (cache) {
        woken = takeWaits(Long.MAX_VALUE);
        woken.forEach(wait -> wait.reader().failed(reason));
        cache.end(this);
      }
    }
    cache.ended(List.of(this));
    wake(woken);
  }

  /** Ends the request and the file of its part, once it counts as ended. */
  synchronized void discard() {
    if (cancel != null) {
      cancel.run();
    }
    PartFile arriving = part;
    part = null;
    if (arriving != null) {
      try {
        arriving.file().close();
      } catch (IOException e) {
        // It is deleted in any case.
      }
      cache.folder.delete(arriving.path());
    }
    cache.discarded(this);
  }

  private static void wake(List<WaitingReader> woken) {
    for (WaitingReader wait : woken) {
      if (!wait.reader().closed) {
        wait.wake().run();
      }
    }
  }
}
