package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.content.Origin;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferResult;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;

/**
 * What a transfer is about, for lists, logs and events.
 *
 * @param id what it is called
 * @param origin what handed the file off
 * @param root name of the root
 * @param path path relative to the root
 * @param client address of the peer
 * @param status HTTP status sent
 */
public record TransferInfo(
    TransferId id, Origin origin, String root, String path, SocketAddress client, int status) {

  TransferResult result(
      String range, Outcome outcome, long bytes, long firstByteNanos, long nanos) {
    return new TransferResult(
        id.reported(),
        root,
        path,
        origin.application(),
        origin.virtualServer(),
        address(client),
        status,
        range,
        outcome,
        bytes,
        Duration.ofNanos(firstByteNanos),
        Duration.ofNanos(nanos));
  }

  /** The address without port, as text. */
  public static String address(SocketAddress client) {
    return client instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getHostAddress()
        : client.toString();
  }
}
