package io.sendfile.glassfish.monitoring;

/**
 * {@code io.sendfile.glassfish:type=ResultSender}: what became of the results that {@code
 * download-result-sender} posts, since the start of this server. Thread-safe.
 */
public interface ResultSenderMXBean {
  /** Events that wait for their delivery now. */
  long getQueued();

  /** Bytes of those in the journal. */
  long getQueuedBytes();

  /** Events the destination has taken. */
  long getSent();

  /** Attempts that failed, and are made again. */
  long getRetried();

  /** Events that found no room. */
  long getDropped();

  /** Events the destination has refused, or that became too old. */
  long getFailed();

  /** Why results cannot be delivered now; empty while they can. */
  String getProblem();
}
