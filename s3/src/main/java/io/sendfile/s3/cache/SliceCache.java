package io.sendfile.s3.cache;

import io.sendfile.s3.cache.SliceFolder.Name;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Slices of files in a folder, at most a number of bytes, those on their way included. A slice is
 * fetched once, however many readers want it. The one that was used least recently makes room; a
 * file that a reader has open stays his. After a restart the order is that in which slices were
 * written.
 *
 * <p>Safe for several threads. None of them waits but for a disk.
 */
public final class SliceCache implements AutoCloseable {
  /** Slices that are read ahead at most. */
  static final int MOST_AHEAD = 8;

  /**
   * What a cache holds and did since it was opened.
   *
   * @param slices whole ones that are known
   * @param bytes of these
   * @param hits slices that were there when a reader came to them
   * @param misses slices that were not
   * @param evictedBytes bytes of slices that made room
   * @param flights requests to origins that run
   * @param waitingFlights those that wait for one of these to end
   */
  public record Statistics(
      long slices,
      long bytes,
      long hits,
      long misses,
      long evictedBytes,
      int flights,
      int waitingFlights) {}

  private record OnDisk(Name name, long length, long modifiedMillis) {}

  private final SliceFolder folder;
  private final Executor executor;

  // The rest is guarded by this object's monitor.
  private LinkedHashMap<Name, Long> slices = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, Long> counts = new HashMap<>();
  private final Map<Name, Flight> flights = new HashMap<>();
  private final ArrayDeque<Flight> waiting = new ArrayDeque<>();
  private long mostBytes;
  private int mostFlights;
  private long bytes;
  private long reserved;
  private int running;
  private int openFiles;
  private boolean scanBegan;
  private boolean scanned;
  private boolean closed;
  private boolean released;
  private @Nullable String trouble;
  private long hits;
  private long misses;
  private long evictedBytes;

  private SliceCache(SliceFolder folder, Executor executor) {
    this.folder = folder;
    this.executor = executor;
  }

  /**
   * Takes a folder for a cache. No other may have it until the last file is closed after {@link
   * #close}.
   *
   * @param executor runs what waits for a disk or an origin
   * @throws IOException with the error and its remedy, for the administrator
   */
  public static SliceCache open(Path folder, Executor executor) throws IOException {
    return new SliceCache(SliceFolder.open(folder), executor);
  }

  /** Takes it again after {@link #close}; false if its folder was given back by then. */
  public synchronized boolean reopen() {
    closed = released;
    return !released;
  }

  /**
   * Sets its limits.
   *
   * @param mostBytes on disk, at least 16 slices
   * @param mostFlights requests to origins at a time, at least 1
   */
  public void limit(long mostBytes, int mostFlights) {
    List<Name> victims;
    synchronized (this) {
      this.mostBytes = mostBytes;
      this.mostFlights = mostFlights;
      victims = evictFor(0);
    }
    delete(victims);
    pump();
  }

  /**
   * A reader of one version of a file.
   *
   * @param identity what tells this version from all others that may be in the folder
   * @param size in bytes
   * @param sliceBytes bytes in a slice
   */
  public CachedFile file(String identity, long size, int sliceBytes, Origin origin) {
    boolean scan;
    synchronized (this) {
      if (released) {
        throw new IllegalStateException("the cache is closed");
      }
      openFiles++;
      scan = !scanBegan;
      scanBegan = true;
    }
    if (scan) {
      executor.execute(this::scan);
    }
    return new CachedFile(
        this, new Version(digest(identity + '\n' + sliceBytes), size, sliceBytes, origin));
  }

  /** What is wrong with the folder, with a remedy; null if nothing is. */
  public synchronized @Nullable String trouble() {
    return trouble;
  }

  /** What it holds and did. */
  public synchronized Statistics statistics() {
    return new Statistics(
        slices.size(), bytes, hits, misses, evictedBytes, running, waiting.size());
  }

  /** Gives the folder back once the last file is closed. */
  @Override
  public synchronized void close() {
    closed = true;
    release();
  }

  synchronized void fileClosed() {
    openFiles--;
    release();
  }

  private void release() {
    if (closed && !released && openFiles == 0 && running == 0) {
      released = true;
      folder.close();
    }
  }

  // -- what readers ask --

  SliceFolder folder() {
    return folder;
  }

  /** Whether a whole slice is there; it counts as used. */
  synchronized boolean has(Version version, long number) {
    Name name = version.name(number);
    if (slices.get(name) != null) {
      return true;
    }
    if (scanned || folder.lostPower() || folder.length(name) != version.length(number)) {
      return false;
    }
    add(name, version.length(number));
    return true;
  }

  /** The request that brings a slice; null if there is none. */
  synchronized @Nullable Flight flight(Version version, long number) {
    return flights.get(version.name(number));
  }

  /** Number of whole slices that are there. */
  synchronized long count(Version version) {
    return counts.getOrDefault(version.object(), 0L);
  }

