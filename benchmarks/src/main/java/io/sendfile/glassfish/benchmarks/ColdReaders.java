package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that download a file each, over and over, until they are closed. Thread-safe. */
final class ColdReaders implements AutoCloseable {
  private static final int STEP = 1 << 14;

  private final AtomicLong bytes = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  /** Clients of these files, which have begun when this returns. */
  static ColdReaders start(Contestant contestant, List<BenchFile> files) {
    ColdReaders readers = new ColdReaders();
    for (BenchFile file : files) {
      Thread thread =
          new Thread(() -> readers.read(contestant.port(), contestant.target(file)), file.name());
      thread.setDaemon(true);
      readers.threads.add(thread);
      thread.start();
    }
    return readers;
  }

  private void read(int port, String target) {
    while (!closed) {
      try (SoakWire wire = SoakWire.clear(port, 0)) {
        int status = wire.ask(target, "");
        if (status != 200) {
          throw new IllegalStateException(target + " was answered by " + status);
        }
        while (wire.left() > 0 && !closed) {
          long before = wire.left();
          wire.read(STEP);
          bytes.addAndGet(before - wire.left());
        }
      } catch (IOException e) {
        throw new IllegalStateException(target + " broke off", e);
      }
    }
  }

  /** Bytes of bodies received by all until now. */
  long bytes() {
    return bytes.get();
  }

  /** Breaks off all downloads, and returns when that is done. */
  @Override
  public void close() {
    closed = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted", e);
    }
  }
}
