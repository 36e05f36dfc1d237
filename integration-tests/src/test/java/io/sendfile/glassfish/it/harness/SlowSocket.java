package io.sendfile.glassfish.it.harness;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A TCP connection read at a low, steady rate, like a slow line: the layer above it, perhaps TLS,
 * gets a few bytes at a time.
 */
public final class SlowSocket extends Socket {
  private static final int STEPS_PER_SECOND = 10;
  private static final int TIMEOUT_MILLIS = 120_000;

  private final AtomicLong received = new AtomicLong();
  private volatile int bytesPerSecond = Integer.MAX_VALUE;

  /**
   * Connects to a port of this machine, at full speed.
   *
   * @param receiveBuffer bytes. The kernel acknowledges in steps of such a buffer here, where a
   *     segment may be as large as 64 KiB
   */
  public static SlowSocket to(int port, int receiveBuffer) throws IOException {
    SlowSocket socket = new SlowSocket();
    socket.setReceiveBufferSize(receiveBuffer);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
    return socket;
  }

  /** Limits the rate from now on. */
  public SlowSocket slow(int newBytesPerSecond) {
    bytesPerSecond = newBytesPerSecond;
    return this;
  }

  /** Bytes received. */
  public long received() {
    return received.get();
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        int rate = bytesPerSecond;
        int step = Math.max(1, Math.min(length, rate / STEPS_PER_SECOND));
        int n = super.read(into, offset, step);
        received.addAndGet(Math.max(0, n));
        pause(rate, n);
        return n;
      }
    };
  }

  private static void pause(int rate, int bytes) throws IOException {
    if (rate == Integer.MAX_VALUE || bytes <= 0) {
      return;
    }
    try {
      Thread.sleep(1000L * bytes / rate);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
