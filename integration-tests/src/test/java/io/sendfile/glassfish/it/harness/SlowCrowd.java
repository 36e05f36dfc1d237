package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/** Many clients on one thread that load the same file, each at the same low rate. */
public final class SlowCrowd implements AutoCloseable {
  /** Clients of one address; it has 28,000 ports by Linux's defaults. */
  public static final int OF_AN_ADDRESS = 2_000;

  /** Requests that wait for their answers; GlassFish keeps 4,096 for its threads. */
  private static final int AT_A_TIME = 256;

  private static final int RECEIVE_BYTES = 32 << 10;
  private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** Room for a record of TLS. */
  private static final int READ_BYTES = 20_000;

  private final int port;
  private final byte[] request;
  private final byte[] file;
  private final int bytesPerSecond;

  /** Of clients that speak TLS; null in clear. */
  private final SSLContext context;

  private final List<SlowClient> clients = new ArrayList<>();
  private final ByteBuffer read = ByteBuffer.allocateDirect(READ_BYTES);

  /**
   * A crowd at a listener of this machine, not there yet.
   *
   * @param bytesPerSecond of each client
   * @param secure whether they speak TLS, each after a whole handshake
   */
  public SlowCrowd(int port, String target, Path file, int bytesPerSecond, boolean secure)
      throws IOException {
    this.port = port;
    this.request = RawConnection.get(target).getBytes(StandardCharsets.US_ASCII);
    this.file = Files.readAllBytes(file);
    this.bytesPerSecond = bytesPerSecond;
    this.context = secure ? Browser.trusting() : null;
  }

  /** Clients that request the file, and read the first bytes of the answer. */
  public void join(int count) throws IOException {
    for (int i = 0; i < count; i += AT_A_TIME) {
      List<SlowClient> newcomers = request(Math.min(AT_A_TIME, count - i));
      for (SlowClient newcomer : newcomers) {
        newcomer.readFirst();
      }
    }
  }

  private List<SlowClient> request(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      int address = 2 + clients.size() / OF_AN_ADDRESS;
      SocketChannel channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
      channel.bind(
          new InetSocketAddress(
              InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) address}), 0));
      channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      SlowWire wire =
          context == null ? SlowWire.clear(channel) : SlowWire.secured(channel, context);
      clients.add(new SlowClient(wire));
      wire.write(ByteBuffer.wrap(request));
    }
    return clients.subList(clients.size() - count, clients.size());
  }

  /** Lets each read once a second until all have the whole file, and fails if one has another. */
  public void readAll() throws IOException, InterruptedException {
    long round = System.nanoTime();
    for (boolean more = true; more; ) {
      more = false;
      for (SlowClient client : clients) {
        more |= !client.isDone() && client.readOn();
      }
      round += TimeUnit.SECONDS.toNanos(1);
      TimeUnit.NANOSECONDS.sleep(Math.max(0, round - System.nanoTime()));
    }
  }

  /** All leave, without a word where they have not read to the end. */
  @Override
  public void close() throws IOException {
    for (SlowClient client : clients) {
      client.wire.close();
    }
  }

  private final class SlowClient {
    private final SlowWire wire;
    private int headEnds;
    private int position;

    /** Bytes that it may still read now; below 0 after a record of TLS that was longer. */
    private int allowed;

    SlowClient(SlowWire wire) {
      this.wire = wire;
    }

    boolean isDone() {
      return position == file.length;
    }

    /** Waits for the begin of the response. */
    void readFirst() throws IOException {
      while (!readSome(1)) {
        // A ticket of TLS has come.
      }
      wire.blocksNoMore();
    }

    /** Reads for a second; false once it has all, when the server may end the connection. */
    boolean readOn() throws IOException {
      allowed += bytesPerSecond;
      while (allowed > 0 && !isDone() && readSome(allowed)) {
        // There may be more.
      }
      allowed = Math.min(allowed, 0);
      return !isDone();
    }

    private boolean readSome(int most) throws IOException {
      read.clear().limit(context == null ? Math.min(READ_BYTES, most) : READ_BYTES);
      int count = wire.read(read);
      allowed -= count;
      check(read.flip());
      return count > 0;
    }

    private void check(ByteBuffer bytes) {
      while (headEnds < END_OF_HEAD.length && bytes.hasRemaining()) {
        byte next = bytes.get();
        headEnds = next == END_OF_HEAD[headEnds] ? headEnds + 1 : next == '\r' ? 1 : 0;
      }
      int body = bytes.remaining();
      if (body > file.length - position || !bytes.equals(ByteBuffer.wrap(file, position, body))) {
        throw new AssertionError("other bytes from byte " + position + " on");
      }
      position += body;
    }
  }
}
