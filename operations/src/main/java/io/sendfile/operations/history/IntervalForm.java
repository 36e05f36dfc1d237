package io.sendfile.operations.history;

import io.sendfile.core.stats.Distribution;
import io.sendfile.spi.Outcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * An interval as a fixed number of bytes. Counts of transfers are exact up to 2<sup>32</sup>; those
 * of the classes of a distribution have eleven significant bits, which moves a percentile by less
 * than a class is wide. Outcomes have the order of their type, where new ones come last.
 */
final class IntervalForm {
  private static final int CLASSES = Distribution.NONE.counts().size();

  /** Room for outcomes to come. */
  private static final int MOST_OUTCOMES = 12;

  private static final int SIGNIFICANT_BITS = 11;
  private static final int MOST_SHIFT = 31;

  /** Length of the form. */
  static final int BYTES =
      3 * Long.BYTES
          + Integer.BYTES * (2 + MOST_OUTCOMES)
          + 2 * (Long.BYTES + Integer.BYTES)
          + Long.BYTES
          + Short.BYTES * CLASSES;

  private IntervalForm() {}

  static ByteBuffer write(Interval interval) {
    ByteBuffer form = ByteBuffer.allocate(BYTES);
    form.putLong(interval.start()).putLong(interval.millis()).putLong(interval.bytes());
    putCount(form, interval.started());
    putCount(form, interval.refused());
    Outcome[] outcomes = Outcome.values();
    for (int i = 0; i < MOST_OUTCOMES; i++) {
      putCount(form, i < outcomes.length ? interval.ended(outcomes[i]) : 0);
    }
    putConcurrency(form, interval.active());
    putConcurrency(form, interval.waiting());
    form.putLong(interval.firstByteNanos().sum());
    interval.firstByteNanos().counts().forEach(n -> form.putShort(pack(n)));
    return form.flip();
  }

  static Interval read(ByteBuffer form) {
    long start = form.getLong();
    long millis = form.getLong();
    long bytes = form.getLong();
    long started = count(form);
    long refused = count(form);
    Map<Outcome, Long> ended = new EnumMap<>(Outcome.class);
    Outcome[] outcomes = Outcome.values();
    for (int i = 0; i < MOST_OUTCOMES; i++) {
      long n = count(form);
      if (i < outcomes.length) {
        ended.put(outcomes[i], n);
      }
    }
    Concurrency active = concurrency(form);
    Concurrency waiting = concurrency(form);
    return new Interval(
        start, millis, bytes, started, ended, refused, active, waiting, distribution(form));
  }

  private static void putCount(ByteBuffer form, long n) {
    form.putInt((int) Math.min(n, 0xFFFF_FFFFL));
  }

  private static long count(ByteBuffer form) {
    return Integer.toUnsignedLong(form.getInt());
  }

  private static void putConcurrency(ByteBuffer form, Concurrency concurrency) {
    form.putLong(concurrency.transferMillis());
    putCount(form, concurrency.most());
  }

  private static Concurrency concurrency(ByteBuffer form) {
    return new Concurrency(form.getLong(), count(form));
  }

  private static Distribution distribution(ByteBuffer form) {
    long sum = form.getLong();
    List<Long> counts = new ArrayList<>(CLASSES);
    for (int i = 0; i < CLASSES; i++) {
      counts.add(unpack(form.getShort()));
    }
    return new Distribution(counts, sum);
  }

  /** Five bits of a shift, then the significant bits. */
  static short pack(long n) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(n) - SIGNIFICANT_BITS);
    return shift > MOST_SHIFT ? -1 : (short) (shift << SIGNIFICANT_BITS | n >>> shift);
  }

  static long unpack(short packed) {
    int bits = Short.toUnsignedInt(packed);
    return (long) (bits & (1 << SIGNIFICANT_BITS) - 1) << (bits >>> SIGNIFICANT_BITS);
  }
}
