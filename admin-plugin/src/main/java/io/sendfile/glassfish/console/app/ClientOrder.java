package io.sendfile.glassfish.console.app;

import io.sendfile.core.http.NodeAddress;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Order of client addresses by their numbers: IPv4, then IPv6, then other texts. */
final class ClientOrder {
  static final Comparator<String> BY_NUMBER =
      Comparator.comparing(ClientOrder::bytes, Comparator.nullsLast(ClientOrder::compare))
          .thenComparing(Comparator.naturalOrder());

  private ClientOrder() {}

  private static int compare(byte[] one, byte[] other) {
    return one.length == other.length
        ? Arrays.compareUnsigned(one, other)
        : Integer.compare(one.length, other.length);
  }

  private static byte @Nullable [] bytes(String client) {
    InetAddress address = NodeAddress.parse(client.replaceFirst("%.*", ""));
    return address == null ? null : address.getAddress();
  }
}
