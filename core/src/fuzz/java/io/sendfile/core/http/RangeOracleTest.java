package io.sendfile.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.SeededTest;
import io.sendfile.core.http.RangeSelection.NotSatisfiable;
import io.sendfile.core.http.RangeSelection.Partial;
import io.sendfile.core.http.RangeSelection.Whole;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares the parser, over many random fields, with a slow one built otherwise: regular
 * expressions, unbounded numbers, and one bit per byte of the file.
 */
class RangeOracleTest {
  private static final int ROUNDS = 10_000;
  private static final Pattern FIELD =
      Pattern.compile("[bB][yY][tT][eE][sS]=([ \\t]*[0-9]*-?[0-9]*[ \\t]*(,|$))*");
  private static final Pattern RANGE = Pattern.compile("([0-9]*)-([0-9]*)");

  @SeededTest(fixed = 3)
  void agreesWithAnIndependentReading(SplittableRandom random) {
    int[] seen = new int[3];
    for (int round = 0; round < ROUNDS; round++) {
      int size = random.nextInt(1, random.nextBoolean() ? 20 : 3000);
      String field = field(random, size);
      int limit = random.nextInt(0, 8);
      RangeSelection selection = RangeSelection.of(List.of(field), size, limit);
      seen[check(field, size, limit, selection)]++;
    }
    for (int count : seen) {
      assertThat(count).as("every kind of answer occurs often").isGreaterThan(ROUNDS / 50);
    }
  }

  private static int check(String field, int size, int limit, RangeSelection selection) {
    String about = "'" + field + "' of " + size + " bytes, limit " + limit;
    List<BitSet> asked = asked(field, size, limit);
    long sum = asked == null ? 0 : asked.stream().mapToLong(BitSet::cardinality).sum();
    if (asked == null || sum > size) {
      assertThat(selection).as(about).isEqualTo(new Whole());
      return 0;
    }
    if (sum == 0) {
      assertThat(selection).as(about).isEqualTo(new NotSatisfiable());
      return 1;
    }
    assertThat(selection).as(about).isInstanceOf(Partial.class);
    checkParts(about, asked, ((Partial) selection).ranges());
    return 2;
  }

  /**
   * The parts cover the requested ranges and small gaps, do not touch, and keep the order asked
   * for.
   */
  private static void checkParts(String about, List<BitSet> asked, List<ByteRange> parts) {
    BitSet expected = new BitSet();
    asked.forEach(expected::or);
    closeGaps(expected);
    BitSet sent = new BitSet();
    int runs = 0;
    for (ByteRange part : parts) {
      assertThat(sent.get((int) part.first(), (int) part.last() + 1).isEmpty()).as(about).isTrue();
      sent.set((int) part.first(), (int) part.last() + 1);
    }
    for (int at = expected.nextSetBit(0); at >= 0; runs++) {
      at = expected.nextSetBit(expected.nextClearBit(at));
    }
    assertThat(sent).as(about).isEqualTo(expected);
    assertThat(parts).as(about).hasSize(runs);
    int previous = -1;
    for (ByteRange part : parts) {
      int place = 0;
      while (asked.get(place).isEmpty() || !within(asked.get(place), part)) {
        place++;
      }
      assertThat(place).as(about).isGreaterThan(previous);
      previous = place;
    }
  }

  private static boolean within(BitSet asked, ByteRange part) {
    return asked.nextSetBit(0) >= part.first() && asked.nextSetBit(0) <= part.last();
  }

  private static void closeGaps(BitSet bits) {
    int clear = bits.nextClearBit(bits.nextSetBit(0));
    for (int next = bits.nextSetBit(clear); next >= 0; next = bits.nextSetBit(clear)) {
      if (next - clear < 80) {
        bits.set(clear, next);
      }
      clear = bits.nextClearBit(next);
    }
  }

  /** One bit set per requested byte; null for a field to be ignored. */
  private static List<BitSet> asked(String field, int size, int limit) {
    if (!FIELD.matcher(field).matches()) {
      return null;
    }
    List<BitSet> asked = new ArrayList<>();
    for (String element : field.substring("bytes=".length()).split(",")) {
      String range = element.trim();
      if (range.isEmpty()) {
        continue;
      }
      BitSet bits = bits(range, BigInteger.valueOf(size));
      if (bits == null) {
        return null;
      }
      asked.add(bits);
    }
    return asked.isEmpty() || asked.size() > limit ? null : asked;
  }

  private static BitSet bits(String range, BigInteger size) {
    Matcher matcher = RANGE.matcher(range);
    if (!matcher.matches() || range.equals("-")) {
      return null;
    }
    BigInteger end = size.subtract(BigInteger.ONE);
    BigInteger first;
    BigInteger last = end;
    if (matcher.group(1).isEmpty()) {
      first = size.subtract(new BigInteger(matcher.group(2))).max(BigInteger.ZERO);
    } else {
      first = new BigInteger(matcher.group(1));
      if (!matcher.group(2).isEmpty()) {
        last = new BigInteger(matcher.group(2));
        if (last.compareTo(first) < 0) {
          return null;
        }
        last = last.min(end);
      }
    }
    BitSet bits = new BitSet();
    if (first.compareTo(size) < 0) {
      bits.set(first.intValue(), last.intValue() + 1);
    }
    return bits;
  }

  private static String field(SplittableRandom random, int size) {
    StringJoiner field = new StringJoiner(",", random.nextInt(20) == 0 ? "Bytes=" : "bytes=", "");
    int count = random.nextInt(0, 6);
    for (int i = 0; i < count; i++) {
      field.add(blanks(random) + element(random, size) + blanks(random));
    }
    return field.toString();
  }

  private static String blanks(SplittableRandom random) {
    return random.nextInt(10) == 0 ? " \t".substring(random.nextInt(2)) : "";
  }

  /** A number too large for a long. */
  private static String huge(SplittableRandom random) {
    return "0".repeat(random.nextInt(2)) + "9223372036854775808" + random.nextInt(1, 20);
  }

  private static String element(SplittableRandom random, int size) {
    int first = random.nextInt(size);
    return switch (random.nextInt(24)) {
      case 0 -> "";
      case 1 -> "-";
      case 2 -> "-0";
      case 3 -> first + "";
      case 4 -> first + "-" + (first - 1);
      case 5, 6, 7 -> size + random.nextInt(10) + "-";
      case 8 -> first + "-99999999999999999999";
      case 9 -> huge(random) + "-" + (random.nextBoolean() ? "" : huge(random));
      case 10, 11 -> "-" + random.nextInt(1, size + 10);
      case 12, 13 -> first + "-";
      case 14 -> "00" + first + "-" + first;
      default -> first + "-" + (first + random.nextInt(size / 3 + 1));
    };
  }
}
