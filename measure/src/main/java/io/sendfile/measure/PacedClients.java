package io.sendfile.measure;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Many clients, each of which reads one download at the pace of its load, all on one thread. */
final class PacedClients implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.measurement");
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final long TICK_MILLIS = 20;
  private static final int ROOM = 128 << 10;

  /** Small beside the bytes of a round, so that the server has to keep up. */
  private static final int RECEIVE_BUFFER = 16 << 10;

  private static final byte[] STATUS = "HTTP/1.1 200 ".getBytes(ISO_8859_1);

  private final Load load;
  private final List<Client> clients = new ArrayList<>();
  private final ByteBuffer room = ByteBuffer.allocateDirect(ROOM);
  private final CountDownLatch ending = new CountDownLatch(1);
  private final Thread thread = new Thread(this::work, "sendfile-measurement-clients");
  private @Nullable Throwable failure;

  private record Client(SocketChannel channel, ReadingPace pace) {}

  private PacedClients(Load load) {
    this.load = load;
    thread.setDaemon(true);
  }

  /** Connects all clients, and starts their thread. */
  static PacedClients start(Load load, InetSocketAddress server) throws IOException {
    PacedClients all = new PacedClients(load);
    boolean begun = false;
    try {
      for (int i = 0; i < load.clients(); i++) {
        all.connect(server);
      }
      all.thread.start();
      begun = true;
      return all;
    } finally {
      if (!begun) {
        all.close();
      }
    }
  }

  private void connect(InetSocketAddress server) throws IOException {
    SocketChannel channel = SocketChannel.open();
    clients.add(new Client(channel, new ReadingPace(load.bytesPerSecond(), System.nanoTime())));
    channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
    channel.connect(server);
    String request = "GET /" + load.file() + " HTTP/1.1\r\nHost: measurement\r\n\r\n";
    channel.write(ByteBuffer.wrap(request.getBytes(ISO_8859_1)));
    channel.configureBlocking(false);
  }

  private void work() {
    try {
      do {
        for (Client client : clients) {
          synchronized (this) {
            read(client);
          }
        }
      } while (!ending.await(TICK_MILLIS, TimeUnit.MILLISECONDS));
    } catch (IOException | RuntimeException e) {
      fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void fail(Throwable e) {
    failure = e;
  }

  private void read(Client client) throws IOException {
    room.clear().limit(Math.min(ROOM, client.pace.allowed(System.nanoTime())));
    if (!room.hasRemaining()) {
      return;
    }
    boolean first = client.pace.isUnused();
    int read = client.channel.read(room);
    if (read < 0) {
      throw new EOFException("the connection was closed before the end of the file");
    }
    if (read > 0) {
      if (first && room.flip().mismatch(ByteBuffer.wrap(STATUS)) < STATUS.length) {
        throw new IOException("the response was not a file");
      }
      client.pace.read(read, System.nanoTime());
    }
  }

  /** Restarts the record of all clients. */
  synchronized void begin() {
    long now = System.nanoTime();
    clients.forEach(client -> client.pace.begin(now));
  }

  /**
   * The record of all clients.
   *
   * @throws IOException if one of them failed
   */
  synchronized Progress progress() throws IOException {
    if (failure != null) {
      throw new IOException("a client failed: " + failure.getMessage(), failure);
    }
    long now = System.nanoTime();
    return Progress.of(clients.stream().map(Client::pace).toList(), now);
  }

  /** Ends the thread, and cuts all downloads off. */
  @Override
  public void close() {
    ending.countDown();
    SendingThreads.awaitEnd(List.of(thread), GRACE);
    for (Client client : clients) {
      try {
        client.channel.close();
      } catch (IOException e) {
        LOG.log(Level.FINE, "closing a connection", e);
      }
    }
  }

  /**
   * Progress of clients that read at a pace.
   *
   * @param bytes read by all
   * @param lowestShare of its pace, of the client that got least; from 0 to 1
   * @param longestPauseNanos 99th percentile over the clients of the longest time without a byte
   */
  record Progress(long bytes, double lowestShare, long longestPauseNanos) {
    private static final double MOST = 0.99;

    /** The sum of at least one client. */
    static Progress of(List<ReadingPace> clients, long nanoTime) {
      return new Progress(
          clients.stream().mapToLong(ReadingPace::bytes).sum(),
          clients.stream().mapToDouble(pace -> pace.share(nanoTime)).min().orElse(0),
          Samples.percentile(
              clients.stream().mapToLong(pace -> pace.longestPause(nanoTime)).sorted().toArray(),
              MOST));
    }
  }
}
