package io.sendfile.s3;

import io.sendfile.s3.cache.CachedFile;
import io.sendfile.s3.cache.SliceCache;
import io.sendfile.s3.cache.SliceOrigin;
import io.sendfile.spi.Amounts;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.Panel;
import io.sendfile.spi.Panel.Fact;
import io.sendfile.spi.Panel.Table;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Severity;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import io.sendfile.spi.StoredFile;
import io.sendfile.spi.Stretch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/** Files out of object stores that speak the protocol of S3, by way of a cache on disk. */
@Service
@ContractsProvided(FileStore.class)
public final class S3FileStore implements FileStore {
  /**
   * Bytes of a range that is fetched in slices of its own, for which one of the others is large.
   */
  private static final int SMALL = 64 << 10;

  /** Pause between looks at buckets that no request asks about. */
  private static final Duration WATCH = Duration.ofSeconds(10);

  private final LongSupplier nanoTime;
  private final Duration watch;
  private final StoreThreads threads = new StoreThreads();
  private final ObjectStore.RequestCounters counters = new ObjectStore.RequestCounters();
  private final AtomicInteger openFiles = new AtomicInteger();

  /** Null while files are refused. */
  private volatile @Nullable Use use;

  private volatile String unusable = "it is not configured";

  /** The one of the last configuration, which may have open files. */
  private @Nullable SliceCache cache;

  /**
   * Collaborators made by one configuration.
   *
   * @param store closed with the configuration; open files may call it even then
   */
  private record Use(
      S3Settings settings,
      ObjectStore store,
      SliceCache cache,
      KnownObjects known,
      BucketWatch watch) {}

  /** For HK2. */
  public S3FileStore() {
    this(System::nanoTime, WATCH);
  }

  S3FileStore(LongSupplier nanoTime, Duration watch) {
    this.nanoTime = nanoTime;
    this.watch = watch;
  }

  @Override
  public String name() {
    return "s3";
  }

  @Override
  public List<Property> properties() {
    return S3Settings.PROPERTIES;
  }

  @Override
  public void check(Map<String, String> properties) {
    S3Settings.of(properties, defaultFolder());
  }

  @Override
  public synchronized boolean configure(Map<String, String> properties) {
    end();
    try {
      S3Settings settings = S3Settings.of(properties, defaultFolder());
      SliceCache slices = takeCache(settings.cacheFolder());
      // Some connections are left for looking for objects.
      slices.limit(settings.cacheBytes(), Math.max(1, settings.connections() * 4 / 5));
      ObjectStore store = new ObjectStore(settings, threads, counters, nanoTime);
      KnownObjects known = new KnownObjects(store::find, settings.known(), nanoTime);
      counters.buckets.forgetAnswers();
      BucketWatch buckets =
          new BucketWatch(counters.buckets, object -> look(store, object), threads.timer, watch);
      use = new Use(settings, store, slices, known, buckets);
      return true;
    } catch (IllegalArgumentException e) {
      unusable = String.valueOf(e.getMessage());
      throw e;
    }
  }

  private void end() {
    Use before = use;
    use = null;
    if (before != null) {
      before.watch().end();
      before.store().close();
    }
  }

  private void look(ObjectStore at, ObjectAddress object) {
    CompletableFuture<?> answer = object.isAny() ? at.ask(object) : at.find(object);
    CompletableFuture<?> unused = answer.whenComplete((found, thrown) -> remember(object, thrown));
  }

  private static Path defaultFolder() {
    String instance = System.getProperty("com.sun.aas.instanceRoot");
    return instance == null
        ? Path.of(
            System.getProperty("java.io.tmpdir"),
            "sendfile-cache-" + System.getProperty("user.name"))
        : Path.of(instance, "sendfile-cache");
  }

