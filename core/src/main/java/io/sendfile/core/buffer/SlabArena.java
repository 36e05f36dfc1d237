package io.sendfile.core.buffer;

import io.sendfile.spi.BufferPolicy.Lease;
import java.lang.ref.WeakReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Owns one slab. The arena references it only while no block is in use; otherwise the leases do. So
 * buffers that the server never releases (Grizzly leaves some to the garbage collector) cost no
 * room for ever: once the other blocks are released, the slab is collected and a new one takes its
 * place. Thread-safe.
 */
final class SlabArena {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.buffer");

  private final int slabBytes;
  private final boolean direct;
  private final UseCounts counts;

  private WeakReference<Slab> slab = new WeakReference<>(null);

  @SuppressWarnings("UnusedVariable") // keeps the slab reachable
  private @Nullable Slab idle;

  private boolean made;
  private boolean closed;
  private int out;
  private long outBytes;

  SlabArena(int slabBytes, boolean direct, UseCounts counts) {
    this.slabBytes = slabBytes;
    this.direct = direct;
    this.counts = counts;
  }

  /** A view of that many bytes, or null without room for it. */
  synchronized @Nullable Lease take(int bytes) {
    Slab current = current();
    if (current == null) {
      return null;
    }
    int order = Slab.orderFor(bytes);
    int unit = current.take(order);
    if (unit < 0) {
      return null;
    }
    idle = null;
    out++;
    outBytes += Slab.bytesOf(order);
    counts.taken(Slab.bytesOf(order));
    return new OnceLease(current.view(unit, bytes), counts, () -> giveBack(current, unit, order));
  }

  private @Nullable Slab current() {
    Slab current = slab.get();
    return current != null || closed ? current : replace();
  }

  private @Nullable Slab replace() {
    if (made) {
      counts.lost(out, outBytes);
      counts.reserved(-slabBytes);
      out = 0;
      outBytes = 0;
    }
    try {
      Slab fresh = new Slab(slabBytes, direct);
      slab = new WeakReference<>(fresh);
      idle = fresh;
      made = true;
      counts.reserved(slabBytes);
      return fresh;
    } catch (OutOfMemoryError e) {
      // Another try would cost a full collection each time.
      closed = true;
      made = false;
      LOG.log(
          Level.WARNING,
          e,
          () ->
              "sendfile: no memory for a slab of "
                  + slabBytes
                  + " bytes; plain buffers are used instead. Lower slab-bytes, or raise "
                  + (direct ? "-XX:MaxDirectMemorySize" : "-Xmx"));
      return null;
    }
  }

  private synchronized void giveBack(Slab home, int unit, int order) {
    home.give(unit, order);
    out--;
    outBytes -= Slab.bytesOf(order);
    counts.returned(Slab.bytesOf(order));
    if (out == 0) {
      idle = closed ? null : home;
    }
  }

  /** Drops the slab, which only leases reference from now on. */
  synchronized void close() {
    closed = true;
    idle = null;
    if (made) {
      made = false;
      counts.reserved(-slabBytes);
    }
  }
}
