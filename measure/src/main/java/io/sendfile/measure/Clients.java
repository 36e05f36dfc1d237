package io.sendfile.measure;

import java.io.IOException;
import java.net.InetSocketAddress;
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
}
