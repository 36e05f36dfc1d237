package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.transfer.TransferSink;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** A peer that takes everything once it is open, and nothing before. Thread-safe. */
final class DiscardingSink implements TransferSink {
  private final CompletableFuture<Outcome> end = new CompletableFuture<>();
  private final CompletableFuture<Runnable> waiter = new CompletableFuture<>();
  private final AtomicLong sent = new AtomicLong();
  private volatile boolean open;
  private volatile String sender = "";

  DiscardingSink(boolean open) {
    this.open = open;
  }

  @Override
  public long send(FileChannel file, long position, long count) {
    return open ? add(count) : 0;
  }

  @Override
  public long send(ByteBuffer bytes) {
    throw new AssertionError("there are no literal segments here");
  }

  private long add(long count) {
    sender = Thread.currentThread().getName();
    sent.addAndGet(count);
    return count;
  }

  @Override
  public boolean flushed() {
    return true;
  }

  @Override
  public long taken() {
    return sent.get();
  }

  @Override
  public long zeroCopied() {
    return 0;
  }

  @Override
  public boolean peerGone() {
    return false;
  }

  @Override
  public void awaitWritable(Runnable wakeUp) {
    waiter.complete(wakeUp);
  }

  @Override
  public void finish(Outcome outcome) {
    if (!end.complete(outcome)) {
      throw new AssertionError("finished twice");
    }
  }

  /** Waits until the peer was found full. */
  Runnable awaitFull() {
    return await(waiter);
  }

  /** Lets everything through from now on. */
  void open() {
    Runnable wakeUp = awaitFull();
    open = true;
    wakeUp.run();
  }

  /** Name of the thread that last sent something. */
  String sender() {
    return sender;
  }

  Outcome awaitEnd() {
    return await(end);
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(10, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new CompletionException(e);
    }
  }
}
