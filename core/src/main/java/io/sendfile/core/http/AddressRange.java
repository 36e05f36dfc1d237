package io.sendfile.core.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The addresses whose first bits are equal, in CIDR notation (RFC 4632).
 *
 * @param first of them
 * @param bits number of those bits
 */
public record AddressRange(InetAddress first, int bits) {
  /** Four numbers with dots, or a number of bits behind groups with colons. */
  private static final Pattern MEANT =
      Pattern.compile("[0-9]+(\\.[0-9]+){3}(/[0-9]*)?|[0-9a-fA-F.]*:[0-9a-fA-F.:]*/[0-9]*");

  public AddressRange {
    first = masked(first, bits);
  }

  /**
   * Parses one address, or a range such as {@code 10.0.0.0/8} or {@code 2001:db8::/32}.
   *
   * @throws IllegalArgumentException with a phrase if it is neither
   */
  public static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    InetAddress first = NodeAddress.literal(slash < 0 ? text : text.substring(0, slash));
    if (first == null) {
      throw new IllegalArgumentException("'" + text + "' must begin with an address");
    }
    int most = length(first);
    String bits = slash < 0 ? Integer.toString(most) : text.substring(slash + 1);
    if (!bits.matches("[0-9]{1,3}") || Integer.parseInt(bits) > most) {
      throw new IllegalArgumentException("'" + text + "' must end with 0 to " + most + " bits");
    }
    return new AddressRange(first, Integer.parseInt(bits));
  }

  /** Whether a text can only mean an address of IPv4 or a range, if perhaps none that there is. */
  public static boolean isMeant(String text) {
    return MEANT.matcher(text).matches();
  }

  /** Whether the address is one of them. */
  public boolean contains(InetAddress address) {
    byte[] prefix = first.getAddress();
    byte[] bytes = address.getAddress();
    if (prefix.length != bytes.length) {
      return false;
    }
    int whole = bits / Byte.SIZE;
    for (int i = 0; i < whole; i++) {
      if (prefix[i] != bytes[i]) {
        return false;
      }
    }
    int shift = Byte.SIZE - bits % Byte.SIZE;
    return shift == Byte.SIZE || (prefix[whole] & 0xff) >> shift == (bytes[whole] & 0xff) >> shift;
  }

  /** The range of the same kind and length around another address; null if that has fewer bits. */
  public @Nullable AddressRange around(InetAddress address) {
    return length(address) == length(first) ? new AddressRange(address, bits) : null;
  }

  private static int length(InetAddress address) {
    return Byte.SIZE * address.getAddress().length;
  }

  private static InetAddress masked(InetAddress address, int bits) {
    byte[] bytes = address.getAddress();
    if (bits >= Byte.SIZE * bytes.length) {
      return address;
    }
    int kept = bits / Byte.SIZE;
    bytes[kept] &= (byte) (0xff00 >> bits % Byte.SIZE);
    Arrays.fill(bytes, kept + 1, bytes.length, (byte) 0);
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** The address, or the first one and the number of bits. */
  @Override
  public String toString() {
    String address = NodeAddress.text(first);
    return bits == length(first) ? address : address + "/" + bits;
  }
}
