package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.TransferResult;

/** Receives the end of one transfer, before other listeners. */
@FunctionalInterface
public interface EndReport {
  /**
   * The transfer has ended; called once.
   *
   * @param time the uses of its time
   */
  void ended(TransferResult result, TimeSpent time);
}
