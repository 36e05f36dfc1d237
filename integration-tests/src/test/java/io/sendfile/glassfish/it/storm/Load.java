package io.sendfile.glassfish.it.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that download a file again and again, each for about a second: over every protocol at a
 * rate that the application sets, and one slow reader. Every byte is checked.
 */
final class Load implements AutoCloseable {
  private static final int SECONDS = 60;
  private static final long BYTES_PER_SECOND = 3_000_000;
  private static final long READ_NANOS = 20_000_000;

  private final Path file;
  private final int[] slowPorts;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> clients = new ArrayList<>();
  private final AtomicInteger downloads = new AtomicInteger();
  private volatile boolean running;

  /** Clients that start with {@link #resume}; the slow ones use these clear ports. */
  Load(Path file, int... slowPorts) {
    this.file = file;
    this.slowPorts = slowPorts.clone();
  }

  /** Begins, or continues, with new connections. */
  void resume() {
    running = true;
    for (Browser browser : Browser.values()) {
      browser.forgetConnections();
      begin(() -> download(browser));
      begin(() -> download(browser));
    }
    for (int port : slowPorts) {
      begin(() -> downloadSlowly(port));
    }
  }

  private void begin(Callable<?> download) {
    clients.add(
        threads.submit(
            () -> {
              while (running) {
                download.call();
                downloads.incrementAndGet();
              }
              return downloads;
            }));
  }

  private Object download(Browser browser) throws IOException {
    String rate = "header:X-Accel-Limit-Rate=" + BYTES_PER_SECOND;
    return browser.ask(Play.steps("sendfile:" + TestFiles.value(file), rate)).isFile(file);
  }

  private Object downloadSlowly(int port) throws IOException {
    try (RawConnection connection = RawConnection.withSmallBuffer(port, 64 << 10)) {
      connection.send(RawConnection.get(Play.steps("sendfile:" + TestFiles.value(file))));
      ByteArrayOutputStream body = new SlowReader();
      connection.body(connection.head(), body);
      assertThat(TestFiles.digest(body.toByteArray())).isEqualTo(TestFiles.digest(file));
      return body;
    }
  }

  /** Reads slowly, block by block. */
  private static final class SlowReader extends ByteArrayOutputStream {
    @Override
    public synchronized void write(byte[] bytes, int offset, int count) {
      super.write(bytes, offset, count);
      LockSupport.parkNanos(READ_NANOS);
    }
  }

  /** Fails if a download has failed. */
  void check() throws Exception {
    for (Future<?> client : clients) {
      if (client.isDone()) {
        ended(client);
      }
    }
  }

  /** Lets all downloads finish, and starts none; fails if one has failed. */
  void pause() throws Exception {
    running = false;
    for (Future<?> client : clients) {
      ended(client);
    }
    clients.clear();
  }

  private static void ended(Future<?> client) throws Exception {
    try {
      client.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("a download under changes", e);
    }
  }

  /** Number of correct downloads. */
  int downloads() {
    return downloads.get();
  }

  @Override
  public void close() {
    running = false;
    threads.shutdownNow();
  }
}
