package io.sendfile.core.buffer;

import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.BufferPolicy;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Guards a plug-in's policy: when it fails, a plain buffer is used instead and counted as {@link
 * BufferFigures#exhausted}. Thread-safe.
 */
final class GuardedPolicy extends PlainPolicy {
  private final BufferPolicy plugIn;
  private final Consumer<Throwable> onFailure;

  /**
   * @param name name in configuration
   * @param onFailure receives each failure of the plug-in
   */
  GuardedPolicy(String name, BufferPolicy plugIn, Consumer<Throwable> onFailure) {
    super(name, isDirect(plugIn, onFailure));
    this.plugIn = plugIn;
    this.onFailure = onFailure;
  }

  private static boolean isDirect(BufferPolicy plugIn, Consumer<Throwable> onFailure) {
    try {
      return plugIn.direct();
    } catch (RuntimeException | Error e) {
      onFailure.accept(e);
      return false;
    }
  }

  @Override
  public Lease take(int bytes) {
    PlainPolicy.requireSize(bytes);
    Lease taken = takeOfPlugIn(bytes);
    if (taken == null) {
      counts.exhausted();
      return super.take(bytes);
    }
    counts.taken(bytes);
    return taken;
  }

  private @Nullable Lease takeOfPlugIn(int bytes) {
    try {
      Lease lease = plugIn.take(bytes);
      ByteBuffer buffer = lease.bytes();
      if (buffer.position() != 0
          || buffer.limit() != bytes
          || buffer.capacity() != bytes
          || buffer.isReadOnly()) {
        throw new IllegalStateException("asked for " + bytes + " bytes, it gave " + buffer);
      }
      return new OnceLease(buffer, counts, () -> giveBack(lease, bytes));
    } catch (RuntimeException | Error e) {
      onFailure.accept(e);
      return null;
    }
  }

  /** The counters of this guard; only the reserved memory comes from the plug-in. */
  @Override
  public BufferFigures figures() {
    BufferFigures own = counts.figures();
    return new BufferFigures(
        own.taken(),
        own.inUse(),
        own.inUseBytes(),
        own.highWaterBytes(),
        reservedBytes(),
        own.exhausted(),
        own.misuses());
  }

  private long reservedBytes() {
    try {
      return plugIn.figures().reservedBytes();
    } catch (RuntimeException | Error e) {
      onFailure.accept(e);
      return 0;
    }
  }

  @Override
  public void close() {
    try {
      plugIn.close();
    } catch (RuntimeException | Error e) {
      onFailure.accept(e);
    }
  }

  private void giveBack(Lease lease, int bytes) {
    counts.returned(bytes);
    try {
      lease.release();
    } catch (RuntimeException | Error e) {
      onFailure.accept(e);
    }
  }
}
