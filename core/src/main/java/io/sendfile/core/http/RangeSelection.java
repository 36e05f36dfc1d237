package io.sendfile.core.http;

import java.util.List;
import java.util.Optional;

/** The selected part of a representation (RFC 9110 section 14.2). */
public sealed interface RangeSelection {
  /** The whole, with 200. */
  record Whole() implements RangeSelection {}

  /**
   * Parts of it, with 206.
   *
   * @param ranges one or more, in the order requested, without overlaps
   */
  record Partial(List<ByteRange> ranges) implements RangeSelection {
    public Partial {
      ranges = List.copyOf(ranges);
    }
  }

  /** No requested byte exists: 416. */
  record NotSatisfiable() implements RangeSelection {}

  /**
   * Parses the Range fields of a request. A malformed, unknown or excessive field is ignored, as
   * section 14.2 recommends, and the whole is sent.
   *
   * <p>A field is excessive if it has more than {@value RangeParser#MAX_LENGTH} characters, more
   * ranges than the limit, or ranges that together ask for more bytes than there are. Ranges that
   * overlap, or whose gap costs less than another part header, are merged.
   *
   * @param fields the values of all Range fields; more than one is malformed
   * @param size bytes of the representation, at least 0; without any, Range is ignored
   * @param limit ranges honoured at most, at least 0
   */
  static RangeSelection of(List<String> fields, long size, int limit) {
    if (fields.size() != 1 || size == 0) {
      return new Whole();
    }
    Optional<List<ByteRange>> asked = RangeParser.parse(fields.get(0), size, limit);
    if (asked.isEmpty() || exceeds(asked.get(), size)) {
      return new Whole();
    }
    return asked.get().isEmpty()
        ? new NotSatisfiable()
        : new Partial(ByteRange.merged(asked.get()));
  }

  private static boolean exceeds(List<ByteRange> ranges, long size) {
    // Several parts have headers: with them the length of the body must still fit into a long.
    long rest = ranges.size() > 1 ? Math.min(size, Long.MAX_VALUE >> 1) : size;
    for (ByteRange range : ranges) {
      rest -= range.length();
      if (rest < 0) {
        return true;
      }
    }
    return false;
  }
}
