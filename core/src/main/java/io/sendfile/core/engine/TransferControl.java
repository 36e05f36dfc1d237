package io.sendfile.core.engine;

import io.sendfile.core.transfer.LimitUsage;
import io.sendfile.core.transfer.LimitUse;
import io.sendfile.core.transfer.Transfer;
import io.sendfile.core.transfer.TransferScheduler;
import io.sendfile.core.transfer.TransferSnapshot;
import io.sendfile.spi.Escapes;
import io.sendfile.spi.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An administrator's list of running transfers, and actions on them. A transfer is named by its own
 * id, or by the application's download id while only one running transfer has it. Thread-safe.
 */
public final class TransferControl {
  private final TransferScheduler scheduler;

  /** Control over the transfers of this scheduler. */
  public TransferControl(TransferScheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Present use of the limits. */
  public LimitUsage usage() {
    return scheduler.usage();
  }

  /** The running transfers, the oldest first. */
  public List<TransferSnapshot> list() {
    LimitUsage now = usage();
    List<TransferSnapshot> all =
        scheduler.transfers().stream().map(transfer -> transfer.snapshot(now)).toList();
    Map<String, Long> together = TransferSnapshot.together(all);
    return all.stream()
        .map(each -> each.among(together))
        .sorted(Comparator.comparing(TransferSnapshot::age).reversed())
        .toList();
  }

  /**
   * Ends a transfer at once, or after a running system call.
   *
   * @return its state before
   * @throws IllegalArgumentException with a sentence, when no running transfer has that id
   */
  public TransferSnapshot cancel(String id) {
    Transfer transfer = find(id);
    TransferSnapshot before = transfer.snapshot(usage());
    if (!transfer.end(Outcome.CANCELLED)) {
      throw notRunning(id);
    }
    return before;
  }

  /**
   * Sets the highest rate of a transfer, in force at once; its shared rates stay.
   *
   * @param bytesPerSecond at least 0; 0 = none of its own
   * @return its state then
   * @throws IllegalArgumentException with a sentence, when no running transfer has that id, or the
   *     rate is negative
   */
  public TransferSnapshot limit(String id, long bytesPerSecond) {
    if (bytesPerSecond < 0) {
      throw new IllegalArgumentException(
          "The rate is " + bytesPerSecond + "; give bytes per second, or 0 for none");
    }
    Transfer transfer = find(id);
    transfer.limit(bytesPerSecond);
    return transfer.snapshot(usage());
  }

  /** The limits of administrators, ended ones as well, with their use. */
  public List<LimitUse> limits() {
    return scheduler.administrators().list(list());
  }

  private Transfer find(String id) {
    List<Transfer> given = scheduler.transfers();
    for (Transfer transfer : given) {
      if (transfer.info().id().own().equals(id)) {
        return transfer;
      }
    }
    List<Transfer> named =
        given.stream().filter(transfer -> id.equals(transfer.info().id().given())).toList();
    if (named.isEmpty()) {
      throw notRunning(id);
    }
    if (named.size() > 1) {
      throw new IllegalArgumentException(
          named.size()
              + " running transfers have the download id \""
              + Escapes.forLog(id)
              + "\"; name one by its own id: "
              + named.stream()
                  .map(transfer -> transfer.info().id().own())
                  .sorted()
                  .collect(Collectors.joining(", ")));
    }
    return named.get(0);
  }

  private static IllegalArgumentException notRunning(String id) {
    return new IllegalArgumentException(
        String.format(
            "No transfer \"%s\" is running; asadmin list-sendfile-transfers shows those that are",
            Escapes.forLog(id)));
  }
}
