package io.sendfile.glassfish.http;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * {@code If-Range}: the part if the representation is unchanged, else all of it (RFC 9110 section
 * 13.1.5). It never leads to an error: a range that may not be honoured is ignored.
 */
public final class IfRange {
  private IfRange() {}

  /** Whether the request makes its range depend on a validator. */
  public static boolean isIn(RequestView request) {
    return !request.headers("If-Range").isEmpty();
  }

  /**
   * Whether a range of this request may be honoured: there is no If-Range, or it holds exactly the
   * current entity tag, which is strong, or exactly the current date, which is.
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
