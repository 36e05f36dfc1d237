package io.sendfile.glassfish.monitoring;

import io.sendfile.core.amounts.Amounts;
import io.sendfile.core.amounts.Form;
import io.sendfile.grizzly.jmx.RunningTransfer;
import java.util.function.Function;

/**
 * All columns of a list of running transfers, for commands, REST and the console; in the order of
 * {@code list-sendfile-transfers --long}.
 */
public enum TransferColumn {
  ID("id", Form.TEXT, RunningTransfer::getId),
  DOWNLOAD_ID("download-id", Form.TEXT, RunningTransfer::getDownloadId),
  APPLICATION("application", Form.TEXT, RunningTransfer::getApplication),
  VIRTUAL_SERVER("virtual-server", Form.TEXT, RunningTransfer::getVirtualServer),
  LISTENER("listener", Form.TEXT, RunningTransfer::getListener),
  FILE("file", Form.TEXT, transfer -> transfer.getRoot() + ":" + transfer.getPath()),
  RANGE("range", Form.TEXT, RunningTransfer::getRange),
  STATUS("status", Form.NUMBER, RunningTransfer::getStatus),
  CLIENT("client", Form.TEXT, RunningTransfer::getClient),
  IDENTITY("identity", Form.TEXT, RunningTransfer::getIdentity),
  BYTES("bytes", Form.BYTES, RunningTransfer::getBytes),
  TOTAL("total", Form.BYTES, RunningTransfer::getTotalBytes),
  PERCENT("percent", Form.PERCENT, RunningTransfer::getPercent),
  RATE("rate", Form.RATE, RunningTransfer::getBytesPerSecond),
  AVERAGE("average", Form.RATE, RunningTransfer::getAverageBytesPerSecond),
  LIMIT("limit", Form.RATE, RunningTransfer::getRateLimitBytesPerSecond),
  SECONDS("seconds", Form.SECONDS, RunningTransfer::getSeconds),
  ETA("eta", Form.SECONDS, RunningTransfer::getSecondsLeft),
  ALGORITHM("algorithm", Form.TEXT, RunningTransfer::getAlgorithm),
  STATE("state", Form.TEXT, RunningTransfer::getState),
  WAITS_FOR("waits-for", Form.TEXT, RunningTransfer::getWaitsFor),
  FOR_CLIENT("for-client", Form.PERCENT, RunningTransfer::getClientPercent),
  FOR_RATE("for-rate", Form.PERCENT, RunningTransfer::getRatePercent),
  FOR_PLACE("for-place", Form.PERCENT, RunningTransfer::getPlacePercent),
  FOR_WORKER("for-worker", Form.PERCENT, RunningTransfer::getWorkerPercent),
  FOR_DISK("for-disk", Form.PERCENT, RunningTransfer::getDiskPercent),
  SENDING("sending", Form.PERCENT, RunningTransfer::getSendingPercent),
  VERDICT("verdict", Form.TEXT, RunningTransfer::getVerdict);

  private final String label;
  private final Form form;
  private final Function<RunningTransfer, Object> value;

  TransferColumn(String label, Form form, Function<RunningTransfer, Object> value) {
    this.label = label;
    this.form = form;
    this.value = value;
  }

  /** The stable name, e.g. {@code download-id}. */
  public String label() {
    return label;
  }

  /** Whether values are numbers: bytes, bytes per second, seconds or percent. */
  public boolean isNumber() {
    return form != Form.TEXT;
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
    return isNumber() && Form.isNumber(full) ? (Object) Long.valueOf(full) : full;
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
