package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.algorithm.Algorithms;
import io.sendfile.glassfish.spi.SendAlgorithm;

class EqualBlockingTransfersTest extends TransferContract {
  @Override
  SendAlgorithm algorithm(long burstBytes) {
    return Algorithms.of(Algorithms.EQUAL_BLOCKING, burstBytes);
  }

  @Override
  boolean blocks() {
    return true;
  }
}
