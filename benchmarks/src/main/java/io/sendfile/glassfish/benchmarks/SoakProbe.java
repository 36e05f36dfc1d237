package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Asks for something small, again and again, and notes how long that took. Thread-safe. */
final class SoakProbe {
  private static final Duration BETWEEN = Duration.ofMillis(50);

  private final int port;
  private final String target;
  private List<Double> millis = new ArrayList<>();

  private SoakProbe(int port, String target) {
    this.port = port;
    this.target = target;
  }

  /** Asks until the program ends. */
  static SoakProbe start(int port, String target) {
    SoakProbe probe = new SoakProbe(port, target);
    Thread thread = new Thread(probe::ask, "probe " + target);
    thread.setDaemon(true);
    thread.start();
    return probe;
  }

  private void ask() {
    while (true) {
      long begin = System.nanoTime();
      try (SoakWire wire = SoakWire.clear(port, 0)) {
        wire.ask(target, "");
        wire.read(Long.MAX_VALUE);
        note((System.nanoTime() - begin) / 1e6);
      } catch (IOException problem) {
        note(Double.POSITIVE_INFINITY);
      }
      ServerProcess.pause(BETWEEN);
    }
  }

  private synchronized void note(double time) {
    millis.add(time);
  }

  /** Latencies since the last call, milliseconds; infinite for no answer. */
  synchronized List<Double> take() {
    List<Double> taken = millis;
    millis = new ArrayList<>();
    return taken;
  }
}
