package io.sendfile.core.content;

import io.sendfile.core.content.Representation.EtagMode;
import io.sendfile.core.content.Segment.FileSlice;
import io.sendfile.core.files.OpenFile;
import io.sendfile.core.http.MultipartByteranges;
import io.sendfile.core.http.Preconditions;
import io.sendfile.core.http.RangeSelection;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.Validators;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plans the whole response from headers and the facts of the opened file: 200, 206, 304, 412 or
 * 416. Pure, except for the random boundary. Immutable.
 */
public final class ResponsePlanner {
  private final int rangeLimit;
  private final EtagMode etag;
  private final Supplier<String> boundaries;

  /**
   * A planner.
   *
   * @param rangeLimit most ranges of one request; with more the whole file is sent. 0 switches
   *     ranges off
   * @param etag kind of entity tags
   * @param boundaries supplies an unguessable boundary for each multipart body, of the form
   *     required by {@link MultipartByteranges}; thread-safe
   */
  public ResponsePlanner(int rangeLimit, EtagMode etag, Supplier<String> boundaries) {
    this.rangeLimit = rangeLimit;
    this.etag = etag;
    this.boundaries = boundaries;
  }

  /**
   * The answer to a request whose application handed off that file.
   *
   * <p>The application's status is kept, with these exceptions, which count as 200: 204 and 205,
   * because they cannot carry a body (RFC 9110 sections 15.3.5 and 15.3.6) and frameworks choose
   * them by themselves for an empty body; 206 and 416, because the application's own work on ranges
   * is done again here; 304, where {@link EmptyBodyDigests} have led to it.
   *
   * <p>Only GET and HEAD have preconditions and validators here. Other methods have already had
   * their effect on the application's resource; the file is their result.
   *
   * @param now time of the response
   */
  public ResponsePlan plan(
      RequestView request, ResponseView response, Representation file, Instant now) {
    int status = statusFor(response.status());
    boolean head = request.method().equals("HEAD");
    PlanBuilder plans = new PlanBuilder(response, file, now);
    if (!head && !request.method().equals("GET")) {
      return plans.toOtherMethod(status);
    }
    Validators validators = file.validators(etag, response, now);
    Preconditions.Result result = Preconditions.evaluate(request, validators, now);
    if (result == Preconditions.Result.NOT_MODIFIED) {
      return plans.notModified(validators);
    }
    if (result == Preconditions.Result.FAILED) {
      return plans.preconditionFailed();
    }
    boolean ranges = status == 200 && rangeLimit > 0 && !refusesRanges(response);
    RangeSelection selection =
        ranges && !head && Preconditions.allowRange(request, validators, now)
            ? RangeSelection.of(request.headers("Range"), file.facts().size(), rangeLimit)
            : new RangeSelection.Whole();
    if (selection instanceof RangeSelection.NotSatisfiable) {
      return plans.rangeNotSatisfiable();
    }
    if (selection instanceof RangeSelection.Partial partial) {
      return plans.partial(
          partial.ranges(), validators, Preconditions.hasIfRange(request), boundaries);
    }
    return plans.whole(status, validators, ranges, head);
  }

  /**
   * The plan cached with a file by an earlier request, if it answers this one; otherwise null. For
   * the whole file without a coding.
   */
  public @Nullable ResponsePlan cachedPlan(
      RequestView request, ResponseView response, OpenFile file, InstantSource clock) {
    return file.attachment() instanceof CachedPlan cached
            && CachedPlan.answers(request, response)
            && cached.holds(MediaTypes.of(response, file.relativePath()), clock.instant())
        ? cached.plan()
        : null;
  }

  /**
   * Like {@link #plan(RequestView, ResponseView, Representation, Instant)}, of an open file as it
   * is. Caches the plan for the usual request with the file, for {@link #cachedPlan}.
   */
  public ResponsePlan plan(
      RequestView request,
      ResponseView response,
      Representation plain,
      OpenFile file,
      Instant now) {
    ResponsePlan plan = plan(request, response, plain, now);
    if (CachedPlan.answers(request, response)) {
      String mediaType = MediaTypes.of(response, plain.name());
      CachedPlan cached = new CachedPlan(plan, mediaType, CachedPlan.since(file));
      if (cached.holds(mediaType, now)) {
        file.attach(cached);
      }
    }
    return plan;
  }

  /**
   * The response when the application wants a part of the file. A slice of the whole file is
   * planned as by {@link #plan}, and so is a slice of a 206 by which the application has answered a
   * range itself: that work is done again. Any other slice is the application's representation,
   * whose validators and ranges only it knows: status and header fields stay.
   *
   * @param slice lies within the file; null for the whole file
   */
  public ResponsePlan plan(
      RequestView request,
      ResponseView response,
      Representation file,
      @Nullable FileSlice slice,
      Instant now) {
    long size = file.facts().size();
    if (slice == null || slice.isWhole(size) || answersRange(response, slice, size)) {
      return plan(request, response, file, now);
    }
    int status = response.status() == 206 ? 206 : statusFor(response.status());
    boolean head = request.method().equals("HEAD");
    return new PlanBuilder(response, file, now).slice(status, slice, head);
  }

  private static boolean answersRange(ResponseView response, FileSlice slice, long size) {
    return response.status() == 206
        && response
            .headers("Content-Range")
            .equals(List.of("bytes " + slice.positions() + "/" + size));
  }

  private static int statusFor(int status) {
    return switch (status) {
      case 204, 205, 206, 304, 416 -> 200;
      default -> status;
    };
  }

  private static boolean refusesRanges(ResponseView response) {
    for (String unit : response.headers("Accept-Ranges")) {
      if (unit.strip().equalsIgnoreCase("none")) {
        return true;
      }
    }
    return false;
  }

  /**
   * The plan for the usual request: a GET without conditions or ranges, whose application sets no
   * header field about the file but its media type. It depends on file, settings and media type
   * only, so the planner makes it once and caches it with the open file.
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
}
