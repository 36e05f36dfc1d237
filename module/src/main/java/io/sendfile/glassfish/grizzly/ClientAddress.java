package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.http.AddressRanges;
import io.sendfile.glassfish.http.ForwardedField;
import io.sendfile.glassfish.settings.SendfileSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.glassfish.grizzly.http.HttpRequestPacket;

/** Finds the address of the client that stands behind a peer. */
final class ClientAddress {
  private ClientAddress() {}

  /** The address that a trusted proxy tells, without port; the peer's for anybody else. */
  static SocketAddress of(
      SocketAddress peer, HttpRequestPacket request, SendfileSettings settings) {
    AddressRanges trusted = settings.trustedProxies();
    if (trusted.isEmpty()
        || !(peer instanceof InetSocketAddress inet)
        || inet.getAddress() == null
        || !trusted.contains(inet.getAddress())) {
      return peer;
    }
    ForwardedField field = settings.forwardedField();
    InetAddress client =
        field.client(PacketFields.values(request.getHeaders(), field.field()), trusted);
    return client == null ? peer : new InetSocketAddress(client, 0);
  }
}
