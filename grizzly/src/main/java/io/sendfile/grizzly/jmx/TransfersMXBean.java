package io.sendfile.grizzly.jmx;

import io.sendfile.core.engine.TransferControl;
import java.util.List;
import javax.management.ObjectName;

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

  /** Running transfers as an MXBean. */
  record TransfersMonitor(TransferControl transfers) implements TransfersMXBean {
    /** Its name with the platform MBean server. */
    public static final ObjectName NAME = ServerBeans.name("Transfers");

    @Override
    public List<RunningTransfer> getRunning() {
      return transfers.list().stream().map(RunningTransfer::new).toList();
    }

    @Override
    public UsedLimits getUsedLimits() {
      return new UsedLimits(transfers.usage());
    }

    @Override
    public void cancel(String id) {
      transfers.cancel(id);
    }

    @Override
    public void limit(String id, long bytesPerSecond) {
      transfers.limit(id, bytesPerSecond);
    }
  }
}
