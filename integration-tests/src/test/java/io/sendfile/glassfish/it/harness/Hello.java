package io.sendfile.glassfish.it.harness;

import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Requests a few bytes over TLS, ten times a second at most, on new connections. */
public final class Hello implements AutoCloseable {
  private static final long PAUSE_MILLIS = 100;
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final List<Duration> times = new ArrayList<>();
  private final Future<?> asking;
  private volatile boolean closed;

  /** Begins requests to a TLS listener of this machine. */
  public Hello(int port) {
    asking = thread.submit(() -> ask(port));
  }

  private Void ask(int port) throws Exception {
    while (!closed) {
      long start = System.nanoTime();
      try (Socket wire = Http2Way.connect(port);
          RawConnection connection = RawConnection.over(Http2Way.secure(wire, "http/1.1"))) {
        connection.ask("/it/hello").hasStatus(200);
      }
      synchronized (times) {
        times.add(Duration.ofNanos(System.nanoTime() - start));
      }
      Thread.sleep(PAUSE_MILLIS);
    }
    return null;
  }

  /** Response times until now, handshakes included. */
  public String told() {
    synchronized (times) {
      List<Duration> sorted = times.stream().sorted().toList();
      long late = sorted.stream().filter(time -> time.toSeconds() > 0).count();
      return "hello: %d answers, median %d ms, p99 %d ms, longest %d ms, %d above a second"
          .formatted(
              sorted.size(),
              sorted.get(sorted.size() / 2).toMillis(),
              sorted.get(sorted.size() * 99 / 100).toMillis(),
              sorted.get(sorted.size() - 1).toMillis(),
              late);
    }
  }

  /** Fails if a request had no response. */
  @Override
  public void close() {
    closed = true;
    thread.shutdown();
    Await.until("hello is answered", DEADLINE, asking::isDone);
    join();
  }

  private void join() {
    try {
      asking.get();
    } catch (ExecutionException e) {
      throw new AssertionError("hello was not answered", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
