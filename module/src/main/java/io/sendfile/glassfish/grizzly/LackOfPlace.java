package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.files.RefusalReason;
import io.sendfile.glassfish.transfer.TransferScheduler.Admission;

/**
 * The refusal of a transfer for lack of places.
 *
 * @param detail rule and remedy; follows the name of the file
 */
record LackOfPlace(RefusalReason reason, String detail) {
  /** The refusal of every transfer. */
  static LackOfPlace ofAll(RefusalReason why) {
    return new LackOfPlace(
        why,
        why == RefusalReason.DRAINING
            ? ": the server drains; drain-sendfile --cancel makes it take downloads again"
            : ": the server is stopping");
  }

  static LackOfPlace of(Admission refused) {
    return switch (refused) {
      case CONNECTION_FULL ->
          new LackOfPlace(
              RefusalReason.CONNECTION_LIMIT,
              ": its HTTP/2 connection has as many transfers as max-connection-transfers allows, those"
                  + " included that have ended and whose bytes the client has not taken");
      case CLIENT_FULL ->
          new LackOfPlace(
              RefusalReason.CLIENT_LIMIT,
              ": its client has as many transfers, or they hold as much memory, as"
                  + " max-client-transfers allows; name it in trusted-proxies if it is a proxy");
      case BUFFERS_FULL ->
          new LackOfPlace(
              RefusalReason.BUFFERS_FULL,
              ": transfers hold as much memory as max-buffered-bytes allows, and as many wait as"
                  + " max-waiting-transfers allows; raise them, or give the JVM more heap");
      default ->
          new LackOfPlace(
              RefusalReason.OVERLOADED,
              ": as many transfers run and wait as max-active-transfers and max-waiting-transfers"
                  + " allow; raise them, or send less at once");
    };
  }
}
