package io.sendfile.core.http;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A set of addresses, as ranges in CIDR notation (RFC 4632). Immutable. */
public final class AddressRanges {
  /** No address; the only set without any. */
  public static final AddressRanges NONE = new AddressRanges(List.of());

  private final List<Range> ranges;

  /**
   * The addresses whose first bits are equal.
   *
   * @param bits number of them
   */
  private record Range(InetAddress first, int bits) {
    boolean contains(byte[] address) {
      byte[] prefix = first.getAddress();
      if (prefix.length != address.length) {
        return false;
      }
      int whole = bits / 8;
      for (int i = 0; i < whole; i++) {
        if (prefix[i] != address[i]) {
          return false;
        }
      }
      int shift = 8 - bits % 8;
      return shift == 8 || (prefix[whole] & 0xff) >> shift == (address[whole] & 0xff) >> shift;
    }
  }

  private AddressRanges(List<Range> ranges) {
    this.ranges = List.copyOf(ranges);
  }

  /**
   * Parses addresses and ranges that are separated by commas, e.g. {@code 10.0.0.0/8,2001:db8::1}.
   *
   * @throws IllegalArgumentException if one is neither
   */
  public static AddressRanges parse(String text) {
    if (text.isBlank()) {
      return NONE;
    }
    List<Range> ranges = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      ranges.add(range(part.trim()));
    }
    return new AddressRanges(ranges);
  }

  private static Range range(String text) {
    int slash = text.indexOf('/');
    InetAddress first = NodeAddress.literal(slash < 0 ? text : text.substring(0, slash));
    if (first == null) {
      throw new IllegalArgumentException("'" + text + "' must begin with an address");
    }
    int most = 8 * first.getAddress().length;
    String bits = slash < 0 ? Integer.toString(most) : text.substring(slash + 1);
    if (!bits.matches("[0-9]{1,3}") || Integer.parseInt(bits) > most) {
      throw new IllegalArgumentException("'" + text + "' must end with 0 to " + most + " bits");
    }
    return new Range(first, Integer.parseInt(bits));
  }

  /** Whether the address is one of them. */
  public boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    for (Range range : ranges) {
      if (range.contains(bytes)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AddressRanges that && ranges.equals(that.ranges);
  }

  @Override
  public int hashCode() {
    return Objects.hash(ranges);
  }
}
