package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The clients of a soak, each on a thread of its own, until they are told to stop. Thread-safe. */
final class SoakCrowd implements AutoCloseable {
  private static final int LONGEST_PAUSE_MILLIS = 300;

  private final SoakServer server;
  private final Consumer<String> problems;
  private final Map<SoakClient, AtomicLong> visits = new EnumMap<>(SoakClient.class);
  private final Map<SoakClient, AtomicLong> failures = new EnumMap<>(SoakClient.class);
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /** A crowd that has not come yet. */
  SoakCrowd(SoakServer server, Consumer<String> problems) {
    this.server = server;
    this.problems = problems;
    for (SoakClient kind : SoakClient.values()) {
      visits.put(kind, new AtomicLong());
      failures.put(kind, new AtomicLong());
    }
  }

  void come(Random seeds) {
    for (SoakClient kind : SoakClient.values()) {
      for (int i = 0; i < kind.number(); i++) {
        Random random = new Random(seeds.nextLong());
        Thread thread = new Thread(() -> visitUntilStopped(kind, random), "client " + kind);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
      }
    }
  }

  private void visitUntilStopped(SoakClient kind, Random random) {
    while (!stopped) {
      try {
        kind.visit(server, random);
        count(visits, kind);
      } catch (IOException | RuntimeException problem) {
        if (!stopped) {
          count(failures, kind);
          problems.accept(kind + ": " + problem);
        }
      }
      ServerProcess.pause(Duration.ofMillis(random.nextInt(LONGEST_PAUSE_MILLIS)));
    }
  }

  private static void count(Map<SoakClient, AtomicLong> counters, SoakClient kind) {
    counters.getOrDefault(kind, new AtomicLong()).incrementAndGet();
  }

  /** Visits that went as they should, by kind. */
  long visits(SoakClient kind) {
    return visits.getOrDefault(kind, new AtomicLong()).get();
  }

  /** Visits with an answer that the client may not expect, by kind. */
  long failures(SoakClient kind) {
    return failures.getOrDefault(kind, new AtomicLong()).get();
  }

  /** Lets no client come again; those that are there end with the program. */
  @Override
  public void close() {
    stopped = true;
  }
}
