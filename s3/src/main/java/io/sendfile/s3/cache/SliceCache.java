package io.sendfile.s3.cache;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Slices of files in a folder, at most a number of bytes, those on their way included. A slice is
 * fetched once, however many readers want it. The one that was used least recently makes room; a
 * file that a reader has open stays his. After a restart the order is that in which slices were
 * written.
 *
 * <p>Safe for several threads. None of them waits but for a disk, and none for a disk with the
 * monitor, which those take that close files or read figures.
 */
public final class SliceCache implements AutoCloseable {
  /** Slices that are read ahead at most. */
  static final int MOST_AHEAD = 8;

  /** Most of the requests that run which one client may have. */
  private static final int CLIENT_PERCENT = 75;

  /**
   * Content of a cache, and counters since it was opened.
   *
   * @param slices whole ones that are known
   * @param bytes of these
   * @param hits slices that were there when a reader came to them
   * @param misses slices that were not
   * @param evictedBytes bytes of slices that made room
   * @param flights requests to origins that run
   * @param waitingFlights requests that wait for one of these to end
   */
  public record CacheStatistics(
      long slices,
      long bytes,
      long hits,
      long misses,
      long evictedBytes,
      int flights,
      int waitingFlights) {}

  final SliceFolder folder;
  final Executor executor;

  // The rest is guarded by this object's monitor.
  private LinkedHashMap<Name, Long> slices = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Name, Flight> flights = new HashMap<>();
  private final Set<Flight> waiting = new LinkedHashSet<>();

  /** The requests that have begun, until their files are whole or gone. */
  private final Set<Flight> writing = new HashSet<>();

  private final Map<Object, Integer> runningOfClients = new HashMap<>();
  private long mostBytes = Long.MAX_VALUE;
  private int mostFlights;
  private long bytes;
  private long reserved;
  private int running;
  private int openFiles;
  private volatile boolean scanned;
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
   * @param executor runs work that waits for a disk or an origin
   * @throws IOException with the error and its remedy, for the administrator
   */
  public static SliceCache open(Path folder, Executor executor) throws IOException {
    SliceCache opened = new SliceCache(SliceFolder.open(folder), executor);
    executor.execute(opened::scan);
    return opened;
  }

  /**
   * Takes it again, be it closed or not.
   *
   * @return whether it is that of the folder, which has not been given back
   */
  public synchronized boolean reopen(Path wanted) {
    boolean same = !released && folder.folder.equals(wanted);
    closed &= !same;
    return same;
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
   * @param identity a text that no other version in the folder may have
   * @param size in bytes
   * @param sliceBytes bytes in a slice
   */
  public synchronized CachedFile file(
      String identity, long size, int sliceBytes, SliceOrigin origin) {
    if (released) {
      throw new IllegalStateException("the cache is closed");
    }
    openFiles++;
    return new CachedFile(
        this, new CachedVersion(digest(identity + '\n' + sliceBytes), size, sliceBytes, origin));
  }

  /** The fault of the folder, with a remedy; null if it has none. */
  public synchronized @Nullable String trouble() {
    return trouble;
  }

  /** Its content and counters. */
  public synchronized CacheStatistics statistics() {
    return new CacheStatistics(
        slices.size(), bytes, hits, misses, evictedBytes, running, waiting.size());
  }

  /**
   * Gives the folder back once the last file is closed, which may be at once: from then on nothing
   * in it is written or deleted. Waits for a disk.
   */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    release();
  }

  void fileClosed() {
    boolean last;
    synchronized (this) {
      openFiles--;
      last = closed && openFiles == 0;
    }
    if (last) {
      executor.execute(this::release);
    }
  }

  /**
   * Gives the folder back, unless a file is open: the requests that run are for nobody, and end.
   */
  private void release() {
    List<Flight> last;
    synchronized (this) {
      last = closed && openFiles == 0 ? List.copyOf(writing) : List.of();
      last.forEach(this::end);
    }
    last.forEach(Flight::discard);
    synchronized (this) {
      if (closed && openFiles == 0 && writing.isEmpty() && !released) {
        released = true;
        folder.close();
      }
    }
  }

  synchronized void discarded(Flight flight) {
    writing.remove(flight);
  }

  // -- questions of readers --

