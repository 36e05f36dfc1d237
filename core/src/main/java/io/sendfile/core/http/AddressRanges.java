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

  private final List<AddressRange> ranges;

  private AddressRanges(List<AddressRange> ranges) {
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
    List<AddressRange> ranges = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      ranges.add(AddressRange.parse(part.trim()));
    }
    return new AddressRanges(ranges);
  }

  /** Whether the address is one of them. */
  public boolean contains(InetAddress address) {
    for (AddressRange range : ranges) {
      if (range.contains(address)) {
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
