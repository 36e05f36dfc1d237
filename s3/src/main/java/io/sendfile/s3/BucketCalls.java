package io.sendfile.s3;

import io.sendfile.spi.Amounts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The state of each bucket, by the calls about it since the server's start. Thread-safe. */
final class BucketCalls {
  /** Columns of {@link #rows}. */
  static final List<String> COLUMNS =
      List.of(
          "bucket",
          "state",
          "since",
          "requests to it",
          "failed requests",
          "mean time to find a file",
          "last refused file");

  /** Columns of {@link #outages}. */
  static final List<String> OUTAGES =
      List.of(
          "bucket", "first failed request", "last failed request", "reason of that", "next answer");

  /** Longest reason of an outage; a store may say more. */
  private static final int MOST_CHARACTERS = 500;

  /** Time for which the state of a bucket matters after a file of it was wanted. */
  static final Duration WANTED = Duration.ofHours(1);

  private final InstantSource clock;
  private final Map<String, Calls> buckets = new TreeMap<>();

  /** The calls about one bucket. */
  private static final class Calls {
    private long number;
    private long failures;
    private long looks;
    private long lookNanos;
    private @Nullable String trouble;
    private @Nullable String refusal;
    private @Nullable Instant since;
    private @Nullable Outage last;
    private @Nullable ObjectAddress wanted;
    private Instant wantedLast = Instant.EPOCH;
    private Instant calledLast = Instant.EPOCH;
  }

  /**
   * Failed calls about a bucket with no good answer between them.
   *
   * @param reason of the last one
   * @param answered the end; null while it lasts
   */
  private record Outage(Instant first, Instant last, String reason, @Nullable Instant answered) {
    private boolean lasts() {
      return answered == null;
    }
  }

  BucketCalls(InstantSource clock) {
    this.clock = clock;
  }

  private Calls of(String bucket) {
    return buckets.computeIfAbsent(bucket, unused -> new Calls());
  }

  /** A file is wanted, whether the store has to be asked for it or not, or any one will be. */
  synchronized void wanted(ObjectAddress object) {
    Calls calls = of(object.bucket());
    calls.wanted = calls.wanted == null || !object.isAny() ? object : calls.wanted;
    calls.wantedLast = clock.instant();
  }

  /**
   * A call has ended.
   *
   * @param trouble why there was no good answer; null if there was
   */
  synchronized void ended(String bucket, @Nullable String trouble) {
    Calls calls = of(bucket);
    Instant now = clock.instant();
    Outage before = calls.last != null && calls.last.lasts() ? calls.last : null;
    Instant first = before == null ? now : before.first();
    calls.number++;
    calls.calledLast = now;
    if (trouble != null) {
      calls.failures++;
      calls.last = new Outage(first, now, reason(trouble), null);
    } else if (before != null) {
      calls.last = new Outage(first, before.last(), before.reason(), now);
    }
    if (calls.since == null || (trouble == null) != (calls.trouble == null)) {
      calls.since = trouble == null ? now : first;
    }
    calls.trouble = trouble;
  }

  /** A short reason, without the remedy, which matters only while it lasts. */
  private static String reason(String trouble) {
    int remedy = trouble.lastIndexOf(": ");
    String text = remedy < 0 ? trouble : trouble.substring(0, remedy);
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
  }

  /** An object was found in that time. */
  synchronized void looked(String bucket, long nanos) {
    Calls calls = of(bucket);
    calls.looks++;
    calls.lookNanos += nanos;
  }

  /**
   * The store has answered about a file.
   *
   * @param why the file was refused; null if it was not
   */
  synchronized void refused(String bucket, @Nullable String why) {
    of(bucket).refusal = why;
  }

  /** Forgets the answers, as they may be others by other settings; outages have been. */
  synchronized void forgetAnswers() {
    for (Calls calls : buckets.values()) {
      calls.trouble = null;
      calls.refusal = null;
      calls.since = null;
      calls.calledLast = Instant.EPOCH;
    }
  }

