package io.sendfile.glassfish.monitoring;

import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * All columns of a list of running transfers, for commands, REST and the console; in the order of
 * {@code list-sendfile-transfers --long}.
 */
public enum TransferColumn {
  ID("id", Format.PLAIN, RunningTransfer::getId),
  DOWNLOAD_ID("download-id", Format.PLAIN, RunningTransfer::getDownloadId),
  APPLICATION("application", Format.PLAIN, RunningTransfer::getApplication),
  VIRTUAL_SERVER("virtual-server", Format.PLAIN, RunningTransfer::getVirtualServer),
  LISTENER("listener", Format.PLAIN, RunningTransfer::getListener),
  FILE("file", Format.PLAIN, transfer -> transfer.getRoot() + ":" + transfer.getPath()),
  RANGE("range", Format.PLAIN, RunningTransfer::getRange),
  STATUS("status", Format.NUMBER, RunningTransfer::getStatus),
  CLIENT("client", Format.PLAIN, RunningTransfer::getClient),
  IDENTITY("identity", Format.PLAIN, RunningTransfer::getIdentity),
  BYTES("bytes", Format.BYTES, RunningTransfer::getBytes),
  TOTAL("total", Format.BYTES, RunningTransfer::getTotalBytes),
  PERCENT("percent", Format.PERCENT, RunningTransfer::getPercent),
  RATE("rate", Format.RATE, RunningTransfer::getBytesPerSecond),
  AVERAGE("average", Format.RATE, RunningTransfer::getAverageBytesPerSecond),
  LIMIT("limit", Format.RATE, RunningTransfer::getRateLimitBytesPerSecond),
  SECONDS("seconds", Format.TIME, RunningTransfer::getSeconds),
  ETA("eta", Format.TIME, RunningTransfer::getSecondsLeft),
  ALGORITHM("algorithm", Format.PLAIN, RunningTransfer::getAlgorithm),
  STATE("state", Format.PLAIN, RunningTransfer::getState),
  WAITS_FOR("waits-for", Format.PLAIN, RunningTransfer::getWaitsFor),
  FOR_CLIENT("for-client", Format.PERCENT, RunningTransfer::getClientPercent),
  FOR_RATE("for-rate", Format.PERCENT, RunningTransfer::getRatePercent),
  FOR_PLACE("for-place", Format.PERCENT, RunningTransfer::getPlacePercent),
  FOR_WORKER("for-worker", Format.PERCENT, RunningTransfer::getWorkerPercent),
  FOR_DISK("for-disk", Format.PERCENT, RunningTransfer::getDiskPercent),
  SENDING("sending", Format.PERCENT, RunningTransfer::getSendingPercent),
  VERDICT("verdict", Format.PLAIN, RunningTransfer::getVerdict);

  /** Short forms of values. */
  private enum Format {
    PLAIN,
    NUMBER,
    BYTES,
    PERCENT,
    RATE,
    TIME
  }

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private final String label;
  private final Format format;
  private final Function<RunningTransfer, Object> value;

  TransferColumn(String label, Format format, Function<RunningTransfer, Object> value) {
    this.label = label;
    this.format = format;
    this.value = value;
  }

  /** The stable name, e.g. {@code download-id}. */
  public String label() {
    return label;
  }

  /** Whether values are numbers: bytes, bytes per second, seconds or percent. */
  public boolean isNumber() {
    return format != Format.PLAIN;
  }

  /** The value of a transfer: an Integer or a Long where {@link #isNumber}, else a text. */
  public Object value(RunningTransfer transfer) {
    return value.apply(transfer);
  }

  /** Parses a full text: a number, or else the text itself. */
  public Object value(String full) {
    if (this == ETA) {
      return Amounts.seconds(full);
    }
    return isNumber() && NUMBER.matcher(full).matches() ? (Object) Long.valueOf(full) : full;
  }

  /** The text of a value with all its digits; {@link #ETA} is in hours, minutes and seconds. */
  public String full(Object value) {
    return this == ETA && value instanceof Long seconds
        ? Amounts.time(seconds)
        : String.valueOf(value);
  }

  /** The short form of a full value. */
  public String brief(String full) {
    boolean number = NUMBER.matcher(full).matches();
    return switch (format) {
      case PLAIN, NUMBER -> full;
      case BYTES -> number ? Amounts.bytes(Long.parseLong(full)) : full;
      case PERCENT -> full + "%";
      case RATE -> (number ? Amounts.bytes(Long.parseLong(full)) : full) + "/s";
      case TIME -> number ? Amounts.time(Long.parseLong(full)) : full;
    };
  }
}
