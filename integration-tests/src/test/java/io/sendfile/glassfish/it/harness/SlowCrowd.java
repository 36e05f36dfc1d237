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

/** Many clients on one thread that load the same file in clear, each at the same low rate. */
public final class SlowCrowd implements AutoCloseable {
  /** Clients of one address; it has 28,000 ports by Linux's defaults. */
  public static final int OF_AN_ADDRESS = 2_000;

  /** Requests that wait for their answers; GlassFish keeps 4,096 for its threads. */
  private static final int AT_A_TIME = 256;

  private static final int RECEIVE_BYTES = 32 << 10;
  private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final int port;
  private final byte[] request;
  private final byte[] file;
  private final List<SlowClient> clients = new ArrayList<>();
  private final ByteBuffer read;

  /**
   * A crowd at a clear listener of this machine, not there yet.
   *
   * @param bytesPerSecond of each client
   */
  public SlowCrowd(int port, String target, Path file, int bytesPerSecond) throws IOException {
    this.port = port;
    this.request = RawConnection.get(target).getBytes(StandardCharsets.US_ASCII);
    this.file = Files.readAllBytes(file);
    this.read = ByteBuffer.allocateDirect(bytesPerSecond);
  }

  /** Clients that request the file, and read the first byte of the answer. */
  public void join(int count) throws IOException {
    for (int i = 0; i < count; i += AT_A_TIME) {
      List<SlowClient> newcomers = request(Math.min(AT_A_TIME, count - i));
      for (SlowClient newcomer : newcomers) {
        newcomer.channel.read(ByteBuffer.allocate(1));
        newcomer.channel.configureBlocking(false);
      }
    }
  }

  private List<SlowClient> request(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      int address = 2 + clients.size() / OF_AN_ADDRESS;
      SocketChannel channel = SocketChannel.open();
      clients.add(new SlowClient(channel));
      channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BYTES);
      channel.bind(
          new InetSocketAddress(
              InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) address}), 0));
      channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.write(ByteBuffer.wrap(request));
    }
    return clients.subList(clients.size() - count, clients.size());
  }

  /** Lets each read once a second until all have the whole file, and fails if one has another. */
  public void readAll() throws IOException, InterruptedException {
    long round = System.nanoTime();
    for (boolean more = true; more; ) {
      more = false;
      for (SlowClient client : clients) {
        more |= !client.isDone() && client.read();
      }
      round += TimeUnit.SECONDS.toNanos(1);
      TimeUnit.NANOSECONDS.sleep(Math.max(0, round - System.nanoTime()));
    }
  }

  /** All leave, without a word where they have not read to the end. */
  @Override
  public void close() throws IOException {
    for (SlowClient client : clients) {
      client.channel.close();
    }
  }

  private final class SlowClient {
    private final SocketChannel channel;
    private int headEnds;
    private int position;

    SlowClient(SocketChannel channel) {
      this.channel = channel;
    }

    boolean isDone() {
      return position == file.length;
    }

    /** Reads for a second; false once it has all. */
    boolean read() throws IOException {
      read.clear();
      int count = channel.read(read);
      if (count < 0) {
        throw new AssertionError("ended after " + position + " bytes of the file");
      }
      read.flip();
      while (headEnds < END_OF_HEAD.length && read.hasRemaining()) {
        byte next = read.get();
        headEnds = next == END_OF_HEAD[headEnds] ? headEnds + 1 : next == '\r' ? 1 : 0;
      }
      int body = read.remaining();
      if (body > file.length - position || !read.equals(ByteBuffer.wrap(file, position, body))) {
        throw new AssertionError("other bytes from byte " + position + " on");
      }
      position += body;
      return !isDone();
    }
  }
}