  /** The cache of that folder; another one ends with its last file. */
  private SliceCache takeCache(Path folder) {
    SliceCache before = cache;
    if (before != null && before.reopen(folder)) {
      return before;
    }
    try {
      SliceCache taken = SliceCache.open(folder, threads.workers);
      if (before != null) {
        before.close();
      }
      cache = taken;
      return taken;
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage() + ", by the property cache-folder", e);
    }
  }

  private Use inUse() throws StoreException {
    Use now = use;
    if (now == null) {
      throw new StoreException(StoreFault.SETTINGS, "the plug-in s3 cannot be used: " + unusable);
    }
    return now;
  }

  @Override
  public CompletionStage<?> ask(String root, boolean used) {
    try {
      Use now = inUse();
      ObjectAddress any = ObjectAddress.any(root);
      if (used) {
        now.watch().wanted(any);
      }
      return now.store()
          .ask(any)
          .whenComplete(
              (answered, thrown) -> {
                // An answer about any file says nothing of one that was refused.
                if (used && thrown != null) {
                  remember(any, thrown);
                }
              });
    } catch (StoreException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletionStage<StoredFile> find(String root, String path) {
    try {
      Use now = inUse();
      ObjectAddress address = ObjectAddress.of(root, path);
      now.watch().wanted(address);
      return now.known()
          .find(address)
          .whenComplete((found, thrown) -> remember(address, thrown))
          .thenApply(found -> open(now, address, found));
    } catch (StoreException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void remember(ObjectAddress address, @Nullable Throwable thrown) {
    Throwable reason = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    if (!(reason instanceof StoreException why) || why.kind() == StoreFault.NOT_FOUND) {
      counters.buckets.refused(address.bucket(), null);
    } else if (why.kind() != StoreFault.UNAVAILABLE) {
      counters.buckets.refused(address.bucket(), String.valueOf(why.getMessage()));
    }
  }

  private StoredFile open(Use now, ObjectAddress address, ObjectFacts facts) {
    try {
      return new S3File(now, address, facts);
    } catch (IllegalStateException e) {
      // Closed since it was looked for.
      throw new CompletionException(
          new StoreException(StoreFault.UNAVAILABLE, address + ": the plug-in s3 is closed"));
    }
  }

  @Override
  public String note() {
    return counters.buckets.note();
  }

  @Override
  public List<Problem> problems() {
    Use now = use;
    if (now == null) {
      return List.of();
    }
    List<Problem> problems = new ArrayList<>();
    String trouble = now.store().trouble();
    String failure = trouble == null ? counters.buckets.trouble() : "the store fails: " + trouble;
    if (failure != null) {
      // By the same name from the first failed call on, be it about one bucket or all.
      problems.add(fault(now.settings().storeName(), failure));
    }
    counters
        .buckets
        .refusals()
        .forEach((bucket, why) -> problems.add(fault("s3://" + bucket, why)));
    String disk = now.cache().trouble();
    if (disk != null) {
      problems.add(new Problem(ProblemCode.STORE, Severity.ERROR, "s3", disk, ""));
    }
    return problems;
  }

  /** A problem with a store, whose remedy is what {@link StoreAnswers} says last. */
  private static Problem fault(String subject, String fault) {
    int remedy = fault.lastIndexOf(": ");
    return new Problem(
        ProblemCode.STORE,
        Severity.ERROR,
        subject,
        remedy < 0 ? fault : fault.substring(0, remedy),
        remedy < 0 ? "" : fault.substring(remedy + 2));
  }

  @Override
  public synchronized void close() {
    end();
    unusable = "it is closed";
    if (cache != null) {
      cache.close();
    }
  }

  @Override
  public Panel panel() {
    Use now = use;
    if (now == null) {
      return Panel.NONE;
    }
    SliceCache.CacheStatistics slices = now.cache().statistics();
    long asked = slices.hits() + slices.misses();
    return new Panel(
        List.of(
            new Fact("Store", now.settings().storeName()),
            new Fact("Fetched from the store", Amounts.bytes(counters.bytes.sum())),
            new Fact("Found in the cache", Amounts.share(slices.hits(), asked)),
            new Fact(
                "Cache",
                "%s of %s"
                    .formatted(
                        Amounts.bytes(slices.bytes()), Amounts.bytes(now.settings().cacheBytes()))),
            new Fact("Open files", String.valueOf(openFiles.get()))),
        List.of(
            new Table(
                "Buckets since the start",
                BucketCalls.COLUMNS,
                counters.buckets.rows(now.store().trouble()),
                List.of()),
            new Table(
                "Last outage of each bucket",
                BucketCalls.OUTAGES,
                counters.buckets.outages(),
                List.of())),
        List.of());
  }

  // -- statistics --

  @Override
  public Map<String, LongSupplier> statistics() {
    return Map.ofEntries(
        Map.entry("OriginBytes", counters.bytes::sum),
        Map.entry("OriginRequests", counters.requests::sum),
        Map.entry("OriginFailures", counters.failures::sum),
        Map.entry("CachedBytes", ofCache(SliceCache.CacheStatistics::bytes)),
        Map.entry("CachedSlices", ofCache(SliceCache.CacheStatistics::slices)),
        Map.entry("HitSlices", ofCache(SliceCache.CacheStatistics::hits)),
        Map.entry("MissedSlices", ofCache(SliceCache.CacheStatistics::misses)),
        Map.entry("EvictedBytes", ofCache(SliceCache.CacheStatistics::evictedBytes)),
        Map.entry("FlightsNow", ofCache(SliceCache.CacheStatistics::flights)),
        Map.entry("WaitingFlightsNow", ofCache(SliceCache.CacheStatistics::waitingFlights)),
        Map.entry("OpenFilesNow", openFiles::get));
  }

  private LongSupplier ofCache(ToLongFunction<SliceCache.CacheStatistics> figure) {
    return () -> {
      Use now = use;
      return now == null ? 0 : figure.applyAsLong(now.cache().statistics());
    };
  }

  /** An object in the version that was found. */
  private final class S3File implements StoredFile {
    private final Use found;
    private final ObjectAddress address;
    private final ObjectFacts facts;
    private final CachedFile bytes;
    private volatile boolean replaced;

    private volatile Object client = "";

    // Guarded by this object's monitor.
    private @Nullable CachedFile small;
    private long start = -1;
    private long end = Long.MAX_VALUE;
    private boolean closed;

    private S3File(Use found, ObjectAddress address, ObjectFacts facts) {
      this.found = found;
      this.address = address;
      this.facts = facts;
      bytes = sliced(found.settings().sliceBytes());
      openFiles.incrementAndGet();
    }

    private CachedFile sliced(int slice) {
      String version =
          String.join(
              "\n",
              found.settings().storeName(),
              address.bucket(),
              address.key(),
              facts.tag(),
              String.valueOf(facts.size()));
      return found
          .cache()
          .file(
              version,
              facts.size(),
              slice,
              (offset, length, receiver) ->
                  fetch(offset, length, (int) ((length + slice - 1) / slice), receiver));
    }

    /** The slices for a position: small ones for a small range, unless the usual ones have it. */
    private CachedFile slices(long position) {
      return isSmall(position) && !bytes.isComing(position) ? small() : bytes;
    }

    private synchronized boolean isSmall(long position) {
      start = start < 0 ? position : start;
      return end - start <= SMALL && facts.size() > SMALL;
    }

    private synchronized CachedFile small() {
      if (small == null && !closed) {
        small = sliced(SMALL);
        small.readsFor(client);
      }
      return small == null ? bytes : small;
    }

    /** Asks the store of the present settings, while there are any. */
    private Runnable fetch(long offset, long length, int slices, SliceOrigin.Receiver receiver) {
      Use now = use;
      ObjectPart part = new ObjectPart(address, facts.tag(), facts.size(), offset, length);
      return (now == null ? found : now).store().read(part, slices, receiver);
    }

    @Override
    public void readsFor(Object client) {
      this.client = client;
      bytes.readsFor(client);
    }

    @Override
    public long size() {
      return facts.size();
    }

    @Override
    public Instant modified() {
      return facts.modified();
    }

    @Override
    public String tag() {
      return facts.tag();
    }

    @Override
    public Map<String, String> fields() {
      return facts.fields();
    }

    @Override
    public @Nullable String sha256() {
      return facts.sha256();
    }

    @Override
    public @Nullable Integer crc32() {
      return facts.crc32();
    }

    @Override
    public synchronized void readsTo(long newEnd) {
      if (end != newEnd) {
        end = newEnd;
        start = -1;
        bytes.readsTo(newEnd);
      }
    }

    @Override
    public @Nullable Stretch at(long position) throws IOException {
      if (replaced) {
        return null;
      }
      try {
        return slices(position).at(position);
      } catch (SliceOrigin.Replaced e) {
        replaced = true;
        found.known().forget(address);
        return null;
      }
    }

    @Override
    public void fetch(long position, Runnable wake) {
      if (replaced) {
        wake.run();
      } else {
        slices(position).fetch(position, wake);
      }
    }

    @Override
    public boolean replaced() {
      return replaced;
    }

    @Override
    public Map<String, String> details() {
      Map<String, String> details = new LinkedHashMap<>();
      details.put("bucket", address.bucket());
      details.put("key", address.key());
      details.put("store", found.settings().storeName());
      details.put("bytes", String.valueOf(facts.size()));
      details.put("tag", facts.tag());
      details.put("modified", facts.modified().toString());
      details.putAll(facts.fields());
      if (facts.version() != null) {
        details.put("version", facts.version());
      }
      details.put("cached", bytes.cachedSlices() + " of " + bytes.slices() + " slices");
      return details;
    }

    @Override
    public synchronized void close() {
      if (closed) {
        return;
      }
      closed = true;
      bytes.close();
      if (small != null) {
        small.close();
      }
      openFiles.decrementAndGet();
    }
  }
}
