package io.sendfile.glassfish.stats;

import io.sendfile.glassfish.spi.Outcome;
import java.util.function.ToLongFunction;

/**
 * Each number there is of a server, a listener and a root: its stable name, its unit and what it
 * says, in one place for all ways of monitoring.
 */
public enum Figure {
  /** Transfers admitted. */
  STARTED(
      "started",
      Unit.TRANSFERS,
      "Transfers admitted, small files included",
      StatsSnapshot::started),
  /** Transfers in progress. */
  ACTIVE(
      "active",
      Unit.TRANSFERS,
      "Transfers in progress; small files that go out in one write never are",
      StatsSnapshot::active),
  /** Transfers that wait. */
  WAITING("waiting", Unit.TRANSFERS, "Transfers that wait for admission", StatsSnapshot::waiting),
  /** Workers in use. */
  WORKERS_BUSY(
      "workers-busy",
      Unit.TRANSFERS,
      "Transfers that hold a worker, sending or waiting for their client",
      StatsSnapshot::workersBusy),
  /** Sent in full. */
  COMPLETED(Outcome.COMPLETED, "Transfers of which the kernel took every byte"),
  /** Ended by the client. */
  CLIENT_ABORTED(Outcome.CLIENT_ABORTED, "Transfers ended by the client"),
  /** Ended by the stall timeout. */
  STALLED(Outcome.STALLED, "Transfers without progress for the stall timeout"),
  /** Below the minimum rate. */
  TOO_SLOW(Outcome.TOO_SLOW, "Transfers below the minimum rate, or that took too long"),
  /** The file became shorter. */
  CHANGED(Outcome.CHANGED, "Transfers whose file became shorter"),
  /** Read error. */
  IO_ERROR(Outcome.IO_ERROR, "Transfers ended by a read error or a failure of the server"),
  /** Ended by an administrator. */
  CANCELLED(Outcome.CANCELLED, "Transfers ended by an administrator"),
  /** Ended by a stop. */
  SHUTDOWN(Outcome.SHUTDOWN, "Transfers ended by the stop of the server or listener"),
  /** Refused. */
  REFUSED(
      "refused",
      Unit.HAND_OFFS,
      "Hand-offs refused, for whatever reason",
      StatsSnapshot::refusedTotal),
  /** Body bytes. */
  BYTES("bytes", Unit.BYTES, "Body bytes taken by the kernel", StatsSnapshot::bytes),
  /** Body bytes without copy. */
  BYTES_ZERO_COPY(
      "bytes-zero-copy",
      Unit.BYTES,
      "Body bytes sent without copying",
      StatsSnapshot::bytesZeroCopy),
  /** Whole files. */
  STATUS_200("status-200", 200, "Hand-offs answered with the whole file"),
  /** Parts. */
  STATUS_206("status-206", 206, "Hand-offs answered with a part of the file"),
  /** Not modified. */
  STATUS_304("status-304", 304, "Hand-offs answered with: not modified"),
  /** Precondition failed. */
  STATUS_412("status-412", 412, "Hand-offs answered with: precondition failed"),
  /** Range not satisfiable. */
  STATUS_416("status-416", 416, "Hand-offs answered with: range not satisfiable"),
  /** Turns. */
  BURSTS("bursts", Unit.TURNS, "Turns granted to transfers", StatsSnapshot::bursts),
  /** Median time to the first byte. */
  FIRST_BYTE_P50(
      "first-byte-micros-p50",
      Unit.MICROSECONDS,
      "Half of the transfers had their first byte taken within this time, at most a quarter less",
      now -> firstByteMicros(now, 0.5)),
  /** 99th percentile of the time to the first byte. */
  FIRST_BYTE_P99(
      "first-byte-micros-p99",
      Unit.MICROSECONDS,
      "99 % of the transfers had their first byte taken within this time, at most a quarter less",
      now -> firstByteMicros(now, 0.99)),
  /** Median rate. */
  RATE_P50(
      "rate-p50",
      Unit.BYTES_PER_SECOND,
      "Half of the transfers were not faster than this, at most a quarter slower",
      now -> now.counts().bytesPerSecond().percentile(0.5)),
  /** Rate of the slow. */
  RATE_P10(
      "rate-p10",
      Unit.BYTES_PER_SECOND,
      "A tenth of the transfers was not faster than this, at most a quarter slower",
      now -> now.counts().bytesPerSecond().percentile(0.1)),
  /** Headers removed. */
  HEADERS_STRIPPED(
      "headers-stripped",
      Unit.RESPONSES,
      "Responses from which hand-off headers were removed without sending a file",
      StatsSnapshot::headersStripped),
  /** Failures of plug-ins. */
  PLUG_IN_FAILURES(
      "plug-in-failures",
      Unit.FAILURES,
      "Times an algorithm or buffer policy of a plug-in failed and was stood in for",
      StatsSnapshot::plugInFailures);

  /** Names of units. */
  private static final class Unit {
    static final String TRANSFERS = "transfers";
    static final String HAND_OFFS = "hand-offs";
    static final String RESPONSES = "responses";
    static final String BYTES = "bytes";
    static final String TURNS = "turns";
    static final String FAILURES = "failures";
    static final String MICROSECONDS = "microseconds";
    static final String BYTES_PER_SECOND = "bytes/s";
  }

  private final String label;
  private final String unit;
  private final String description;
  private final ToLongFunction<StatsSnapshot> value;

  Figure(String label, String unit, String description, ToLongFunction<StatsSnapshot> value) {
    this.label = label;
    this.unit = unit;
    this.description = description;
    this.value = value;
  }

  Figure(Outcome outcome, String description) {
    this(outcome.label(), Unit.TRANSFERS, description, now -> now.finished(outcome));
  }

  Figure(String label, int status, String description) {
    this(label, Unit.HAND_OFFS, description, now -> now.status(status));
  }

  private static long firstByteMicros(StatsSnapshot now, double part) {
    return now.counts().firstByteNanos().percentile(part) / 1000;
  }

  /** The stable name, e.g. {@code bytes-zero-copy}. */
  public String label() {
    return label;
  }

  /** What is counted, e.g. {@code bytes}. */
  public String unit() {
    return unit;
  }

  /** One phrase, without a full stop. */
  public String description() {
    return description;
  }

  /** The number. */
  public long of(StatsSnapshot now) {
    return value.applyAsLong(now);
  }
}
