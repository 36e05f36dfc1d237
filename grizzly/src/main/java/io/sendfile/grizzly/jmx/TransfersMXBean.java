package io.sendfile.grizzly.jmx;

import java.util.List;

/**
 * {@code io.sendfile.glassfish:type=Transfers}: the running transfers. Thread-safe.
 *
 * <p>A transfer is named by its own id, or by the application's download id while only one running
 * transfer has it.
 */
public interface TransfersMXBean {
  /** The running transfers, the oldest first. */
  List<RunningTransfer> getRunning();

  /** The usage of the limits and of the common workers. */
  UsedLimits getUsedLimits();

  /**
   * Ends a transfer; its outcome is {@code cancelled}.
   *
   * @throws IllegalArgumentException with a sentence, when no running transfer has that id
   */
  void cancel(String id);

  /**
   * Sets the highest rate of a transfer, in force at once; its shared rates stay.
   *
   * @param bytesPerSecond at least 0; 0 = none of its own
   * @throws IllegalArgumentException with a sentence, when no running transfer has that id, or the
   *     rate is negative
   */
  void limit(String id, long bytesPerSecond);
}
