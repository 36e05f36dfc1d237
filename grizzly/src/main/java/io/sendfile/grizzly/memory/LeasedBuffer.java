package io.sendfile.grizzly.memory;

import io.sendfile.spi.BufferPolicy.Lease;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.ByteBufferWrapper;

/**
 * A Grizzly buffer over leased memory. Grizzly splits, slices and duplicates buffers and disposes
 * of the pieces one by one: the lease ends with the last of them. As with any Grizzly buffer one
 * thread at a time uses a piece; different pieces may be in different threads.
 */
public final class LeasedBuffer extends ByteBufferWrapper {
  /** A header this short is copied; the preface of HTTP/2 has 24 bytes. */
  private static final int SHORT_HEAD = 24;

  private final Lease lease;
  private final AtomicInteger pieces;
  private boolean givenBack;

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

  /**
   * The first part stays with this buffer. A short one is copied, so that it does not hold the
   * whole memory, because Grizzly never releases the preface of an HTTP/2 connection.
   */
  @Override
  public Buffer split(int at) {
    Buffer rest = super.split(at);
    if (visible.capacity() <= SHORT_HEAD && !givenBack) {
      ByteBuffer copy = ByteBuffer.allocate(visible.capacity()).put(visible.duplicate().clear());
      visible = copy.order(visible.order()).limit(visible.limit()).position(visible.position());
      giveBack();
    }
    return rest;
  }

  /**
   * Releases the memory at once when nothing was written: Grizzly never releases the buffer of a
   * TLS record without application data, such as the one that closes a connection.
   */
  @Override
  public void trim() {
    super.trim();
    if (!hasRemaining()) {
      visible = ByteBuffer.allocate(0);
      giveBack();
    }
  }

  /** Grizzly disposes of some buffers twice; as in its own pools that has no effect. */
  @Override
  @SuppressWarnings("NullAway") // Grizzly's way to mark a buffer as gone
  public void dispose() {
    if (visible == null) {
      return;
    }
    prepareDispose();
    visible = null;
    giveBack();
  }

  private void giveBack() {
    if (!givenBack) {
      givenBack = true;
      if (pieces.decrementAndGet() == 0) {
        lease.release();
      }
    }
  }
}
