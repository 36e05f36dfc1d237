package io.sendfile.core.buffer;

import io.sendfile.spi.BufferPolicy.Lease;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A buffer that can be released once. Each take creates a new lease, so that a late second release
 * never affects the next user of the same memory. Thread-safe.
 */
abstract class OnceLease implements Lease {
  private static final AtomicReferenceFieldUpdater<OnceLease, @Nullable ByteBuffer> BYTES =
      AtomicReferenceFieldUpdater.newUpdater(OnceLease.class, ByteBuffer.class, "bytes");

  private final UseCounts counts;
  private volatile @Nullable ByteBuffer bytes;

  OnceLease(ByteBuffer bytes, UseCounts counts) {
    this.bytes = bytes;
    this.counts = counts;
  }

  @Override
  public final ByteBuffer bytes() {
    ByteBuffer mine = bytes;
    if (mine == null) {
      throw new IllegalStateException("this buffer has been released already");
    }
    return mine;
  }

  @Override
  public final void release() {
    if (BYTES.getAndSet(this, null) == null) {
      counts.releasedTwice();
    } else {
      giveBack();
    }
  }

  /** Releases the memory; called once. */
  abstract void giveBack();
}
