package io.sendfile.glassfish.it.clients;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.RawConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that download one file after the other, each on its own connection, and resume nothing.
 */
final class Downloaders {
  private final int port;
  private final String target;
  private final Path file;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicInteger[] whole;
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean over;

  /** Clients that have begun. */
  Downloaders(int number, int port, String target, Path file) {
    this.port = port;
    this.target = target;
    this.file = file;
    this.whole = new AtomicInteger[number];
    for (int i = 0; i < number; i++) {
      AtomicInteger count = new AtomicInteger();
      whole[i] = count;
      Thread thread = new Thread(() -> download(count), "downloader-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  private void download(AtomicInteger count) {
    while (!over) {
      try (RawConnection connection = RawConnection.to(port)) {
        Answer answer = connection.ask(target);
        answer.hasStatus(200).isFile(file);
        count.incrementAndGet();
      } catch (IOException | AssertionError e) {
        failures.add(e.toString());
      }
    }
  }

  /** Whole files with the right bytes, by client. */
  List<Integer> whole() {
    return Arrays.stream(whole).map(AtomicInteger::get).toList();
  }

  /** Downloads that failed in any way. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  /** Lets each client finish its present download. */
  void finish() throws InterruptedException {
    over = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
