package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.spi.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpResponsePacket;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Clear HTTP/1.1: once the header is out, the kernel moves the bytes from file to socket. Grizzly
 * writes nothing meanwhile, because the exchange stays open until the transfer has finished.
 */
final class ZeroCopySink extends HeadSink {
  private final NIOConnection connection;
  private final SocketChannel socket;
  private final WritePoller poller;

  /** Written by the one thread that sends, read by any. */
  private final AtomicLong sent = new AtomicLong();

  ZeroCopySink(
      HeldRequest held,
      HttpResponsePacket response,
      FilterChainContext below,
      NIOConnection connection,
      WritePoller poller) {
    super(held, response, below);
    this.connection = connection;
    this.socket = (SocketChannel) connection.getChannel();
    this.poller = poller;
  }

  @Override
  public long send(FileChannel file, long position, long count) throws IOException {
    return busy() ? 0 : count(poller.guard().transfer(file, position, count, socket));
  }

  @Override
  public long send(ByteBuffer bytes) throws IOException {
    return busy() ? 0 : count(socket.write(bytes));
  }

  private long count(long n) {
    sent.lazySet(sent.get() + n);
    return n;
  }

  @Override
  public long taken() {
    return super.taken() + sent.get();
  }

  @Override
  public long zeroCopied() {
    return sent.get();
  }

  @Override
  void awaitSocket(Runnable wakeUp) {
    if (poller.await(socket, wakeUp)) {
      CloseListener<Closeable, CloseType> forget = (closed, type) -> poller.forget(socket);
      connection.addCloseListener(forget);
    }
  }

  @Override
  public void finish(Outcome outcome) {
    try {
      poller.release(socket);
    } finally {
      super.finish(outcome);
    }
  }
}
