package io.sendfile.core.http;

import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Validators of one version of a representation (RFC 9110 section 8.8).
 *
 * @param etag its entity tag, or empty when it has none
 * @param lastModified whole seconds, never in the future; {@link #NO_DATE} for none
 */
public record Validators(Optional<EntityTag> etag, Instant lastModified) {
  /** Stands for a missing date. */
  static final Instant NO_DATE = Instant.MAX;

  /** Neither a tag nor a date: no condition but {@code *} holds. */
  public static final Validators NONE = new Validators(Optional.empty(), NO_DATE);

  /** Twice the tick of kernels' file times. */
  private static final Duration FINE_GRAIN = Duration.ofMillis(20);

  /** Resolution of the coarsest file system, FAT; others have one second. */
  private static final Duration COARSE_GRAIN = Duration.ofSeconds(2);

  /**
   * The validators of a file.
   *
   * <p>The tag consists of modification time in full resolution, size and, if given, the key. It is
   * weak while another change could still get the same modification time. Later changes show,
   * unless the time is set back and the size is unchanged.
   *
   * @param modified in the file system's full resolution; may be older than the last change
   * @param key identity of the file, to distinguish files of the same time and size, or null; only
   *     its hash is visible
   * @param changed time of the last change; the tag is weak within the grain of that time
   */
  public static Validators of(
      FileTime modified, long size, @Nullable Object key, FileTime changed, Instant now) {
    Instant time = modified.toInstant();
    String opaque =
        Long.toHexString(time.getEpochSecond())
            + '.'
            + Integer.toHexString(time.getNano())
            + '-'
            + Long.toHexString(size)
            + (key == null ? "" : '-' + KeyHash.of(key));
    Instant last = changed.toInstant();
    boolean settled = !last.isAfter(now.minus(grain(last)));
    return new Validators(Optional.of(new EntityTag(!settled, opaque)), clamp(time, now));
  }

  /**
   * The validators of a file whose versions have names.
   *
   * @param tag content of a strong entity tag
   */
  public static Validators of(String tag, FileTime modified, Instant now) {
    return new Validators(Optional.of(new EntityTag(false, tag)), clamp(modified.toInstant(), now));
  }

  /** A copy with the application's validators instead, unless they are malformed. */
  public Validators overriddenBy(ResponseView application, Instant now) {
    List<String> tags = application.headers("ETag");
    List<String> dates = application.headers("Last-Modified");
    Optional<EntityTag> tag = tags.isEmpty() ? Optional.empty() : EntityTag.parse(tags.get(0));
    Optional<Instant> date = dates.isEmpty() ? Optional.empty() : HttpDate.parse(dates.get(0), now);
    return new Validators(tag.or(this::etag), date.map(d -> clamp(d, now)).orElse(lastModified));
  }

  /** A copy with another tag, if it has one. */
  public Validators mapEtag(UnaryOperator<EntityTag> change) {
    return new Validators(etag.map(change), lastModified);
  }

  /** A copy without a tag. */
  public Validators withoutEtag() {
    return new Validators(Optional.empty(), lastModified);
  }

  /** A copy without a date: conditions by date are ignored (RFC 9110 sections 13.1.3, 13.1.4). */
  public Validators withoutDate() {
    return new Validators(etag, NO_DATE);
  }

  /** Whether there is a date. */
  public boolean isDated() {
    return !lastModified.equals(NO_DATE);
  }

  /**
   * Whether the date is a strong validator in a response made now: the file has not changed in the
   * second of its date (RFC 9110 section 8.8.2.2).
   */
  boolean isDateStrong(Instant now) {
    return isDated() && !now.isBefore(lastModified.plusSeconds(1));
  }

  /**
   * The date, no later than Date (RFC 9110 section 8.8.2.1), and in years that can be formatted.
   */
  private static Instant clamp(Instant time, Instant now) {
    Instant past = time.isAfter(now) ? now : time;
    return (past.isBefore(Instant.EPOCH) ? Instant.EPOCH : past).truncatedTo(ChronoUnit.SECONDS);
  }

  private static Duration grain(Instant time) {
    return time.equals(time.truncatedTo(ChronoUnit.SECONDS)) ? COARSE_GRAIN : FINE_GRAIN;
  }
}
