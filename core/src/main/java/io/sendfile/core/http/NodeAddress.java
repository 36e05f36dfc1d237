package io.sendfile.core.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the address of a node as proxies write it (RFC 7239 section 6): IPv4 or IPv6, with or
 * without brackets and port; spells it for lists and for people. Never asks a name server.
 */
public final class NodeAddress {
  private static final Pattern BRACKETS = Pattern.compile("\\[([^]]*)](:[\\w.-]{1,64})?");
  private static final Pattern V4_AND_PORT = Pattern.compile("([0-9.]{7,15})(:[\\w.-]{1,64})?");

  private static final int V4_BYTES = 4;
  private static final int V6_BYTES = 16;
  private static final int V6_GROUPS = 8;

  /** Of eight groups, with an IPv4 address in place of the last two. */
  private static final int LONGEST = 45;

  private NodeAddress() {}

  /**
   * The address; null for {@code unknown}, for an obfuscated identifier and for anything else. An
   * IPv4 address within IPv6 ({@code ::ffff:192.0.2.1}) is that IPv4 address.
   */
  public static @Nullable InetAddress parse(String node) {
    Matcher brackets = BRACKETS.matcher(node);
    if (brackets.matches()) {
      return address(v6(brackets.group(1)));
    }
    Matcher dotted = V4_AND_PORT.matcher(node);
    return address(dotted.matches() ? v4(dotted.group(1)) : v6(node));
  }

  /** A text that names a client; an address in the spelling of all lists. */
  public static String listed(String client) {
    InetAddress address = parse(client);
    return address == null ? client : text(address);
  }

  /**
   * The spelling of all lists: an address of IPv6 is without the first of its longest runs of
   * zeros, {@code ::1} for {@code 0:0:0:0:0:0:0:1} (RFC 5952 section 4.2).
   */
  public static String text(InetAddress address) {
    if (!(address instanceof Inet6Address v6)) {
      return address.getHostAddress();
    }
    ByteBuffer groups = ByteBuffer.wrap(address.getAddress());
    int start = -1;
    int end = -1;
    int from = 0;
    for (int to = 1; to <= V6_GROUPS; to++) {
      from = groups.getShort(2 * (to - 1)) == 0 ? from : to;
      if (to - from > Math.max(1, end - start)) {
        start = from;
        end = to;
      }
    }
    StringBuilder text = new StringBuilder(LONGEST);
    for (int i = 0; i < V6_GROUPS; i++) {
      if (i == start) {
        text.append("::");
      } else if (i < start || i >= end) {
        text.append(i == 0 || i == end ? "" : ":");
        text.append(Integer.toHexString(Short.toUnsignedInt(groups.getShort(2 * i))));
      }
    }
    return text.append(zone(v6)).toString();
  }

  private static String zone(Inet6Address address) {
    if (address.getScopedInterface() == null && address.getScopeId() == 0) {
      return "";
    }
    String full = address.getHostAddress();
    return full.substring(full.indexOf('%'));
  }

  /** The address itself, without brackets and port; null for anything else. */
  static @Nullable InetAddress literal(String text) {
    return address(text.indexOf(':') < 0 ? v4(text) : v6(text));
  }

  private static @Nullable InetAddress address(byte @Nullable [] bytes) {
    try {
      return bytes == null ? null : InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private static byte @Nullable [] v4(String text) {
    String[] parts = text.split("\\.", V4_BYTES + 1);
    byte[] bytes = new byte[V4_BYTES];
    for (int i = 0; i < V4_BYTES; i++) {
      int value = parts.length == V4_BYTES ? number(parts[i], 10, 3) : -1;
      if (value < 0 || value > 255 || (value > 0 && parts[i].startsWith("0"))) {
        return null;
      }
      bytes[i] = (byte) value;
    }
    return bytes;
  }

  /** RFC 4291 section 2.2: one {@code ::} stands for the missing groups. */
  private static byte @Nullable [] v6(String text) {
    int gap = text.indexOf("::");
    if (text.length() > LONGEST) {
      return null;
    }
    ByteBuffer head = ByteBuffer.allocate(V6_BYTES);
    if (gap < 0) {
      return groups(text, head) && !head.hasRemaining() ? head.array() : null;
    }
    String after = text.substring(gap + 2);
    ByteBuffer tail = ByteBuffer.allocate(V6_BYTES);
    if ((gap > 0 && !groups(text.substring(0, gap), head))
        || (!after.isEmpty() && !groups(after, tail))
        || head.remaining() <= tail.position()) {
      return null;
    }
    tail.flip();
    return head.position(V6_BYTES - tail.remaining()).put(tail).array();
  }

  private static boolean groups(String text, ByteBuffer into) {
    String[] groups = text.split(":", -1);
    for (int i = 0; i < groups.length; i++) {
      boolean last = i == groups.length - 1;
      byte[] dotted = last && groups[i].indexOf('.') > 0 ? v4(groups[i]) : null;
      int value = number(groups[i], 16, 4);
      if (into.remaining() < (dotted == null ? 2 : V4_BYTES) || (dotted == null && value < 0)) {
        return false;
      }
      if (dotted == null) {
        into.putShort((short) value);
      } else {
        into.put(dotted);
      }
    }
    return true;
  }

  /** A number without a sign; -1 if it is none, or too long. */
  private static int number(String digits, int radix, int most) {
    int value = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      int digit = c < 128 ? Character.digit(c, radix) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value * radix + digit;
    }
    return digits.isEmpty() || digits.length() > most ? -1 : value;
  }
}
