package io.sendfile.core.transfer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sendfile.core.content.Literal;
import io.sendfile.core.files.OpenFile;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.SendAlgorithm.Burst;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Two threads that act upon one transfer at the same time, and the rest of its life after them. */
final class Meeting {
  private static final int MOST_STEPS = 20;

  final Peer peer = new Peer();
  final Transfer transfer;
  private final Services services = new Services();

  Meeting(Downloads downloads, OpenFile file, Burst burst) {
    ByteBuffer content = ByteBuffer.wrap("content".getBytes(US_ASCII));
    Body body = new Body(file, List.of(new Literal(content)));
    transfer = downloads.transfer(body, file, peer, progress -> burst, Downloads.STALL);
    transfer.attach(services);
    services.turns.set(1);
  }

  /** Its peer has taken nothing in a turn, and the transfer waits for it. */
  Meeting whosePeerIsFull() {
    peer.isFull();
    takeTurn();
    check(transfer.state() == TransferState.WAITING_PEER, "waits for its peer");
    return this;
  }

  /** A worker uses the turn that was granted. */
  void takeTurn() {
    check(services.turns.getAndDecrement() == 1, "one turn was granted");
    transfer.turn();
  }

  /** Lets both act at the same time, then the transfer go on, by what it has asked for. */
  void of(Runnable one, Runnable other) {
    Thread second = new Thread(other);
    second.start();
    one.run();
    join(second);
    peer.becomesWritable();
    int steps = MOST_STEPS;
    while (steps > 0 && goesOn()) {
      steps--;
    }
    check(transfer.state() == TransferState.FINISHED, "is over, not " + transfer.state());
    check(peer.ends.get() == 1, "lets go of its peer once, not " + peer.ends);
    check(services.ends.get() == 1, "tells of its end once, not " + services.ends);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean goesOn() {
    if (services.turns.get() > 0) {
      takeTurn();
      return true;
    }
    return peer.wake();
  }

  private static void check(boolean holds, String expectation) {
    if (!holds) {
      throw new IllegalStateException("expected: the transfer " + expectation);
    }
  }

  /** A peer that takes all or nothing. */
  static final class Peer implements TransferSink {
    private final AtomicInteger ends = new AtomicInteger();
    private final AtomicReference<@Nullable Runnable> waiting = new AtomicReference<>();
    private volatile boolean full;
    private volatile long taken;

    void isFull() {
      full = true;
    }

    void becomesWritable() {
      full = false;
      wake();
    }

    private boolean wake() {
      Runnable wakeUp = waiting.getAndSet(null);
      if (wakeUp != null) {
        wakeUp.run();
      }
      return wakeUp != null;
    }

    @Override
    public long send(FileChannel channel, long position, long count) {
      throw new IllegalStateException("the body has no bytes of a file");
    }

    @Override
    public long send(ByteBuffer bytes) {
      int count = full ? 0 : bytes.remaining();
      bytes.position(bytes.position() + count);
      taken += count;
      return count;
    }

    @Override
    public boolean flushed() {
      return true;
    }

    @Override
    public long taken() {
      return taken;
    }

    @Override
    public long zeroCopied() {
      return 0;
    }

    @Override
    public void awaitWritable(Runnable wakeUp) {
      waiting.set(wakeUp);
      if (!full) {
        wake();
      }
    }

    @Override
    public boolean peerGone() {
      return false;
    }

    @Override
    public void finish(Outcome outcome) {
      ends.incrementAndGet();
    }
  }

  private static final class Services implements SchedulerServices {
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();

    @Override
    public void grantTurn(Transfer transfer) {
      turns.incrementAndGet();
    }

    @Override
    public void after(long nanos, Runnable action) {}

    @Override
    public void finished(
        Transfer transfer,
        @Nullable UnsentBytes left,
        Outcome outcome,
        long firstByteNanos,
        long nanos) {
      ends.incrementAndGet();
    }
  }
}
