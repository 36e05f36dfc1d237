package io.sendfile.spi;

import java.time.Duration;
import java.util.Map;

/**
 * One finished transfer, delivered once to every {@link TransferListener}.
 *
 * @param id the application's {@code X-Sendfile-Id}, or a generated one
 * @param idGiven whether it is the application's
 * @param root name of the configured root
 * @param path path of the file relative to the root, with {@code /} separators
 * @param application name of the web application that handed the file off, as {@code
 *     list-applications} shows it; {@code __default-web-module} for a docroot; empty when there is
 *     none
 * @param virtualServer name of the virtual server of the request; empty when there is none
 * @param client address of the client, without port: that of the peer, or the one that a trusted
 *     proxy tells
 * @param identity name of the client by the application; empty without one
 * @param status HTTP status sent
 * @param range the requested bytes of the file, as in {@code 0-99} or {@code 0-99,500-599}; empty
 *     for the whole file
 * @param outcome its end
 * @param bytes body bytes the kernel took, at most the planned length
 * @param delivered positions of these bytes in the file
 * @param firstByte time from the hand-off to the first body byte, zero when none was sent
 * @param duration time from the hand-off to the end
 * @param course facts that only the server knows of it
 */
public record TransferResult(
    String id,
    boolean idGiven,
    String root,
    String path,
    String application,
    String virtualServer,
    String client,
    String identity,
    int status,
    String range,
    Outcome outcome,
    long bytes,
    Delivered delivered,
    Duration firstByte,
    Duration duration,
    Course course) {
  /**
   * A transfer as the server saw it.
   *
   * @param transferId its own id, unique on all servers, which lists and commands show
   * @param listener name of its HTTP listener
   * @param length bytes of the body that was to be sent
   * @param small whether header and body went out in one write, on the request's thread
   * @param reason of the outcome, in words without a full stop; empty for a completed transfer
   * @param timePercent shares of its duration by what it waited for, the largest first; without
   *     shares below 1 percent
   * @param verdict the reason why it was not faster, in words; empty if it took no time
   * @param heldBy the rate that was that reason, in words that the configuration has: a setting, a
   *     listener or a limit; empty for another reason, or a rate by an application
   * @param profile its bytes by steps of its time
   */
  public record Course(
      String transferId,
      String listener,
      long length,
      boolean small,
      String reason,
      Map<String, Integer> timePercent,
      String verdict,
      String heldBy,
      Profile profile) {
    /** Of a response that had no body, or no transfer. */
    public static final Course NONE =
        new Course("", "", 0, false, "", Map.of(), "", "", Profile.NONE);
  }

  /** Whether it is one of those that are by far the most: small, and delivered. */
  public boolean usual() {
    return course.small() && outcome == Outcome.COMPLETED;
  }
}
