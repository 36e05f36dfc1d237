package io.sendfile.operations.history;

import io.sendfile.operations.history.Slots.DamagedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Intervals of one length in a ring of slots: each one overwrites the interval of the round before.
 * Not thread-safe.
 */
final class Series {
  private final Slots slots;
  private final long length;

  Series(Slots slots, Duration length) {
    this.slots = slots;
    this.length = length.toMillis();
  }

  /** Start of the interval that contains a moment. */
  long startOf(long at) {
    return Math.floorDiv(at, length) * length;
  }

  private int slotOf(long start) {
    return Math.floorMod(Math.floorDiv(start, length), slots.count());
  }

  /** The interval with this start; an empty one if it is missing. */
  Interval at(long start) throws IOException {
    Interval found = read(slotOf(start));
    return found == null || found.start() != start ? Interval.empty(start) : found;
  }

  private @Nullable Interval read(int slot) throws IOException {
    try {
      ByteBuffer form = slots.read(slot);
      return form == null ? null : IntervalForm.read(form);
    } catch (DamagedException e) {
      return null;
    }
  }

  /** Writes an interval, in place of the one with the same start. */
  void put(Interval interval) throws IOException {
    slots.write(slotOf(interval.start()), IntervalForm.write(interval));
  }

  /**
   * The records from the one with the moment {@code from} to the last before {@code to}, oldest
   * first.
   *
   * @param now the present, after which there is none
   */
  List<Interval> between(long from, long to, long now) throws IOException {
    long oldest = startOf(now) - (slots.count() - 1) * length;
    List<Interval> found = new ArrayList<>();
    for (long at = Math.max(oldest, startOf(from)); at < to && at <= now; at += length) {
      Interval interval = at(at);
      if (interval.millis() > 0) {
        found.add(interval);
      }
    }
    return found;
  }

  /** Result of reading all slots. */
  record Survey(long newest, int damaged) {}

  /** Reads all slots; the newest interval starts at {@link Long#MIN_VALUE} if there is none. */
  Survey survey() throws IOException {
    long newest = Long.MIN_VALUE;
    int damaged = 0;
    for (int slot = 0; slot < slots.count(); slot++) {
      try {
        ByteBuffer form = slots.read(slot);
        newest = form == null ? newest : Math.max(newest, form.getLong());
      } catch (DamagedException e) {
        damaged++;
      }
    }
    return new Survey(newest, damaged);
  }
}
