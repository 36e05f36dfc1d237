package io.sendfile.spi;

/** A response that goes out. Thread-safe; waits for nothing. */
public interface RunningResponse {
  /** Bytes of its body that the kernel has taken so far. */
  long takenBytes();

  /** Ends it early, as if its client had left; {@link Delivery#ended} follows. */
  void end();
}
