package io.sendfile.spi;

/** Ends of a transfer. The label is the stable name in logs, statistics and events. */
public enum Outcome {
  /** The kernel took every byte of the plan. */
  COMPLETED("completed"),
  /** The client closed or reset its connection or stream. */
  CLIENT_ABORTED("client-abort"),
  /** The kernel took no byte for the stall timeout. */
  STALLED("stalled"),
  /** The client fell too far behind the lowest rate, or the transfer took too long in all. */
  TOO_SLOW("too-slow"),
  /** The file became shorter after its opening, or a member of an archive was replaced. */
  CHANGED("changed"),
  /** The file could not be read, or the server failed. */
  IO_ERROR("io-error"),
  /** An administrator cancelled it. */
  CANCELLED("cancelled"),
  /** The server or listener stopped. */
  SHUTDOWN("shutdown"),
  /** The server's process died; told at its next start, not to a {@link TransferListener}. */
  SERVER_DIED("server-died"),
  /** A limit of an administrator that lets nothing of its client, application or root through. */
  ENDED_BY_LIMIT("ended-by-limit");

  private final String label;

  Outcome(String label) {
    this.label = label;
  }

  /** Whether the server, the file or the network failed. */
  public boolean isFailure() {
    return switch (this) {
      case STALLED, TOO_SLOW, CHANGED, IO_ERROR, SERVER_DIED -> true;
      default -> false;
    };
  }

  /** Whether an administrator, or a stop of the server or its listener, ended it. */
  public boolean isStop() {
    return this == CANCELLED || this == SHUTDOWN || this == ENDED_BY_LIMIT;
  }

  /** The stable name, e.g. {@code client-abort}. */
  public String label() {
    return label;
  }
}
