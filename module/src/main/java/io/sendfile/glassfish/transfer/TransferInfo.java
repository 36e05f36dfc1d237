package io.sendfile.glassfish.transfer;

import io.sendfile.glassfish.files.Origin;
import io.sendfile.glassfish.spi.Delivered;
import io.sendfile.glassfish.spi.Outcome;
import io.sendfile.glassfish.spi.TransferResult;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;

/**
 * Description of a transfer for lists, logs and events.
 *
 * @param id its ids
 * @param origin of the hand-off
 * @param listener name of its HTTP listener
 * @param root name of the root
 * @param path path relative to the root
 * @param client address of the peer
 * @param status HTTP status sent
 * @param etag entity tag sent; empty if there is none
 */
public record TransferInfo(
    TransferId id,
    Origin origin,
    String listener,
    String root,
    String path,
    SocketAddress client,
    int status,
    String etag) {

  /**
   * Its result.
   *
   * @param body the response body
   * @param bytes body bytes the kernel took
   * @param firstByteNanos time to the first of them
   * @param nanos time to the end
   */
  public TransferResult result(
      Body body, Outcome outcome, long bytes, long firstByteNanos, long nanos) {
    return new TransferResult(
        id.reported(),
        id.given() != null,
        root,
        path,
        origin.application(),
        origin.virtualServer(),
        address(client),
        status,
        body.range(),
        outcome,
        bytes,
        new Delivered(etag, body.sourceSize(), body.spans(bytes)),
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