  synchronized void hit() {
    hits++;
  }

  /** A slice is not on disk as it should be. */
  synchronized void missing(Version version, long number) {
    Name name = version.name(number);
    Long length = slices.remove(name);
    if (length != null) {
      forgotten(name, length);
    }
  }

  private void forgotten(Name name, long length) {
    bytes -= length;
    counts.merge(name.object(), -1L, (count, less) -> count + less == 0 ? null : count + less);
  }

  /**
   * Lets a reader wait for bytes, and has them fetched if nobody does.
   *
   * @param ahead number of slices after this one that the reader will want, too
   */
  void fetch(CachedFile reader, long position, int ahead, Runnable wake) {
    Version version = reader.version();
    long number = position / version.sliceBytes();
    boolean there = false;
    synchronized (this) {
      if (reader.isClosed()) {
        return;
      }
      Flight flight = flights.get(version.name(number));
      if (flight == null && has(version, number)) {
        there = true;
      } else {
        if (flight == null) {
          misses++;
          flight =
              new Flight(
                  this,
                  version,
                  number,
                  missingFrom(version, number, 1 + (isIdle(version, ahead) ? ahead : 0)));
          enter(flight);
          waiting.add(flight);
        }
        join(reader, flight);
        there = !flight.await(reader, position, wake);
      }
    }
    if (there) {
      wake.run();
    } else {
      pump();
    }
  }

  /** Has slices fetched before a reader comes to them, if little else is to do. */
  void readAhead(CachedFile reader, long number, int ahead) {
    Version version = reader.version();
    synchronized (this) {
      long end = Math.min(version.slices(), number + ahead);
      long first = number;
      while (first < end && isComing(version, first)) {
        first++;
      }
      // By halves of the window: fewer and longer requests.
      if (end - first < (ahead + 1) / 2 || reader.isClosed() || !isIdle(version, ahead)) {
        return;
      }
      Flight flight = new Flight(this, version, first, missingFrom(version, first, ahead));
      enter(flight);
      join(reader, flight);
      waiting.add(flight);
    }
    pump();
  }

  private boolean isIdle(Version version, int ahead) {
    return waiting.isEmpty()
        && running < (mostFlights + 1) / 2
        && (long) ahead * version.sliceBytes() <= mostBytes / 8;
  }

  synchronized boolean isComing(Version version, long number) {
    return flights.containsKey(version.name(number)) || has(version, number);
  }

  /** The end of the missing slices from one on, which is missing. */
  private long missingFrom(Version version, long first, int most) {
    long end = first + 1;
    long last = Math.min(version.slices(), first + most);
    while (end < last && !isComing(version, end)) {
      end++;
    }
    return end;
  }

  private void enter(Flight flight) {
    for (long i = flight.first(); i < flight.end(); i++) {
      flights.put(flight.version().name(i), flight);
    }
  }

  private static void join(CachedFile reader, Flight flight) {
    flight.readers.add(reader);
    reader.flights.add(flight);
  }

  /**
   * A reader wants no more of what is on its way for it.
   *
   * @param but null, or the request that it goes on to want
   */
  void leave(CachedFile reader, @Nullable Flight but) {
    List<Flight> cancelled = new ArrayList<>();
    synchronized (this) {
      for (Iterator<Flight> i = reader.flights.iterator(); i.hasNext(); ) {
        Flight flight = i.next();
        if (flight != but) {
          i.remove();
          flight.readers.remove(reader);
          flight.forget(reader);
          if (flight.readers.isEmpty() && flight.isWorthEnding()) {
            cancelled.add(flight);
            end(flight);
          }
        }
      }
    }
    cancelled.forEach(Flight::cancel);
    pump();
  }

  // -- requests to origins --

  /** Begins requests that wait, as far as limits allow. */
  private void pump() {
    List<Flight> begun = new ArrayList<>();
    List<Name> victims = new ArrayList<>();
    synchronized (this) {
      while (running < mostFlights && !waiting.isEmpty()) {
        Flight flight = waiting.element();
        victims.addAll(evictFor(flight.bytes()));
        // Room comes with the end of others.
        if (bytes + reserved + flight.bytes() > mostBytes && running > 0) {
          break;
        }
        waiting.remove();
        flight.begun = true;
        reserved += flight.bytes();
        running++;
        begun.add(flight);
      }
    }
    delete(victims);
    for (Flight flight : begun) {
      executor.execute(flight::begin);
    }
  }

  /** A slice is whole and has its name; true if the request should go on. */
  boolean arrived(Flight flight, long number) {
    long length = flight.version().length(number);
    boolean goesOn;
    synchronized (this) {
      trouble = null;
      reserved -= length;
      add(flight.version().name(number), length);
      flights.remove(flight.version().name(number), flight);
      flight.next = number + 1;
      goesOn = flight.next < flight.end() && !flight.readers.isEmpty();
      if (!goesOn) {
        end(flight);
      }
    }
    if (!goesOn) {
      pump();
    }
    return goesOn;
  }

