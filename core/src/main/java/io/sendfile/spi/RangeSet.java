package io.sendfile.spi;

import java.util.Arrays;
import java.util.StringJoiner;

/** A set of positions in a file, as disjoint spans in ascending order. Immutable. */
public final class RangeSet {
  /** No positions. */
  public static final RangeSet NONE = new RangeSet(new long[0]);

  /** First position and the one after the last, of each span. */
  private final long[] bounds;

  private RangeSet(long[] bounds) {
    this.bounds = bounds;
  }

  /**
   * A copy with the positions from {@code start} up to, not including, {@code end}.
   *
   * @throws IllegalArgumentException if {@code start} is negative or beyond {@code end}
   */
  public RangeSet with(long start, long end) {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("no span: " + start + " to " + end);
    }
    if (start == end) {
      return this;
    }
    int before = 0;
    while (before < bounds.length && bounds[before + 1] < start) {
      before += 2;
    }
    int after = before;
    while (after < bounds.length && bounds[after] <= end) {
      after += 2;
    }
    boolean touches = after > before;
    long[] merged = new long[bounds.length - (after - before) + 2];
    System.arraycopy(bounds, 0, merged, 0, before);
    merged[before] = touches ? Math.min(start, bounds[before]) : start;
    merged[before + 1] = touches ? Math.max(end, bounds[after - 1]) : end;
    System.arraycopy(bounds, after, merged, before + 2, bounds.length - after);
    return new RangeSet(merged);
  }

  /** A copy with the largest spans alone, if there are more than so many. */
  public RangeSet largest(int most) {
    RangeSet left = this;
    while (left.count() > most) {
      int smallest = 0;
      for (int i = 2; i < left.bounds.length; i += 2) {
        smallest = left.length(i) < left.length(smallest) ? i : smallest;
      }
      long[] others = new long[left.bounds.length - 2];
      System.arraycopy(left.bounds, 0, others, 0, smallest);
      System.arraycopy(left.bounds, smallest + 2, others, smallest, others.length - smallest);
      left = new RangeSet(others);
    }
    return left;
  }

  private long length(int index) {
    return bounds[index + 1] - bounds[index];
  }

  /** Number of spans. */
  public int count() {
    return bounds.length / 2;
  }

  /** Whether it covers a whole file of that size. */
  public boolean cover(long size) {
    return size == 0 || (count() > 0 && bounds[0] == 0 && bounds[1] >= size);
  }

  /** Text like {@code 0-60,80-100}: the first position and the one after the last, of each span. */
  public String text() {
    StringJoiner text = new StringJoiner(",");
    for (int i = 0; i < bounds.length; i += 2) {
      text.add(bounds[i] + "-" + bounds[i + 1]);
    }
    return text.toString();
  }

  /**
   * Parses {@link #text}.
   *
   * @throws IllegalArgumentException for any other text
   */
  public static RangeSet read(String text) {
    RangeSet spans = NONE;
    for (String span : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int dash = span.indexOf('-');
      if (dash < 0) {
        throw new IllegalArgumentException("no span: " + span);
      }
      spans =
          spans.with(
              Long.parseLong(span.substring(0, dash)), Long.parseLong(span.substring(dash + 1)));
    }
    return spans;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RangeSet spans && Arrays.equals(bounds, spans.bounds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bounds);
  }

  @Override
  public String toString() {
    return Arrays.toString(bounds);
  }
}
