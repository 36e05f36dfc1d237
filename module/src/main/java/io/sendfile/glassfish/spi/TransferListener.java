package io.sendfile.glassfish.spi;

/**
 * Told once about each finished transfer, on the thread that finished it. Implementations must be
 * thread-safe and quick; what they throw is logged and goes no further.
 */
@FunctionalInterface
public interface TransferListener {
  /** Called exactly once per transfer, after its file and buffers are released. */
  void transferFinished(TransferResult result);
}
