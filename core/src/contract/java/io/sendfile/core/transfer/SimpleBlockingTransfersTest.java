package io.sendfile.core.transfer;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.spi.SendAlgorithm;

class SimpleBlockingTransfersTest extends TransferContract {
  @Override
  SendAlgorithm algorithm(long burstBytes) {
    return Algorithms.of(Algorithms.SIMPLE_BLOCKING, burstBytes);
  }

  @Override
  boolean blocks() {
    return true;
  }
}
