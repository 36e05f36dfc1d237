package io.sendfile.core.http;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * The preconditions of a request, in the order of RFC 9110 section 13.2.2. They apply only when the
 * response without them would be successful (13.2.1). {@code If-Range} is separate, as it never
 * causes an error: a range under a false condition is ignored, and the whole sent (13.1.5).
 */
public final class Preconditions {
  private Preconditions() {}

  /** Result of the preconditions. */
  public enum Result {
    /** No condition is false: answer as if there were none. */
    PROCEED,
    /** The client has this version: 304. */
    NOT_MODIFIED,
    /** The client wants another version: 412. */
    FAILED
  }

  /** Evaluates them against an existing representation. */
  public static Result evaluate(RequestView request, Validators current, Instant now) {
    if (wantsAnotherVersion(request, current, now)) {
      return Result.FAILED;
    }
    boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
    List<String> noneMatch = request.headers("If-None-Match");
    if (!noneMatch.isEmpty()) {
      if (!matches(noneMatch, current, EntityTag::matchesWeakly)) {
        return Result.PROCEED;
      }
      return reads ? Result.NOT_MODIFIED : Result.FAILED;
    }
    boolean unchanged =
        reads
            && date(request, "If-Modified-Since", current, now)
                .filter(since -> !current.lastModified().isAfter(since))
                .isPresent();
    return unchanged ? Result.NOT_MODIFIED : Result.PROCEED;
  }

  /**
   * Whether a range of this request counts: there is no If-Range, or it is exactly the current
   * strong entity tag, or exactly the current strong date.
   */
  public static boolean allowRange(RequestView request, Validators current, Instant now) {
    List<String> fields = request.headers("If-Range");
    if (fields.isEmpty()) {
      return true;
    }
    if (fields.size() > 1) {
      return false;
    }
    Optional<EntityTag> tag = EntityTag.parse(fields.get(0));
    if (tag.isPresent()) {
      return current.etag().filter(tag.get()::matchesStrongly).isPresent();
    }
    return current.isDateStrong(now)
        && HttpDate.parse(fields.get(0), now).filter(current.lastModified()::equals).isPresent();
  }

  /** Whether If-Match, or else If-Unmodified-Since, is false. */
  private static boolean wantsAnotherVersion(RequestView request, Validators current, Instant now) {
    List<String> match = request.headers("If-Match");
    return match.isEmpty()
        ? date(request, "If-Unmodified-Since", current, now)
            .filter(since -> current.lastModified().isAfter(since))
            .isPresent()
        : !matches(match, current, EntityTag::matchesStrongly);
  }

  private static boolean matches(
      List<String> fields, Validators current, BiPredicate<EntityTag, EntityTag> comparison) {
    if (fields.size() == 1 && fields.get(0).strip().equals("*")) {
      return true;
    }
    return current.etag().isPresent()
        && EntityTag.parseList(fields).stream()
            .anyMatch(tag -> comparison.test(tag, current.etag().get()));
  }

  /** The date in a field. Several fields are invalid, like a malformed date, and ignored. */
  private static Optional<Instant> date(
      RequestView request, String name, Validators current, Instant now) {
    List<String> fields = request.headers(name);
    return fields.size() == 1 && current.isDated()
        ? HttpDate.parse(fields.get(0), now)
        : Optional.empty();
  }
}
