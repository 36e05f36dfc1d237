package io.sendfile.core.transfer;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.spi.SendAlgorithm;

class EqualNonBlockingTransfersTest extends TransferContract {
  @Override
  SendAlgorithm algorithm(long burstBytes) {
    return Algorithms.of(Algorithms.EQUAL_NON_BLOCKING, burstBytes);
  }

  @Override
  boolean blocks() {
    return false;
  }
}
