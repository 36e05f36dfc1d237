package io.sendfile.glassfish.monitoring;

import java.util.List;

/**
 * {@code io.sendfile.glassfish:type=Transfers}: the transfers that run now. Thread-safe.
 *
 * <p>A transfer is named by its own id, or by the application's download id while only one that
 * runs has it.
 */
public interface TransfersMXBean {
  /** The running transfers, the oldest first. */
  List<RunningTransfer> getRunning();

  /**
   * Ends a transfer; its outcome is {@code cancelled}.
   *
   * @throws IllegalArgumentException with a sentence, when none of that id runs
   */
  void cancel(String id);

  /**
   * Gives a transfer another highest rate, in force at once; rates it shares with others hold as
   * before.
   *
   * @param bytesPerSecond at least 0; 0 = none of its own
   * @throws IllegalArgumentException with a sentence, when none of that id runs, or the rate is
   *     negative
   */
  void limit(String id, long bytesPerSecond);
}
