package io.sendfile.glassfish.answers;

import io.sendfile.grizzly.jmx.RunningTransfer;
import io.sendfile.spi.AmountForm;
import io.sendfile.spi.Amounts;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * All columns of a list of running transfers, for commands, REST and the console; in the order of
 * {@code list-sendfile-transfers --long}.
 */
public enum TransferColumn {
  ID("id", AmountForm.TEXT, RunningTransfer::getId),
  DOWNLOAD_ID("download-id", AmountForm.TEXT, RunningTransfer::getDownloadId),
  APPLICATION("application", AmountForm.TEXT, RunningTransfer::getApplication),
  VIRTUAL_SERVER("virtual-server", AmountForm.TEXT, RunningTransfer::getVirtualServer),
  LISTENER("listener", AmountForm.TEXT, RunningTransfer::getListener),
  FILE("file", AmountForm.TEXT, transfer -> transfer.getRoot() + ":" + transfer.getPath()),
  RANGE("range", AmountForm.TEXT, RunningTransfer::getRange),
  STATUS("status", AmountForm.NUMBER, RunningTransfer::getStatus),
  CLIENT("client", AmountForm.TEXT, RunningTransfer::getClient),
  IDENTITY("identity", AmountForm.TEXT, RunningTransfer::getIdentity),
  BYTES("bytes", AmountForm.BYTES, RunningTransfer::getBytes),
  TOTAL("total", AmountForm.BYTES, RunningTransfer::getTotalBytes),
  PERCENT("percent", AmountForm.PERCENT, RunningTransfer::getPercent),
  RATE("rate", AmountForm.RATE, RunningTransfer::getBytesPerSecond),
  AVERAGE("average", AmountForm.RATE, RunningTransfer::getAverageBytesPerSecond),
  LIMIT("limit", AmountForm.RATE, RunningTransfer::getRateLimitBytesPerSecond),
  SECONDS("seconds", AmountForm.SECONDS, RunningTransfer::getSeconds),
  ETA("eta", AmountForm.SECONDS, RunningTransfer::getSecondsLeft),
  ALGORITHM("algorithm", AmountForm.TEXT, RunningTransfer::getAlgorithm),
  STATE("state", AmountForm.TEXT, RunningTransfer::getState),
  WAITS_FOR("waits-for", AmountForm.TEXT, RunningTransfer::getWaitsFor),
  FOR_CLIENT("for-client", AmountForm.PERCENT, RunningTransfer::getClientPercent),
  FOR_RATE("for-rate", AmountForm.PERCENT, RunningTransfer::getRatePercent),
  FOR_PLACE("for-place", AmountForm.PERCENT, RunningTransfer::getPlacePercent),
  FOR_WORKER("for-worker", AmountForm.PERCENT, RunningTransfer::getWorkerPercent),
  FOR_DISK("for-disk", AmountForm.PERCENT, RunningTransfer::getDiskPercent),
  SENDING("sending", AmountForm.PERCENT, RunningTransfer::getSendingPercent),
  HELD_BY("held-by", AmountForm.TEXT, RunningTransfer::getHeldBy),
  LIMITS("limits", AmountForm.TEXT, RunningTransfer::getLimits),
  VERDICT("verdict", AmountForm.TEXT, RunningTransfer::getVerdict);

  private final String label;
  private final AmountForm form;
  private final Function<RunningTransfer, Object> value;

  TransferColumn(String label, AmountForm form, Function<RunningTransfer, Object> value) {
    this.label = label;
    this.form = form;
    this.value = value;
  }

  /** The stable names of all. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(TransferColumn::label).toList();
  }

  /** The stable name, e.g. {@code download-id}. */
  public String label() {
    return label;
  }

  /** Whether values are numbers: bytes, bytes per second, seconds or percent. */
  public boolean isNumber() {
    return form != AmountForm.TEXT;
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
    return isNumber() && AmountForm.isNumber(full) ? (Object) Long.valueOf(full) : full;
  }

  /** The text of a value with all its digits; {@link #ETA} is in hours, minutes and seconds. */
  public String full(Object value) {
    return this == ETA && value instanceof Long seconds
        ? Amounts.time(seconds)
        : String.valueOf(value);
  }

  /** The short form of a full value. */
  public String brief(String full) {
    return form.brief(full);
  }
}
