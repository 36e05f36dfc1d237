package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.spi.BufferPolicy.Lease;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.memory.ByteBufferWrapper;

/**
 * A Grizzly buffer over leased memory. Grizzly splits, slices and duplicates buffers and disposes
 * of the pieces one by one: the lease ends with the last of them. As with any Grizzly buffer one
 * thread at a time uses a piece; different pieces may be in different threads.
 */
final class LeasedBuffer extends ByteBufferWrapper {
  private final Lease lease;
  private final AtomicInteger pieces;

  LeasedBuffer(Lease lease) {
    this(lease.bytes(), lease, new AtomicInteger(1));
  }

  private LeasedBuffer(ByteBuffer bytes, Lease lease, AtomicInteger pieces) {
    super(bytes);
    this.lease = lease;
    this.pieces = pieces;
  }

  @Override
  protected ByteBufferWrapper wrapByteBuffer(ByteBuffer part) {
    pieces.incrementAndGet();
    LeasedBuffer piece = new LeasedBuffer(part, lease, pieces);
    piece.allowBufferDispose(true);
    return piece;
  }

  /** Grizzly disposes of some buffers twice; as in its own pools that changes nothing. */
  @Override
  @SuppressWarnings("NullAway") // Grizzly's way to mark a buffer as gone
  public void dispose() {
    if (visible == null) {
      return;
    }
    prepareDispose();
    visible = null;
    if (pieces.decrementAndGet() == 0) {
      lease.release();
    }
  }
}
