package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferResult;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;

/**
 * What a transfer is about, for lists, logs and events.
 *
 * @param id the application's download id, or a generated one
 * @param root name of the root
 * @param path path relative to the root
 * @param client address of the peer
 * @param status HTTP status sent
 */
public record TransferInfo(String id, String root, String path, SocketAddress client, int status) {

  TransferResult result(Outcome outcome, long bytes, long firstByteNanos, long nanos) {
    return new TransferResult(
        id,
        root,
        path,
        clientAddress(),
        status,
        outcome,
        bytes,
        Duration.ofNanos(firstByteNanos),
        Duration.ofNanos(nanos));
  }

  private String clientAddress() {
    return client instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getHostAddress()
        : client.toString();
  }
}