  /** Whether a whole slice is there; it counts as used. Until the scan ends it waits for a disk. */
  boolean has(CachedVersion version, long number) {
    look(version, number, number + 1);
    return knows(version, number);
  }

  private synchronized boolean knows(CachedVersion version, long number) {
    return slices.get(version.name(number)) != null;
  }

  /** Finds slices on the disk that the scan has not come to. */
  private void look(CachedVersion version, long first, long end) {
    for (long i = first; !scanned && i < Math.min(version.slices(), end); i++) {
      if (!knows(version, i) && folder.length(version.name(i)) == version.length(i)) {
        found(version.name(i), version.length(i));
      }
    }
  }

  private synchronized void found(Name name, long length) {
    if (!scanned) {
      add(name, length);
    }
  }

  /** The request that brings a slice; null if there is none. */
  synchronized @Nullable Flight flight(CachedVersion version, long number) {
    return flights.get(version.name(number));
  }

  /** Number of whole slices that are there; looks at all of the cache. */
  synchronized long count(CachedVersion version) {
    return slices.keySet().stream().filter(name -> name.object().equals(version.object())).count();
  }

  synchronized void hit() {
    hits++;
  }

  /** A slice is not on disk as it should be. */
  synchronized void missing(CachedVersion version, long number) {
    Long length = slices.remove(version.name(number));
    bytes -= length == null ? 0 : length;
  }

  /**
   * Lets a reader wait for bytes, and has them fetched if nobody does.
   *
   * @param ahead number of slices after this one that the reader will want, too
   */
  void fetch(CachedFile reader, long position, int ahead, Runnable wake) {
    CachedVersion version = reader.version;
    long number = version.slice(position);
    look(version, number, number + 1 + ahead);
    boolean there;
    boolean waits = false;
    synchronized (this) {
      if (reader.closed) {
        return;
      }
      Flight flight = flights.get(version.name(number));
      there = flight == null && knows(version, number);
      if (!there) {
        if (flight == null) {
          misses++;
          flight = add(version, number, 1 + (isIdle(version, ahead) ? ahead : 0));
        }
        join(reader, flight);
        waits = waiting.contains(flight);
        there = !flight.await(reader, position, wake);
      }
    }
    if (waits) {
      executor.execute(this::pump);
    }
    if (there) {
      wake.run();
    }
  }

  /** Has slices fetched before a reader comes to them, if little else is to do. */
  void readAhead(CachedFile reader, long number, int ahead) {
    CachedVersion version = reader.version;
    look(version, number, number + ahead);
    synchronized (this) {
      long end = Math.min(version.slices(), number + ahead);
      long first = number;
      while (first < end && comes(version, first)) {
        first++;
      }
      // By halves of the window: fewer and longer requests.
      if (end - first < (ahead + 1) / 2 || reader.closed || !isIdle(version, ahead)) {
        return;
      }
      join(reader, add(version, first, ahead));
    }
    pump();
  }

  private boolean isIdle(CachedVersion version, int ahead) {
    return waiting.isEmpty()
        && running < (mostFlights + 1) / 2
        && (long) ahead * version.sliceBytes() <= mostBytes / 8;
  }

  boolean isComing(CachedVersion version, long number) {
    look(version, number, number + 1);
    return comes(version, number);
  }

  private synchronized boolean comes(CachedVersion version, long number) {
    return flights.containsKey(version.name(number)) || knows(version, number);
  }

  /** A request for a slice, which is missing, and those that follow it, as far as they are. */
  private Flight add(CachedVersion version, long first, int most) {
    long end = first + 1;
    while (end < Math.min(version.slices(), first + most) && !comes(version, end)) {
      end++;
    }
    Flight flight = new Flight(this, version, first, end);
    for (long i = first; i < end; i++) {
      flights.put(version.name(i), flight);
    }
    waiting.add(flight);
    return flight;
  }

  private static void join(CachedFile reader, Flight flight) {
    flight.readers.add(reader);
    reader.flights.add(flight);
  }

