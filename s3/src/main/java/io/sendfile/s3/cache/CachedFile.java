package io.sendfile.s3.cache;

import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One reader of one version of a file. It has one slice open at a time; a slice that is evicted
 * meanwhile stays readable until the reader moves on. Once it has read a whole slice in a row, more
 * and more of the next ones are fetched ahead of it.
 *
 * <p>Methods with a position are called by one thread at a time, the others by any.
 */
public final class CachedFile implements AutoCloseable {
  private final SliceCache cache;
  final CachedVersion version;

  /** Guarded by the monitor of the cache. */
  final Set<Flight> flights = new HashSet<>();

  /** Equal for all readers that share in requests as one. */
  volatile Object client = "";

  /** Set by the monitor of the cache. */
  volatile boolean closed;

  private volatile @Nullable IOException failure;

  // Guarded by this object's monitor, which is taken before that of the cache.
  private @Nullable FileChannel open;
  private @Nullable Flight arriving;
  private long number = -1;
  private long missed = -1;
  private long runStart;
  private long runFrom;
  private long runTo;
  private long readsTo = Long.MAX_VALUE;

  CachedFile(SliceCache cache, CachedVersion version) {
    this.cache = cache;
    this.version = version;
  }

  void failed(IOException reason) {
    failure = reason;
  }

  /** Names the client of its reader. */
  public void readsFor(Object client) {
    this.client = client;
  }

  /**
   * Sets the end of the range that is read now: no slice beyond is fetched ahead.
   *
   * @param end position after its last byte
   */
  public synchronized void readsTo(long end) {
    readsTo = end;
  }

  /**
   * The bytes from a position to the end of its slice, as far as they are there: 64 KiB at least,
   * or all of the slice. They stay until the next call, or the end.
   *
   * @return null if they have to be fetched
   * @throws IOException if they could not be fetched, until the next {@link #fetch}
   */
  public synchronized @Nullable Stretch at(long position) throws IOException {
    if (closed) {
      throw new IOException("the file is closed");
    }
    follow(position);
    long wanted = version.slice(position);
    FileChannel file = open(wanted);
    if (file == null) {
      missed = wanted;
      return missing();
    }
    long from = position - version.start(wanted);
    long length = version.length(wanted);
    long there = arriving == null ? length : arriving.arrivedOf(wanted);
    if (there < length && there - from < Flight.WAKING_BYTES) {
      return missing();
    }
    runTo = version.start(wanted) + there;
    return new Stretch(file, from, there - from);
  }

  private @Nullable Stretch missing() throws IOException {
    IOException reason = failure;
    if (reason != null) {
      throw reason;
    }
    return null;
  }

  /**
   * Fetches bytes that were not there.
   *
   * @param wake run once when {@link #at} returns some or throws; not after {@link #close}
   */
  public void fetch(long position, Runnable wake) {
    int ahead;
    synchronized (this) {
      follow(position);
      ahead = ahead(position);
      failure = null;
    }
    cache.fetch(this, position, ahead, wake);
  }

  /** Whether the slice with that position is in the cache, or on its way to it. */
  public boolean isComing(long position) {
    return cache.isComing(version, version.slice(position));
  }

  /** Number of whole slices of it in the cache. */
  public long cachedSlices() {
    return cache.count(version);
  }

  /** Number of slices of it. */
  public long slices() {
    return version.slices();
  }

  /** Ends requests that are on their way for this reader alone. */
  @Override
  public void close() {
    synchronized (cache) {
      if (closed) {
        return;
      }
      closed = true;
    }
    cache.leave(this, null);
    cache.fileClosed();
    cache.executor.execute(this::closeSlice);
  }

  /** Tells a seek from reading on. */
  private void follow(long position) {
    if (position < runFrom || position > runTo) {
      runStart = position;
      runTo = position;
      cache.leave(this, cache.flight(version, version.slice(position)));
    }
    runFrom = position;
  }

  /** Number of slices of the range to fetch ahead: 1, 2, 4, 8 after as many in a row. */
  private int ahead(long position) {
    long whole = (position - runStart) / version.sliceBytes();
    if (whole < 1) {
      return 0;
    }
    long left = version.slice(readsTo - 1) - version.slice(position);
    long most = Math.min(SliceCache.MOST_AHEAD, Math.max(0, left));
    return (int) Math.min(most, 1L << Math.min(whole - 1, 3));
  }

  private @Nullable FileChannel open(long wanted) throws IOException {
    if (open != null && wanted == number && !isBroken(wanted)) {
      return open;
    }
    closeSlice();
    number = wanted;
    // The file of a slice that arrives gets its name, or is evicted, between look and open.
    for (int tries = 0; open == null && tries < 3; tries++) {
      Flight flight = cache.flight(version, wanted);
      Path part = flight == null ? null : flight.part(wanted);
      if (cache.has(version, wanted)) {
        open = openWhole(wanted);
      } else if (part != null && flight != null && flight.arrivedOf(wanted) > 0) {
        open = open(part);
        arriving = open == null ? null : flight;
      } else {
        return null;
      }
    }
    if (open != null) {
      if (missed != wanted) {
        cache.hit();
      }
      int ahead = ahead(version.start(wanted));
      if (ahead > 0) {
        cache.readAhead(this, wanted + 1, ahead);
      }
    }
    return open;
  }

  /** Whether the slice will not arrive by the file that is open. */
  private boolean isBroken(long wanted) {
    return arriving != null
        && arriving.ended
        && arriving.arrivedOf(wanted) < version.length(wanted);
  }

  private @Nullable FileChannel openWhole(long wanted) throws IOException {
    FileChannel file = open(cache.folder.path(version.name(wanted)));
    if (file != null && file.size() == version.length(wanted)) {
      return file;
    }
    if (file != null) {
      file.close();
    }
    cache.missing(version, wanted);
    return null;
  }

  private @Nullable FileChannel open(Path file) throws IOException {
    try {
      return FileChannel.open(file, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new StoreException(StoreFault.UNAVAILABLE, cache.folder.unreadable(e));
    }
  }

  private synchronized void closeSlice() {
    FileChannel file = open;
    open = null;
    arriving = null;
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        // It was open for reading only.
      }
    }
  }
}
