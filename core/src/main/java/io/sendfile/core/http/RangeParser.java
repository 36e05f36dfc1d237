package io.sendfile.core.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The parser of Range (RFC 9110 sections 14.1.1 and 14.1.2): one pass, no regular expression. */
final class RangeParser {
  /** Longest field that is parsed, in characters. */
  static final int MAX_LENGTH = 8192;

  private static final String UNIT = "bytes=";

  private static final long ABSENT = -1;

  /** Order of numbers given as digits without leading zeros. */
  private static final Comparator<String> BY_VALUE =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  private final String text;
  private final long size;
  private int at = UNIT.length();

  private RangeParser(String text, long size) {
    this.text = text;
    this.size = size;
  }

  /**
   * The satisfiable ranges of a field, clipped to the size, in their order.
   *
   * @param size bytes of the representation, at least 1
   * @return no ranges if all are unsatisfiable; empty if the field is to be ignored
   */
  static Optional<List<ByteRange>> parse(String field, long size, int limit) {
    String text = field.strip();
    if (text.length() > MAX_LENGTH || !text.regionMatches(true, 0, UNIT, 0, UNIT.length())) {
      return Optional.empty();
    }
    return new RangeParser(text, size).ranges(limit);
  }

  private Optional<List<ByteRange>> ranges(int limit) {
    List<ByteRange> satisfiable = new ArrayList<>();
    int count = 0;
    do {
      skipBlanks();
      if (atElementEnd()) {
        continue;
      }
      count++;
      if (count > limit || !element(satisfiable)) {
        return Optional.empty();
      }
      skipBlanks();
      if (!atElementEnd()) {
        return Optional.empty();
      }
    } while (at++ < text.length());
    return count == 0 ? Optional.empty() : Optional.of(satisfiable);
  }

  /** Parses one range; false if it is malformed. */
  private boolean element(List<ByteRange> satisfiable) {
    int start = at;
    long first = number();
    if (at == text.length() || text.charAt(at) != '-') {
      return false;
    }
    int hyphen = at++;
    long last = number();
    if (first == ABSENT) {
      if (last > 0) {
        satisfiable.add(new ByteRange(Math.max(0, size - last), size - 1));
      }
      return last != ABSENT;
    }
    if (last != ABSENT && (last < first || (last == Long.MAX_VALUE && reversed(start, hyphen)))) {
      return false;
    }
    if (first < size) {
      satisfiable.add(new ByteRange(first, last == ABSENT ? size - 1 : Math.min(last, size - 1)));
    }
    return true;
  }

  /** Whether the number before the hyphen is greater than the one after it, at any length. */
  private boolean reversed(int start, int hyphen) {
    return BY_VALUE.compare(digits(start, hyphen), digits(hyphen + 1, at)) > 0;
  }

  private String digits(int from, int to) {
    int start = from;
    while (start < to && text.charAt(start) == '0') {
      start++;
    }
    return text.substring(start, to);
  }

  /** Parses digits; a number too large for a long counts as the largest. */
  private long number() {
    int start = at;
    long number = 0;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      int digit = text.charAt(at) - '0';
      number = number > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : number * 10 + digit;
      at++;
    }
    return at == start ? ABSENT : number;
  }

  private void skipBlanks() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
  }

  private boolean atElementEnd() {
    return at == text.length() || text.charAt(at) == ',';
  }
}
