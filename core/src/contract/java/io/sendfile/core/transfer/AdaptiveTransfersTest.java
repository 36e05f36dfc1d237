package io.sendfile.core.transfer;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.spi.SendAlgorithm;

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
