package io.sendfile.core.stats;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.spi.Outcome;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The table of numbers of a server, a listener and a root. A row is the only description for
 * recording, cluster sums, commands, JMX, OpenMetrics and the console; its order is that of tables.
 * A counter is a row with a metric and without a function: {@link StatsRecorder#add} feeds it.
 */
public enum Figure {
  STARTED(
      "started",
      UnitNames.TRANSFERS,
      "Transfers admitted, small files included",
      "transfers_started"),
  ACTIVE(
      "active",
      UnitNames.TRANSFERS,
      "Transfers in progress; small files that go out in one write never are",
      StatsSnapshot::active),
  WAITING(
      "waiting", UnitNames.TRANSFERS, "Transfers that wait for admission", StatsSnapshot::waiting),
  WORKERS_BUSY(
      "workers-busy",
      UnitNames.TRANSFERS,
      "Transfers that hold a worker, sending or waiting for their client",
      StatsSnapshot::workersBusy),
  COMPLETED(Outcome.COMPLETED, "Transfers of which the kernel took every byte"),
  CLIENT_ABORTED(Outcome.CLIENT_ABORTED, "Transfers ended by the client"),
  STALLED(Outcome.STALLED, "Transfers without progress for the stall timeout"),
  TOO_SLOW(Outcome.TOO_SLOW, "Transfers below the minimum rate, or that took too long"),
  CHANGED(Outcome.CHANGED, "Transfers whose file became shorter, or was replaced in an archive"),
  IO_ERRORS(Outcome.IO_ERROR, "Transfers ended by a read error or a failure of the server"),
  CANCELLED(Outcome.CANCELLED, "Transfers ended by an administrator"),
  SHUTDOWN(Outcome.SHUTDOWN, "Transfers ended by the stop of the server or listener"),
  SERVER_DIED(
      Outcome.SERVER_DIED,
      "Transfers that an earlier process of the server had in progress when it died"),
  ENDED_BY_LIMIT(Outcome.ENDED_BY_LIMIT, "Transfers ended by limits of administrators"),
  REFUSED(
      "refused",
      UnitNames.HAND_OFFS,
      "Hand-offs refused, except by limits of administrators",
      now -> sum(now, Breakdown.REFUSALS) - byLimits(now)),
  KEPT_OUT(
      "kept-out",
      UnitNames.HAND_OFFS,
      "Hand-offs refused by limits of administrators",
      Figure::byLimits),
  BYTES("bytes", UnitNames.BYTES, "Body bytes taken by the kernel", "sent_bytes"),
  BYTES_ZERO_COPY(
      "bytes-zero-copy",
      UnitNames.BYTES,
      "Body bytes sent without copying",
      "sent_zero_copy_bytes"),
  STATUS_200(200, "Hand-offs answered with the whole file"),
  STATUS_206(206, "Hand-offs answered with a part of the file"),
  STATUS_304(304, "Hand-offs answered with: not modified"),
  STATUS_412(412, "Hand-offs answered with: precondition failed"),
  STATUS_416(416, "Hand-offs answered with: range not satisfiable"),
  BURSTS("bursts", UnitNames.TURNS, "Turns granted to transfers", "bursts"),
  DISK_READS(
      "disk-reads",
      UnitNames.READS,
      "Reads of local files into memory, so that no worker waited for the disk; shares and stores"
          + " are always read by threads of their own, and not counted",
      "disk_reads"),
  FILES_OPENED("files-opened", UnitNames.FILES, "Files opened for hand-offs", "files_opened"),
  FILES_REUSED(
      "files-reused", UnitNames.FILES, "Files sent that were open already", "files_reused"),
  FIRST_BYTE_P50(
      "first-byte-micros-p50",
      UnitNames.MICROSECONDS,
      "Median time to the first byte; at most a quarter too high",
      now -> firstByteMicros(now, 0.5)),
  FIRST_BYTE_P99(
      "first-byte-micros-p99",
      UnitNames.MICROSECONDS,
      "99th percentile of the time to the first byte; at most a quarter too high",
      now -> firstByteMicros(now, 0.99)),
  RATE_P50(
      "rate-p50",
      UnitNames.BYTES_PER_SECOND,
      "Median rate of the transfers; at most a quarter too high",
      now -> now.counts().bytesPerSecond().percentile(0.5)),
  RATE_P10(
      "rate-p10",
      UnitNames.BYTES_PER_SECOND,
      "10th percentile of the rate of the transfers; at most a quarter too high",
      now -> now.counts().bytesPerSecond().percentile(0.1)),
  HEADERS_STRIPPED(
      "headers-stripped",
      UnitNames.RESPONSES,
      "Responses from which hand-off headers were removed without sending a file",
      "headers_stripped"),
  CONNECTIONS_REFUSED(
      "connections-refused",
      UnitNames.CONNECTIONS,
      "Connections closed for the lack of a PROXY header of a trusted proxy",
      "connections_refused"),
  PLUG_IN_FAILURES(
      "plug-in-failures",
      UnitNames.FAILURES,
      "Times an algorithm or buffer policy of a plug-in failed, and the module's own was used",
      now -> sum(now, Breakdown.PLUG_IN_FAILURES));

  /** Names of units. */
  private static final class UnitNames {
    static final String TRANSFERS = "transfers";
    static final String HAND_OFFS = "hand-offs";
    static final String RESPONSES = "responses";
    static final String CONNECTIONS = "connections";
    static final String BYTES = "bytes";
    static final String FILES = "files";
    static final String TURNS = "turns";
    static final String READS = "reads";
    static final String FAILURES = "failures";
    static final String MICROSECONDS = "microseconds";
    static final String BYTES_PER_SECOND = "bytes/s";
  }

  /** The counters, fed by {@link StatsRecorder#add}. */
  public static final List<Figure> COUNTERS =
      Arrays.stream(values()).filter(Figure::isCounter).toList();

  private final String label;
  private final String unit;
  private final String description;
  private final @Nullable String metric;
  private final @Nullable ToLongFunction<StatsSnapshot> value;

  Figure(
      String label,
      String unit,
      String description,
      @Nullable String metric,
      @Nullable ToLongFunction<StatsSnapshot> value) {
    this.label = label;
    this.unit = unit;
    this.description = description;
    this.metric = metric;
    this.value = value;
  }

  /** A counter. */
  Figure(String label, String unit, String description, String metric) {
    this(label, unit, description, metric, null);
  }

  Figure(String label, String unit, String description, ToLongFunction<StatsSnapshot> value) {
    this(label, unit, description, null, value);
  }

  Figure(Outcome outcome, String description) {
    this(outcome.label(), UnitNames.TRANSFERS, description, now -> ended(now, outcome));
  }

  Figure(int status, String description) {
    this(
        "status-" + status,
        UnitNames.HAND_OFFS,
        description,
        now -> now.counts().of(Breakdown.STATUSES, Integer.toString(status)));
  }

  private static long ended(StatsSnapshot now, Outcome outcome) {
    return now.counts().of(Breakdown.OUTCOMES, outcome.label());
  }

  private static long byLimits(StatsSnapshot now) {
    return RefusalReason.BY_LIMITS.stream()
        .mapToLong(code -> now.counts().of(Breakdown.REFUSALS, code))
        .sum();
  }

  private static long sum(StatsSnapshot now, Breakdown breakdown) {
    return now.counts().each(breakdown).values().stream().mapToLong(Long::longValue).sum();
  }

  private static long firstByteMicros(StatsSnapshot now, double part) {
    return now.counts().firstByteNanos().percentile(part) / 1000;
  }

  /** The figures of a snapshot by label, in the order of the rows. */
  public static Map<String, Long> all(StatsSnapshot now) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (Figure figure : values()) {
      all.put(figure.label, figure.of(now));
    }
    return all;
  }

  /** Whether it is recorded itself, not computed from other numbers. */
  boolean isCounter() {
    return value == null;
  }

  /** The stable name, e.g. {@code bytes-zero-copy}. */
  public String label() {
    return label;
  }

  /** The name in JMX, e.g. {@code BytesZeroCopy}. */
  public String attribute() {
    return Arrays.stream(name().split("_", -1))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  /** The unit of the number, e.g. {@code bytes}. */
  public String unit() {
    return unit;
  }

  /** One phrase, without a full stop. */
  public String description() {
    return description;
  }

  /** The description up to its first comma or semicolon. */
  public String summary() {
    return description.split("[,;]", 2)[0];
  }

  /** The stable name of a counter in OpenMetrics, without prefix and suffix; null for others. */
  public @Nullable String metric() {
    return metric;
  }

  /** The number. */
  public long of(StatsSnapshot now) {
    return value == null ? now.counts().of(this) : value.applyAsLong(now);
  }

  /** The maximum of a gauge; the number itself for others. */
  public long highest(StatsSnapshot now) {
    return switch (this) {
      case ACTIVE -> now.activeHigh();
      case WAITING -> now.waitingHigh();
      default -> of(now);
    };
  }
}
