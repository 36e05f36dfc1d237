package io.sendfile.core.content;

import io.sendfile.core.files.OpenFile;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Objects;

/**
 * The plan for the usual request: a GET without conditions or ranges, whose application sets no
 * header field about the file but its media type. It depends on file, settings and media type only,
 * so the planner makes it once and caches it with the open file.
 *
 * @param mediaType the media type it was made for
 * @param since from then on it does not depend on the time of the request
 */
record CachedPlan(ResponsePlan plan, String mediaType, Instant since) {
  /** Whether the response to this request is such a plan. */
  static boolean answers(RequestView request, ResponseView response) {
    return response.status() == 200
        && request.method().equals("GET")
        && !request.isConditional()
        && !response.describesFile();
  }

  /** A recently changed file has a weak tag, and a Date by the module beside Last-Modified. */
  static Instant since(OpenFile file) {
    FileTime last = Objects.requireNonNullElse(file.facts().lastChange(), file.modified());
    return last.toInstant().plus(PlanBuilder.AGE_OF_DATE).plusSeconds(1);
  }

  /** Whether it is the plan for that media type, now. */
  boolean holds(String wanted, Instant now) {
    return mediaType.equals(wanted) && !now.isBefore(since);
  }
}
