package io.sendfile.grizzly.filter;

import io.sendfile.grizzly.sockets.PolledSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.http.HttpResponsePacket;

/**
 * Sink for clear HTTP/1.1: once the header is out, the kernel moves the bytes from file to socket.
 * Grizzly writes nothing meanwhile, because the exchange stays open until the transfer has
 * finished.
 */
final class ZeroCopySink extends FilterChainSink {
  private final PolledSocket target;

  /** Bytes from the file; written by the one sending thread, read by any. */
  private final AtomicLong sent = new AtomicLong();

  /** Bytes from memory, likewise. */
  private final AtomicLong copied = new AtomicLong();

  /** It took less than it was offered: another system call would only confirm that. */
  private boolean full;

  ZeroCopySink(
      HeldRequest held,
      HttpResponsePacket response,
      FilterChainContext below,
      PolledSocket socket) {
    super(held, response, below, socket);
    target = socket;
  }

  @Override
  public long send(FileChannel file, long position, long count) throws IOException {
    if (busy() || full) {
      full = false;
      return 0;
    }
    long n = target.transfer(file, position, count);
    full = n < count;
    return count(n, sent);
  }

  @Override
  public long send(ByteBuffer bytes) throws IOException {
    return busy() ? 0 : count(target.channel().write(bytes), copied);
  }

  private static long count(long n, AtomicLong all) {
    all.lazySet(all.get() + n);
    return n;
  }

  @Override
  public long taken() {
    return super.taken() + sent.get() + copied.get();
  }

  @Override
  public long zeroCopied() {
    return sent.get();
  }
}
