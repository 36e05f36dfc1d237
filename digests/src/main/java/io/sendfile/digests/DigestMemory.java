package io.sendfile.digests;

import io.sendfile.spi.Panel.Fact;
import io.sendfile.spi.SentFile;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Digests of files that were sent lately, also that there are none; those that were not asked for
 * longest make room. It orders what is to be found out. Thread-safe; waits for nothing.
 */
final class DigestMemory {
  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final DigestSettings settings;
  private final LongSupplier nanoTime;
  private final Predicate<DigestOrder> orders;

  /** Least recently asked for first. */
  private final Map<SentFile, KnownFile> entries = new LinkedHashMap<>(16, 0.75f, true);

  // Guarded by this.
  private long computed;
  private long failed;

  /** Digests of a file, and the state of the search for them. Guarded by the memory. */
  private static final class KnownFile {
    private Map<DigestAlgorithm, String> stored = Map.of();
    private Map<DigestAlgorithm, String> computed = Map.of();

    /** The state for which the digest was computed. */
    private @Nullable FileState computedFor;

    private boolean lookOrdered;
    private boolean lookedAt;
    private long lookNanos;
    private boolean readOrdered;
    private int asked;
    private long hourNanos;

    KnownFile(long now) {
      lookNanos = now;
      hourNanos = now;
    }

    void count(long now) {
      if (now - hourNanos >= HOUR_NANOS) {
        hourNanos = now;
        asked = 0;
      }
      asked++;
    }

    /** Computed ones prove more than those that somebody wrote down. */
    Map<DigestAlgorithm, String> known() {
      if (computed.isEmpty()) {
        return stored;
      }
      Map<DigestAlgorithm, String> all = new EnumMap<>(DigestAlgorithm.class);
      all.putAll(stored);
      all.putAll(computed);
      return all;
    }
  }

  /**
   * @param nanoTime monotonic clock, nanoseconds
   * @param orders takes what is to be found out, at once, or refuses it
   */
  DigestMemory(DigestSettings settings, LongSupplier nanoTime, Predicate<DigestOrder> orders) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.orders = orders;
  }

  /** The digests of a file that was asked for, in base64; empty as long as none is known. */
  synchronized Map<DigestAlgorithm, String> ask(SentFile file) {
    long now = nanoTime.getAsLong();
    KnownFile entry = entries.computeIfAbsent(file, unused -> new KnownFile(now));
    entry.count(now);
    if (!entry.lookOrdered && now - entry.lookNanos >= 0) {
      entry.lookOrdered = orders.test(new DigestOrder(file, false));
    }
    readIfOften(file, entry);
    makeRoom();
    return entry.known();
  }

  private void readIfOften(SentFile file, KnownFile entry) {
    if (entry.known().isEmpty()
        && entry.lookedAt
        && !entry.readOrdered
        && settings.backgroundRequests() > 0
        && entry.asked >= settings.backgroundRequests()) {
      entry.readOrdered = orders.test(new DigestOrder(file, true));
    }
  }

  private void makeRoom() {
    if (entries.size() > settings.knownFiles()) {
      entries.remove(entries.keySet().iterator().next());
    }
  }

  /**
   * Takes what was found with a file.
   *
   * @param state of the file now; null if it is not there, or is not the one that was sent
   */
  synchronized void looked(
      SentFile file, @Nullable FileState state, Map<DigestAlgorithm, String> stored) {
    KnownFile entry = entries.get(file);
    if (entry == null) {
      return;
    }
    entry.stored = stored;
    if (entry.computedFor != null && !entry.computedFor.equals(state)) {
      entry.computed = Map.of();
      entry.computedFor = null;
    }
    entry.lookedAt = state != null;
    next(entry, TimeUnit.SECONDS.toNanos(settings.recheckSeconds()));
    readIfOften(file, entry);
  }

  /** A file is so young that it may change unseen: it is looked at again soon. */
  synchronized void postponed(SentFile file) {
    KnownFile entry = entries.get(file);
    if (entry != null) {
      next(entry, FRESH_NANOS);
    }
  }

  private void next(KnownFile entry, long nanos) {
    entry.lookOrdered = false;
    entry.lookNanos = nanoTime.getAsLong() + nanos;
  }

  /**
   * Takes the digest of a file that was read.
   *
   * @param base64 null if it could not be read, or was changed
   */
  synchronized void read(
      SentFile file,
      DigestAlgorithm algorithm,
      @Nullable FileState state,
      @Nullable String base64) {
    KnownFile entry = entries.get(file);
    if (entry == null) {
      return;
    }
    entry.readOrdered = false;
    entry.asked = 0;
    if (base64 == null) {
      failed++;
    } else {
      computed++;
      entry.computed = Map.of(algorithm, base64);
      entry.computedFor = state;
    }
  }

  /** Number of files about which something is kept. */
  synchronized int size() {
    return entries.size();
  }

  /** Numbers of now, and since the settings were made. */
  synchronized List<Fact> facts() {
    long known = entries.values().stream().filter(each -> !each.known().isEmpty()).count();
    return List.of(
        new Fact("Files remembered", String.valueOf(entries.size())),
        new Fact("Of these with a digest", String.valueOf(known)),
        new Fact("Digests computed", String.valueOf(computed)),
        new Fact("Digests that failed", String.valueOf(failed)));
  }

  /** The files that are read, or wait for that, as rows. */
  synchronized List<Map<String, String>> toBeRead() {
    return entries.entrySet().stream()
        .filter(each -> each.getValue().readOrdered)
        .map(each -> Map.of("file", String.valueOf(each.getKey().local())))
        .toList();
  }
}
