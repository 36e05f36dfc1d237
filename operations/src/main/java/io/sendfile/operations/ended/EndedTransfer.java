package io.sendfile.operations.ended;

import io.sendfile.spi.Outcome;
import io.sendfile.spi.Profile;
import io.sendfile.spi.TransferResult;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Collectors;

/**
 * One transfer that ended. Texts are unescaped, and cut after {@value #MOST_CHARACTERS} characters.
 *
 * @param time of its end, in milliseconds
 * @param id its own id
 * @param downloadId the application's; empty if it gave none
 * @param application name of the web application; empty when none handed the file off
 * @param virtualServer name of the virtual server
 * @param listener name of the HTTP listener
 * @param file root and path, as in {@code media:films/sunrise.mp4}
 * @param range its bytes of the file, as in {@code 0-99,500-599}; empty for the whole file
 * @param status of the response
 * @param client address of the peer, without port
 * @param identity its name by the application; empty without one
 * @param outcome its end
 * @param reason of this outcome, in words; empty for a completed transfer
 * @param bytes of the body that the kernel took
 * @param total bytes of the body
 * @param firstByte time from the hand-off to the first body byte, in milliseconds; 0 without one
 * @param duration time from the hand-off to the end, in milliseconds
 * @param profile its bytes by steps of its time; none in a row of an older version
 * @param verdict the reason why it was not faster, in words
 * @param heldBy the rate that was that reason, in words that the configuration has; empty without
 * @param timePercent shares of its time, as in {@code client 93 %, sending 7 %}
 */
public record EndedTransfer(
    Instant time,
    String id,
    String downloadId,
    String application,
    String virtualServer,
    String listener,
    String file,
    String range,
    int status,
    String client,
    String identity,
    Outcome outcome,
    String reason,
    long bytes,
    long total,
    Duration firstByte,
    Duration duration,
    Profile profile,
    String verdict,
    String heldBy,
    String timePercent) {
  /** Longest text of a row; a path may have four times as many. */
  static final int MOST_CHARACTERS = 1024;

  public EndedTransfer {
    downloadId = cut(downloadId);
    file = cut(file);
    range = cut(range);
    identity = cut(identity);
    reason = cut(reason);
    time = time.truncatedTo(ChronoUnit.MILLIS);
    firstByte = firstByte.truncatedTo(ChronoUnit.MILLIS);
    duration = duration.truncatedTo(ChronoUnit.MILLIS);
  }

  static String cut(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
  }

  /** The row of a transfer with this result. */
  static EndedTransfer of(Instant time, TransferResult result) {
    return new EndedTransfer(
        time,
        result.course().transferId(),
        result.idGiven() ? result.id() : "",
        result.application(),
        result.virtualServer(),
        result.course().listener(),
        result.root() + ':' + result.path(),
        result.range(),
        result.status(),
        result.client(),
        result.identity(),
        result.outcome(),
        result.course().reason(),
        result.bytes(),
        result.course().length(),
        result.firstByte(),
        result.duration(),
        result.course().profile(),
        result.course().verdict(),
        result.course().heldBy(),
        result.course().timePercent().entrySet().stream()
            .map(share -> share.getKey() + " " + share.getValue() + " %")
            .collect(Collectors.joining(", ")));
  }

  /** Name of the root. */
  public String root() {
    return file.substring(0, Math.max(0, file.indexOf(':')));
  }

  /** Rate since the hand-off. */
  public long averageBytesPerSecond() {
    return (long) (bytes * 1000.0 / Math.max(1, duration.toMillis()));
  }
}