  /** A request ended before its time; the readers that wait for it, whom the caller wakes. */
  List<Flight.Wait> failed(Flight flight, IOException reason) {
    List<Flight.Wait> waits;
    synchronized (this) {
      waits = flight.takeWaits(Long.MAX_VALUE);
      waits.forEach(wait -> wait.reader().failed(reason));
      for (CachedFile reader : flight.readers) {
        // Who was read ahead for tries again when it comes there.
        if (reader.isIn(flight.next)) {
          reader.failed(reason);
        }
      }
      end(flight);
    }
    pump();
    return waits;
  }

  /**
   * The disk did not take a file, or bytes of one: then some of what is cached makes room, in case
   * it is full.
   *
   * @return what is wrong, with its remedy
   */
  String diskFailed(IOException reason, int sliceBytes) {
    List<Name> victims;
    String message =
        "the cache folder "
            + folder
            + " cannot be written to: "
            + SliceFolder.reason(reason)
            + ": make room on that disk, or choose another cache-folder or fewer cache-bytes";
    synchronized (this) {
      trouble = message;
      victims =
          reason instanceof FileSystemException
              ? List.of()
              : evict(Math.max(0, bytes - (long) MOST_AHEAD * sliceBytes));
    }
    delete(victims);
    return message;
  }

  void execute(Runnable task) {
    executor.execute(task);
  }

  private void end(Flight flight) {
    if (flight.ended) {
      return;
    }
    flight.ended = true;
    for (CachedFile reader : flight.readers) {
      reader.flights.remove(flight);
    }
    flight.readers.clear();
    for (long i = flight.next; i < flight.end(); i++) {
      flights.remove(flight.version().name(i), flight);
    }
    if (flight.begun) {
      running--;
      for (long i = flight.next; i < flight.end(); i++) {
        reserved -= flight.version().length(i);
      }
    } else {
      waiting.remove(flight);
    }
    release();
  }

  // -- the disk --

  private void add(Name name, long length) {
    Long before = slices.put(name, length);
    if (before != null) {
      forgotten(name, before);
    }
    bytes += length;
    counts.merge(name.object(), 1L, Long::sum);
  }

  private List<Name> evictFor(long more) {
    return evict(mostBytes - reserved - more);
  }

  /** Forgets slices until so many bytes are left; the caller deletes them. */
  private List<Name> evict(long most) {
    List<Name> victims = new ArrayList<>();
    for (var i = slices.entrySet().iterator(); bytes > most && i.hasNext(); ) {
      var eldest = i.next();
      i.remove();
      forgotten(eldest.getKey(), eldest.getValue());
      evictedBytes += eldest.getValue();
      victims.add(eldest.getKey());
    }
    return victims;
  }

  /** A slice that is fetched again in this moment may go as well: then it is found missing. */
  private void delete(List<Name> victims) {
    victims.forEach(name -> folder.delete(folder.path(name)));
  }

  private void scan() {
    List<OnDisk> found = new ArrayList<>();
    IOException failure = null;
    try {
      folder.scan(
          (name, length, modified) -> {
            if (folder.lostPower()) {
              deleteUnlessNew(name);
            } else {
              found.add(new OnDisk(name, length, modified));
            }
          });
    } catch (IOException e) {
      failure = e;
    }
    found.sort(Comparator.comparingLong(OnDisk::modifiedMillis));
    List<Name> victims;
    synchronized (this) {
      // Those that were used since are younger than all of them.
      LinkedHashMap<Name, Long> since = slices;
      slices = new LinkedHashMap<>(16, 0.75f, true);
      for (OnDisk slice : found) {
        if (!since.containsKey(slice.name()) && slice.length() > 0) {
          add(slice.name(), slice.length());
        }
      }
      slices.putAll(since);
      scanned = true;
      if (failure != null) {
        trouble =
            "the cache folder "
                + folder
                + " cannot be read: "
                + SliceFolder.reason(failure)
                + ": let this server's user own all that is in it";
      }
      victims = evictFor(0);
    }
    delete(victims);
  }

  private synchronized void deleteUnlessNew(Name name) {
    if (!slices.containsKey(name)) {
      folder.delete(folder.path(name));
    }
  }

  private static String digest(String identity) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 20);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** A version of a file, cut into slices. */
  record Version(String object, long size, int sliceBytes, Origin origin) {
    Name name(long number) {
      return new Name(object, number);
    }

    /** Number of slices. */
    long slices() {
      return (size + sliceBytes - 1) / sliceBytes;
    }

    /** Where a slice begins; the size of the file for the one after the last. */
    long start(long number) {
      return Math.min(size, number * sliceBytes);
    }

    long length(long number) {
      return start(number + 1) - start(number);
    }
  }
}
