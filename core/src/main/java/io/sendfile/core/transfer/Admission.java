package io.sendfile.core.transfer;

import io.sendfile.core.files.RefusalReason;
import org.jspecify.annotations.Nullable;

/** Result of the admission of a transfer. */
public enum Admission {
  /** It may send at once. */
  START,
  /** It waits until another one ends. */
  WAIT,
  /** Too many transfers run and wait. */
  REJECT(
      RefusalReason.OVERLOADED,
      "as many transfers run and wait as max-active-transfers and max-waiting-transfers"
          + " allow; raise them, or send less at once"),
  /** Running transfers hold too much memory, and too many wait. */
  BUFFERS_FULL(
      RefusalReason.BUFFERS_FULL,
      "transfers hold as much memory as max-buffered-bytes allows, and as many wait as"
          + " max-waiting-transfers allows; raise them, or give the JVM more heap"),
  /** Its client has too many transfers, or they hold too much memory. */
  CLIENT_FULL(
      RefusalReason.CLIENT_LIMIT,
      "its client has as many transfers, or they hold as much memory, as"
          + " max-client-transfers allows; name it in trusted-proxies if it is a proxy"),
  /** Its HTTP/2 connection has too many transfers. */
  CONNECTION_FULL(
      RefusalReason.CONNECTION_LIMIT,
      "its HTTP/2 connection has twice as many transfers as its listener allows streams,"
          + " including ended ones whose bytes the client has not taken"),
  /** An administrator drains the server. */
  DRAINING(
      RefusalReason.DRAINING,
      "the server is draining; asadmin drain-sendfile --cancel makes it accept downloads again"),
  /** The server is stopping. */
  STOPPING(RefusalReason.STOPPING, "the server is stopping");

  private final @Nullable RefusalReason reason;
  private final String detail;

  Admission() {
    this(null, "");
  }

  Admission(@Nullable RefusalReason reason, String detail) {
    this.reason = reason;
    this.detail = detail;
  }

  /** Whether it is refused. */
  public boolean refused() {
    return reason != null;
  }

  /** The reason of a refusal; null if there is none. */
  public @Nullable RefusalReason reason() {
    return reason;
  }

  /** Rule and remedy of a refusal. */
  public String detail() {
    return detail;
  }
}
