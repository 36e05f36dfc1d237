package io.sendfile.glassfish.console.app;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Recent samples, oldest first. Thread-safe. */
final class History {
  private final long millis;
  private final Deque<Sample> samples = new ArrayDeque<>();

  History(Duration length) {
    this.millis = length.toMillis();
  }

  /** Adds a sample, and drops old ones. */
  synchronized void add(Sample sample) {
    samples.addLast(sample);
    while (samples.getFirst().at() < sample.at() - millis) {
      samples.removeFirst();
    }
  }

  /** Samples after this time, and the one before them, as the base of their rates. */
  synchronized List<Sample> since(long at) {
    List<Sample> all = List.copyOf(samples);
    int first = 0;
    while (first < all.size() && all.get(first).at() <= at) {
      first++;
    }
    return all.subList(Math.max(0, first - 1), all.size());
  }
}
