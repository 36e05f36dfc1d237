package io.sendfile.glassfish.spi;

/**
 * Told once about each finished transfer, on the thread that finished it. Implementations must be
 * thread-safe and quick; what they throw is logged and goes no further.
 */
@FunctionalInterface
public interface TransferListener {
  /** Called exactly once per transfer, after its file and buffers are released. */
  void transferFinished(TransferResult result);

  /**
   * Name in configuration, of the element {@code sendfile-plugin} that is about this plug-in: 1 to
   * 64 letters, digits, {@code -}, {@code _} or {@code .}, beginning with a letter or digit. By
   * default that of the class, without its package.
   */
  default String name() {
    return getClass().getSimpleName();
  }
}
