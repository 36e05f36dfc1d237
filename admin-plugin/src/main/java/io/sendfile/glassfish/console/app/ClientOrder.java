package io.sendfile.glassfish.console.app;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Order of client addresses by their numbers: IPv4, then IPv6, then other texts. */
final class ClientOrder {
  static final Comparator<String> BY_NUMBER =
      Comparator.comparing(ClientOrder::numbers, Comparator.nullsLast(ClientOrder::compare))
          .thenComparing(Comparator.naturalOrder());

  private ClientOrder() {}

  private static int compare(int[] one, int[] other) {
    return one.length == other.length
        ? Arrays.compare(one, other)
        : Integer.compare(one.length, other.length);
  }

  /** Its numbers, the most significant first. The JDK writes IPv6 with all groups. */
  private static int @Nullable [] numbers(String address) {
    boolean six = address.indexOf(':') >= 0;
    String[] parts = address.replaceFirst("%.*", "").split(six ? ":" : "\\.");
    try {
      return Arrays.stream(parts).mapToInt(part -> Integer.parseInt(part, six ? 16 : 10)).toArray();
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
