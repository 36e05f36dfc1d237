package io.sendfile.grizzly.jmx;

import io.sendfile.core.engine.TransferControl;
import java.util.List;
import javax.management.ObjectName;

/** Running transfers as an MXBean. */
public record TransfersMonitor(TransferControl transfers) implements TransfersMXBean {
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
