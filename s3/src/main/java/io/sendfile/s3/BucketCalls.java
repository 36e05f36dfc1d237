package io.sendfile.s3;

import io.sendfile.spi.Amounts;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The calls about each bucket since the server's start. Thread-safe. */
final class BucketCalls {
  /** Columns of {@link #rows}. */
  static final List<String> COLUMNS =
      List.of("bucket", "state", "since", "calls", "without an answer", "looking takes", "refused");

  private final InstantSource clock;
  private final Map<String, Calls> buckets = new TreeMap<>();

  /** The calls about one bucket. */
  private static final class Calls {
    private long number;
    private long failures;
    private long looks;
    private long lookNanos;
    private @Nullable String trouble;
    private @Nullable Instant since;
  }

  BucketCalls(InstantSource clock) {
    this.clock = clock;
  }

  private Calls of(String bucket) {
    return buckets.computeIfAbsent(bucket, unused -> new Calls());
  }

  /**
   * A call has ended.
   *
   * @param trouble why there was no good answer; null if there was
   */
  synchronized void ended(String bucket, @Nullable String trouble) {
    Calls calls = of(bucket);
    calls.number++;
    calls.failures += trouble == null ? 0 : 1;
    if (calls.since == null || (trouble == null) != (calls.trouble == null)) {
      calls.since = clock.instant();
    }
    calls.trouble = trouble;
  }

  /** An object was found in that time. */
  synchronized void looked(String bucket, long nanos) {
    Calls calls = of(bucket);
    calls.looks++;
    calls.lookNanos += nanos;
  }

  /**
   * A row for each bucket.
   *
   * @param refusals reasons for which the last file of a bucket was refused, by bucket
   */
  synchronized List<Map<String, String>> rows(Map<String, String> refusals) {
    List<Map<String, String>> rows = new ArrayList<>();
    buckets.forEach(
        (bucket, calls) -> {
          Map<String, String> row = new LinkedHashMap<>();
          row.put("bucket", bucket);
          row.put("state", calls.trouble == null ? "answers" : "fails: " + calls.trouble);
          row.put("since", calls.since == null ? "" : calls.since.toString());
          row.put("calls", String.valueOf(calls.number));
          row.put("without an answer", String.valueOf(calls.failures));
          row.put(
              "looking takes",
              calls.looks == 0
                  ? ""
                  : Amounts.millis(TimeUnit.NANOSECONDS.toMillis(calls.lookNanos / calls.looks)));
          row.put("refused", refusals.getOrDefault(bucket, ""));
          rows.add(row);
        });
    return rows;
  }
}