  /**
   * A reader wants no more of the bytes that are on their way for it.
   *
   * @param but null, or the request that it goes on to want
   */
  void leave(CachedFile reader, @Nullable Flight but) {
    List<Flight> left;
    synchronized (this) {
      left = new ArrayList<>(reader.flights);
      left.remove(but);
      reader.flights.removeAll(left);
      left.forEach(flight -> flight.forget(reader));
      left.removeIf(flight -> !flight.readers.isEmpty() || !flight.isWorthEnding());
      left.forEach(this::end);
    }
    if (!left.isEmpty()) {
      ended(left);
    }
  }

  // -- requests to origins --

  /** Begins requests that wait, as far as limits allow. Waits for a disk. */
  private void pump() {
    List<Flight> begun = new ArrayList<>();
    List<Name> victims = new ArrayList<>();
    synchronized (this) {
      while (running < mostFlights) {
        Flight flight = next();
        if (flight == null) {
          break;
        }
        victims.addAll(evictFor(flight.bytes()));
        // Room comes with the end of others.
        if (bytes + reserved + flight.bytes() > mostBytes && running > 0) {
          break;
        }
        waiting.remove(flight);
        writing.add(flight);
        reserved += flight.bytes();
        running++;
        runningOfClients.merge(flight.client, 1, Integer::sum);
        begun.add(flight);
      }
    }
    delete(victims);
    for (Flight flight : begun) {
      executor.execute(flight::begin);
    }
  }

  /** The eldest request for a client that has the fewest of those that run; null for none. */
  private @Nullable Flight next() {
    Flight next = null;
    int fewest = Math.max(1, mostFlights * CLIENT_PERCENT / 100);
    for (Flight flight : waiting) {
      for (CachedFile reader : flight.readers) {
        int running = runningOfClients.getOrDefault(reader.client, 0);
        if (running < fewest) {
          next = flight;
          fewest = running;
          flight.client = reader.client;
        }
      }
      if (fewest == 0) {
        break;
      }
    }
    return next;
  }

  /** A slice is whole and has its name; true if the request should go on. */
  boolean arrived(Flight flight, long number) {
    long length = flight.version.length(number);
    boolean goesOn;
    synchronized (this) {
      trouble = null;
      reserved -= flight.ended ? 0 : length;
      add(flight.version.name(number), length);
      flights.remove(flight.version.name(number), flight);
      flight.next = number + 1;
      goesOn = flight.next < flight.end && !flight.readers.isEmpty();
      if (!goesOn) {
        end(flight);
        writing.remove(flight);
      }
    }
    if (!goesOn) {
      pump();
    }
    return goesOn;
  }

  /**
   * The disk did not take a file, or bytes of one: then some of the slices make room, in case it is
   * full.
   *
   * @return the fault, with its remedy
   */
  String diskFailed(IOException reason, int sliceBytes) {
    List<Name> victims;
    String message = folder.unwritable(reason);
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

  /** With the monitor; {@link #ended} follows without it. */
  void end(Flight flight) {
    if (flight.ended) {
      return;
    }
    flight.ended = true;
    flight.readers.forEach(reader -> reader.flights.remove(flight));
    flight.readers.clear();
    for (long i = flight.next; i < flight.end; i++) {
      flights.remove(flight.version.name(i), flight);
    }
    if (!waiting.remove(flight)) {
      running--;
      reserved -= flight.bytes();
      runningOfClients.merge(flight.client, -1, (now, less) -> now + less == 0 ? null : now + less);
    }
  }

  void ended(List<Flight> flights) {
    flights.forEach(flight -> executor.execute(flight::discard));
    executor.execute(this::pump);
  }

  // -- the disk --

  private void add(Name name, long length) {
    Long before = slices.put(name, length);
    bytes += length - (before == null ? 0 : before);
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
      bytes -= eldest.getValue();
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
    Map<Name, Long> found = Map.of();
    String failure = null;
    try {
      found = folder.scan();
    } catch (IOException e) {
      failure = folder.unreadable(e);
    }
    List<Name> victims;
    synchronized (this) {
      // Slices that were used since are younger than all of them.
      Map<Name, Long> since = slices;
      slices = new LinkedHashMap<>(16, 0.75f, true);
      slices.putAll(found);
      slices.putAll(since);
      bytes = slices.values().stream().mapToLong(length -> length).sum();
      scanned = true;
      trouble = failure == null ? trouble : failure;
      victims = evictFor(0);
    }
    delete(victims);
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
}
