package io.sendfile.glassfish.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Merges ranges that overlap or nearly touch (RFC 9110 section 15.3.7.2). */
final class RangeMerger {
  /** Least gap, in bytes, for which another part is cheaper than sending the gap. */
  static final int MIN_GAP = 80;

  private RangeMerger() {}

  /** The merged ranges, each at the place of the first of its ranges. */
  static List<ByteRange> merge(List<ByteRange> asked) {
    if (asked.size() < 2) {
      return asked;
    }
    List<Placed> sorted = new ArrayList<>(asked.size());
    for (ByteRange range : asked) {
      sorted.add(new Placed(range, sorted.size()));
    }
    sorted.sort(Comparator.comparingLong(placed -> placed.range.first()));
    List<Placed> merged = new ArrayList<>(sorted.size());
    Placed open = sorted.get(0);
    for (Placed next : sorted.subList(1, sorted.size())) {
      // Both are positions in a file, so the difference cannot overflow.
      if (next.range.first() - open.range.last() - 1 < MIN_GAP) {
        open = open.with(next);
      } else {
        merged.add(open);
        open = next;
      }
    }
    merged.add(open);
    merged.sort(Comparator.comparingInt(Placed::place));
    return merged.stream().map(Placed::range).toList();
  }

  private record Placed(ByteRange range, int place) {
    Placed with(Placed next) {
      long last = Math.max(range.last(), next.range.last());
      return new Placed(new ByteRange(range.first(), last), Math.min(place, next.place));
    }
  }
}
