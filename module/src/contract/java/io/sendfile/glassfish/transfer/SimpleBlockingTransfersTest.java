package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.algorithm.Algorithms;
import io.sendfile.glassfish.spi.SendAlgorithm;

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
