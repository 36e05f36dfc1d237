package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.algorithm.Algorithms;
import io.sendfile.glassfish.spi.SendAlgorithm;

class AdaptiveTransfersTest extends TransferContract {
  @Override
  SendAlgorithm algorithm(long burstBytes) {
    return Algorithms.of(Algorithms.ADAPTIVE, burstBytes);
  }

  @Override
  boolean blocks() {
    return false;
  }
}
