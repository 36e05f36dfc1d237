package io.sendfile.glassfish.console.app;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The samples of the last while, the oldest first. Thread-safe. */
final class History {
  private final long millis;
  private final Deque<Sample> samples = new ArrayDeque<>();

  History(Duration length) {
    this.millis = length.toMillis();
  }

  /** Adds one, and drops those that are too old by then. */
  synchronized void add(Sample sample) {
    samples.addLast(sample);
    while (samples.getFirst().at() < sample.at() - millis) {
      samples.removeFirst();
    }
  }

  /** Those after this moment, and the one before them, which their rates are counted from. */
  synchronized List<Sample> since(long at) {
    List<Sample> all = List.copyOf(samples);
    int first = 0;
    while (first < all.size() && all.get(first).at() <= at) {
      first++;
    }
    return all.subList(Math.max(0, first - 1), all.size());
  }
}
