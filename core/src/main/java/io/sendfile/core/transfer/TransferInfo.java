package io.sendfile.core.transfer;

import io.sendfile.core.files.Origin;
import io.sendfile.core.http.NodeAddress;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Profile;
import io.sendfile.spi.TransferResult;
import io.sendfile.spi.TransferResult.Course;
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
 * @param client its address: that of the peer, or the one that a trusted proxy tells
 * @param identity its name by the application; empty without one
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
    String identity,
    int status,
    String etag) {

  /**
   * Its result.
   *
   * @param body the response body
   * @param small whether header and body went out in one write
   * @param reason of the outcome; empty for a completed transfer
   * @param slowness the reason why it was not faster
   * @param profile its bytes by steps of its time
   * @param bytes body bytes the kernel took
   * @param firstByteNanos time to the first of them
   * @param nanos time to the end
   */
  public TransferResult result(
      Body body,
      boolean small,
      Outcome outcome,
      String reason,
      long bytes,
      long firstByteNanos,
      long nanos,
      Slowness slowness,
      Profile profile) {
    return new TransferResult(
        id.reported(),
        id.given() != null,
        root,
        path,
        origin.application(),
        origin.virtualServer(),
        address(client),
        identity,
        status,
        body.range(),
        outcome,
        bytes,
        new Delivered(etag, body.sourceSize(), body.spans(bytes)),
        Duration.ofNanos(firstByteNanos),
        Duration.ofNanos(nanos),
        new Course(
            id.own(),
            listener,
            body.length(),
            small,
            reason,
            slowness.time().percents(),
            slowness.verdict(),
            slowness.rate().place(),
            profile));
  }

  /** The transfer for limits. */
  LimitSubject subject() {
    return LimitSubject.of(client, identity, origin.application(), root);
  }

  /** The client, unescaped: its name if it has one, and its address. */
  String who() {
    return identity.isEmpty() ? address(client) : identity + " at " + address(client);
  }

  /** The address without port, as text. */
  public static String address(SocketAddress client) {
    return client instanceof InetSocketAddress inet && inet.getAddress() != null
        ? NodeAddress.text(inet.getAddress())
        : client.toString();
  }
}