  /**
   * The objects that were wanted last, of buckets that matter and were not asked for so long: they
   * are asked now.
   */
  synchronized List<ObjectAddress> unasked(Duration time) {
    Instant now = clock.instant();
    List<ObjectAddress> objects = new ArrayList<>();
    for (Calls calls : buckets.values()) {
      if (calls.wanted != null
          && matters(calls, now)
          && !calls.calledLast.plus(time).isAfter(now)) {
        calls.calledLast = now;
        objects.add(calls.wanted);
      }
    }
    return objects;
  }

  /** Words for that none has been asked with the present settings; empty if one has. */
  synchronized String note() {
    return buckets.values().stream().allMatch(calls -> calls.since == null)
        ? "no bucket was " + asked(buckets.values().stream().mapToLong(calls -> calls.number).sum())
        : "";
  }

  /** The time in which there was no call, after so many before. */
  private static String asked(long before) {
    return before == 0 ? "asked yet" : "asked since the settings changed";
  }

  private static boolean matters(Calls calls, Instant now) {
    return calls.wantedLast.plus(WANTED).isAfter(now);
  }

  /** Why the first bucket that matters and has no answer has none; null if all have. */
  synchronized @Nullable String trouble() {
    Instant now = clock.instant();
    return buckets.values().stream()
        .filter(calls -> calls.trouble != null && matters(calls, now))
        .findFirst()
        .map(calls -> calls.trouble)
        .orElse(null);
  }

  /** Why files of buckets that matter were refused last, by bucket. */
  synchronized Map<String, String> refusals() {
    Instant now = clock.instant();
    Map<String, String> refusals = new TreeMap<>();
    buckets.forEach(
        (bucket, calls) -> {
          if (calls.refusal != null && matters(calls, now)) {
            refusals.put(bucket, "the last file that was looked for was refused: " + calls.refusal);
          }
        });
    return refusals;
  }

  /**
   * A row for each bucket.
   *
   * @param store why no bucket can be asked now; null if they can
   */
  synchronized List<Map<String, String>> rows(@Nullable String store) {
    Instant now = clock.instant();
    List<Map<String, String>> rows = new ArrayList<>();
    buckets.forEach(
        (bucket, calls) -> {
          Map<String, String> row = new LinkedHashMap<>();
          row.put("bucket", bucket);
          row.put("state", state(calls, store, now));
          row.put("since", calls.since == null ? "" : calls.since.toString());
          row.put("requests to it", String.valueOf(calls.number));
          row.put("failed requests", String.valueOf(calls.failures));
          row.put(
              "mean time to find a file",
              calls.looks == 0
                  ? ""
                  : Amounts.millis(TimeUnit.NANOSECONDS.toMillis(calls.lookNanos / calls.looks)));
          row.put("last refused file", calls.refusal == null ? "" : calls.refusal);
          rows.add(row);
        });
    return rows;
  }

  /** The last outage of each bucket that had one, whatever the settings were. */
  synchronized List<Map<String, String>> outages() {
    List<Map<String, String>> rows = new ArrayList<>();
    buckets.forEach(
        (bucket, calls) -> {
          Outage last = calls.last;
          if (last != null) {
            Map<String, String> row = new LinkedHashMap<>();
            row.put("bucket", bucket);
            row.put("first failed request", last.first().toString());
            row.put("last failed request", last.last().toString());
            row.put("reason of that", last.reason());
            row.put("next answer", Objects.toString(last.answered(), ""));
            rows.add(row);
          }
        });
    return rows;
  }

  private static String state(Calls calls, @Nullable String store, Instant now) {
    String trouble = store == null ? calls.trouble : store;
    if (!matters(calls, now)) {
      return "no file was wanted for an hour";
    }
    if (trouble != null) {
      return "fails";
    }
    return calls.since == null ? "was not " + asked(calls.number) : "answers";
  }
}
