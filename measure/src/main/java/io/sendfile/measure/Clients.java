package io.sendfile.measure;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A few clients that request the same file until closed, each on its own thread. */
final class Clients implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.measurement");
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final List<Client> clients = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final List<Samples> firstBytes = new ArrayList<>();
  private final LongAdder requests = new LongAdder();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean recording;
  private volatile boolean ending;

  /** Connects all clients, and starts them. */
  static Clients start(Load load, InetSocketAddress server) throws IOException {
    Clients all = new Clients();
    boolean begun = false;
    try {
      for (int i = 1; i <= load.clients(); i++) {
        all.add(new Client(server, load), "sendfile-measurement-client-" + i);
      }
      all.threads.forEach(Thread::start);
      begun = true;
      return all;
    } finally {
      if (!begun) {
        all.close();
      }
    }
  }

  private void add(Client client, String name) {
    Samples samples = new Samples();
    Thread thread = new Thread(() -> work(client, samples), name);
    thread.setDaemon(true);
    clients.add(client);
    firstBytes.add(samples);
    threads.add(thread);
  }

  private void work(Client client, Samples samples) {
    try {
      while (!ending) {
        long firstByte = client.get();
        requests.increment();
        if (recording) {
          samples.add(firstByte);
        }
      }
    } catch (IOException | RuntimeException e) {
      if (!ending) {
        failure.compareAndSet(null, e);
      }
    }
  }

  /** Files read so far, by all of them. */
  long requests() {
    return requests.sum();
  }

  /** Whether times to the first byte are recorded. */
  void record(boolean whether) {
    recording = whether;
  }

  /** The failure that ended one of them early; null if there was none. */
  @Nullable Throwable failure() {
    return failure.get();
  }

  /** The recorded times, nanoseconds, sorted; available once closed. */
  long[] firstBytes() {
    return Samples.sorted(firstBytes);
  }

  /** Lets each finish its file, or cuts it off when that takes too long. */
  @Override
  public void close() {
    ending = true;
    SendingThreads.awaitEnd(threads, GRACE);
    for (Client client : clients) {
      try {
        client.close();
      } catch (IOException e) {
        LOG.log(Level.FINE, "closing a connection", e);
      }
    }
    SendingThreads.awaitEnd(threads, GRACE);
  }

  /** A connection that requests one file again and again, and reads all of it. For one thread. */
  private static final class Client implements AutoCloseable {
    private static final int DEADLINE_MILLIS = 10_000;
    private static final int ROOM = 64 << 10;

    private final Socket socket = new Socket();
    private final byte[] request;
    private final Load load;
    private final byte[] room = new byte[ROOM];

    /** Number of filled bytes of {@link #room}. */
    private int filled;

    /** Connects. */
    Client(InetSocketAddress server, Load load) throws IOException {
      this.load = load;
      this.request =
          ("GET /" + load.file() + " HTTP/1.1\r\nHost: measurement\r\n\r\n").getBytes(ISO_8859_1);
      try {
        socket.setSoTimeout(DEADLINE_MILLIS);
        socket.setTcpNoDelay(true);
        socket.connect(server, DEADLINE_MILLIS);
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    }

    /**
     * Downloads the file once.
     *
     * @return nanoseconds to its first byte
     * @throws IOException if the response is not the whole file
     */
    long get() throws IOException {
      long began = System.nanoTime();
      socket.getOutputStream().write(request);
      InputStream in = socket.getInputStream();
      filled = 0;
      int head = readHead(in);
      requireFile(new String(room, 0, head, ISO_8859_1));
      int body = filled > head ? filled - head : read(in, 0);
      long firstByte = System.nanoTime() - began;
      while (body < load.fileBytes()) {
        body += read(in, 0);
      }
      if (body != load.fileBytes()) {
        throw new IOException("more than the file was sent");
      }
      return firstByte;
    }

    /** The length of the header section, with the empty line. */
    private int readHead(InputStream in) throws IOException {
      int seen = 0;
      while (true) {
        filled += read(in, filled);
        for (; seen + 4 <= filled; seen++) {
          if (room[seen] == '\r' && room[seen + 2] == '\r' && room[seen + 3] == '\n') {
            return seen + 4;
          }
        }
        if (filled == room.length) {
          throw new IOException("the header of the response is longer than " + ROOM + " bytes");
        }
      }
    }

    private int read(InputStream in, int from) throws IOException {
      int read = in.read(room, from, room.length - from);
      if (read < 0) {
        throw new EOFException("the connection was closed before the end of the file");
      }
      return read;
    }

    private void requireFile(String head) throws IOException {
      if (!head.startsWith("HTTP/1.1 200 ")
          || !head.contains("\r\nContent-Length: " + load.fileBytes() + "\r\n")) {
        throw new IOException(
            "the response was not a file of "
                + load.fileBytes()
                + " bytes but \""
                + head.lines().findFirst().orElse("")
                + "\"");
      }
    }

    /** Closes it, on any thread; {@link #get} fails then. */
    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
