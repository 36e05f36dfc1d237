package io.sendfile.glassfish.monitoring;

/**
 * {@code io.sendfile.glassfish:type=ResultSender}: results posted by {@code
 * download-result-sender}, since the start of this server. Thread-safe.
 */
public interface ResultSenderMXBean {
  /** Events that wait for their delivery. */
  long getQueued();

  /** Their bytes in the journal. */
  long getQueuedBytes();

  /** Events that the destination accepted. */
  long getSent();

  /** Failed attempts that are repeated. */
  long getRetried();

  /** Events dropped for lack of room. */
  long getDropped();

  /** Events that the destination refused, or that became too old. */
  long getFailed();

  /** The present reason why results cannot be delivered; empty while they can. */
  String getProblem();
}
