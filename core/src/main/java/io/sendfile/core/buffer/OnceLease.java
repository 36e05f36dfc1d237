package io.sendfile.core.buffer;

import io.sendfile.spi.BufferPolicy.Lease;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A buffer that can be released once. Each take creates a new lease, so that a late second release
 * never affects the next user of the same memory. Thread-safe.
 */
final class OnceLease implements Lease {
  private static final AtomicReferenceFieldUpdater<OnceLease, @Nullable ByteBuffer> BYTES =
      AtomicReferenceFieldUpdater.newUpdater(OnceLease.class, ByteBuffer.class, "bytes");

  private final UseCounts counts;
  private final Runnable giveBack;
  private volatile @Nullable ByteBuffer bytes;

  /**
   * @param giveBack releases the memory; called once
   */
  OnceLease(ByteBuffer bytes, UseCounts counts, Runnable giveBack) {
    this.bytes = bytes;
    this.counts = counts;
    this.giveBack = giveBack;
  }

  @Override
  public ByteBuffer bytes() {
    ByteBuffer mine = bytes;
    if (mine == null) {
      throw new IllegalStateException("this buffer has been released already");
    }
    return mine;
  }

  @Override
  public void release() {
    if (BYTES.getAndSet(this, null) == null) {
      counts.releasedTwice();
    } else {
      giveBack.run();
    }
  }
}
