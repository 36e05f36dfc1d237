package io.sendfile.core.transfer;

/**
 * Limits on the number of transfers, and on their memory.
 *
 * @param maxActive active transfers, which share the workers, at least 1
 * @param maxWaiting transfers in the queue, at least 0
 * @param maxBytes total memory of active transfers
 * @param maxPerClient transfers of one client
 * @param maxBytesPerClient memory of one client
 */
public record Limits(
    int maxActive, int maxWaiting, long maxBytes, long maxPerClient, long maxBytesPerClient) {
  /** No limit. */
  public static final long NONE = Long.MAX_VALUE;

  /** Limits of numbers only. */
  public Limits(int maxActive, int maxWaiting) {
    this(maxActive, maxWaiting, NONE, NONE, NONE);
  }
}
