package io.sendfile.glassfish.transfer;

/**
 * How many transfers may be there, and how much they may hold.
 *
 * @param maxActive transfers that share the workers, at least 1
 * @param maxWaiting transfers that wait for one of them to end, at least 0
 * @param maxBytes memory that all which share the workers may hold together
 * @param maxPerClient transfers of one client address
 * @param maxBytesPerClient memory that those may hold together
 * @param maxPerConnection transfers of one HTTP/2 connection
 */
public record Limits(
    int maxActive,
    int maxWaiting,
    long maxBytes,
    long maxPerClient,
    long maxBytesPerClient,
    long maxPerConnection) {
  /** Stands for no limit. */
  public static final long NONE = Long.MAX_VALUE;

  /** Limits of numbers only. */
  public Limits(int maxActive, int maxWaiting) {
    this(maxActive, maxWaiting, NONE, NONE, NONE, NONE);
  }
}
