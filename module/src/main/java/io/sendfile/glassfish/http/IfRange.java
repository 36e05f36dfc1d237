package io.sendfile.glassfish.http;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * {@code If-Range}: the requested part if the representation is unchanged, else the whole (RFC 9110
 * section 13.1.5). It never causes an error: a range under a false condition is ignored.
 */
public final class IfRange {
  private IfRange() {}

  /** Whether the request makes its range depend on a validator. */
  public static boolean isIn(RequestView request) {
    return !request.headers("If-Range").isEmpty();
  }

  /**
   * Whether a range of this request counts: there is no If-Range, or it is exactly the current
   * strong entity tag, or exactly the current strong date.
   */
  public static boolean allowsRange(RequestView request, Validators current, Instant now) {
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
}
