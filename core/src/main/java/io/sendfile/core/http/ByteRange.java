package io.sendfile.core.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A satisfiable range of bytes (RFC 9110 section 14.1.2).
 *
 * @param first position of the first byte, at least 0
 * @param last position of the last byte, at least {@code first}
 */
public record ByteRange(long first, long last) {
  /** Least gap, in bytes, for which another part is cheaper than sending the gap. */
  private static final int MIN_GAP = 80;

  /**
   * A range of at least one byte.
   *
   * @throws IllegalArgumentException for an empty or negative one
   */
  public ByteRange {
    if (first < 0 || last < first || last == Long.MAX_VALUE) {
      throw new IllegalArgumentException("no range of bytes: " + first + " to " + last);
    }
  }

  /** Number of bytes, at least 1. */
  public long length() {
    return last - first + 1;
  }

  /** Its Content-Range in a representation of that many bytes (RFC 9110 section 14.4). */
  public String contentRange(long size) {
    return "bytes " + first + '-' + last + '/' + size;
  }

  /**
   * Ranges with those merged that overlap or nearly touch (RFC 9110 section 15.3.7.2), each at the
   * place of the first of its ranges.
   */
  static List<ByteRange> merged(List<ByteRange> asked) {
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
