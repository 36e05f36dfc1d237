package io.sendfile.core.content;

import io.sendfile.core.files.OpenFile;
import io.sendfile.core.http.ByteRange;
import io.sendfile.core.http.HttpDate;
import io.sendfile.core.http.MultipartByteranges;
import io.sendfile.core.http.Preconditions;
import io.sendfile.core.http.RangeSelection;
import io.sendfile.core.http.RequestView;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.Validators;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
   * The response to a request whose application handed off that file.
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
    boolean ranges = status == 200 && rangeLimit > 0 && !refusesRanges(response);
    if (!request.isConditional()) {
      return plans.whole(status, validators, ranges, head);
    }
    Preconditions.Result result = Preconditions.evaluate(request, validators, now);
    if (result == Preconditions.Result.NOT_MODIFIED) {
      return plans.notModified(validators);
    }
    if (result == Preconditions.Result.FAILED) {
      return plans.preconditionFailed();
    }
    RangeSelection selection =
        ranges && !head && Preconditions.allowRange(request, validators, now)
            ? RangeSelection.of(
                request.headers("Range"),
                file.facts().size(),
                Math.min(rangeLimit, file.mostRanges()))
            : new RangeSelection.Whole();
    if (selection instanceof RangeSelection.NotSatisfiable) {
      return plans.rangeNotSatisfiable();
    }
    if (selection instanceof RangeSelection.Partial partial) {
      boolean ifRange = !request.headers("If-Range").isEmpty();
      return plans.partial(partial.ranges(), validators, ifRange, boundaries);
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

  /**
   * Builds the plan of each kind of response about one file, once the planner has chosen the kind.
   */
  static final class PlanBuilder {
    /**
     * The server's Date may be a second old, or six on a busy machine. A younger Last-Modified gets
     * our own Date, as it may not be later than Date (RFC 9110 section 8.8.2.1).
     */
    static final Duration AGE_OF_DATE = Duration.ofSeconds(10);

    private static final HeaderField NO_STORE = new HeaderField("Cache-Control", "no-store");

    private final ResponseView application;
    private final Representation file;
    private final Instant now;
    private final long size;

    PlanBuilder(ResponseView application, Representation file, Instant now) {
      this.application = application;
      this.file = file;
      this.now = now;
      this.size = file.facts().size();
    }

    /** The whole file for a method that is neither GET nor HEAD. */
    ResponsePlan toOtherMethod(int status) {
      Fields fields = new Fields(HeaderRules.WHOLE).contentType().coding();
      return new ResponsePlan(status, size, fields.set, fields.drop, slice(0, size));
    }

    /** The whole file for GET, or its header only. */
    ResponsePlan whole(int status, Validators validators, boolean ranges, boolean head) {
      Fields fields = new Fields(HeaderRules.WHOLE).validators(validators).contentType().coding();
      fields.set("Accept-Ranges", ranges ? "bytes" : "none");
      List<Segment> body = head ? List.of() : slice(0, size);
      return new ResponsePlan(status, size, fields.set, fields.drop, body);
    }

    /** The application's part of the file, as a whole response. */
    ResponsePlan slice(int status, FileSlice slice, boolean head) {
      Fields fields = new Fields(HeaderRules.SLICE).contentType().coding();
      List<Segment> body = head || slice.length() == 0 ? List.of() : List.of(slice);
      return new ResponsePlan(status, slice.length(), fields.set, fields.drop, body);
    }

    /** One or more parts of the file. */
    ResponsePlan partial(
        List<ByteRange> ranges,
        Validators validators,
        boolean ifRange,
        Supplier<String> boundaries) {
      Fields fields =
          ifRange
              ? new Fields(HeaderRules.AFTER_IF_RANGE).etag(validators).vary()
              : new Fields(HeaderRules.PARTIAL).validators(validators).coding();
      fields.set("Accept-Ranges", "bytes");
      if (ranges.size() > 1) {
        return multipart(ranges, fields, boundaries.get());
      }
      if (!ifRange) {
        fields.contentType();
      }
      ByteRange range = ranges.get(0);
      fields.set("Content-Range", range.contentRange(size));
      List<Segment> body = slice(range.first(), range.length());
      return new ResponsePlan(206, range.length(), fields.set, fields.drop, body);
    }

    private ResponsePlan multipart(List<ByteRange> ranges, Fields fields, String boundary) {
      MultipartByteranges frame =
          new MultipartByteranges(boundary, ranges, size, Optional.of(mediaType()));
      fields.set("Content-Type", frame.mediaType());
      List<Segment> body = new ArrayList<>(2 * ranges.size() + 1);
      for (int i = 0; i < ranges.size(); i++) {
        body.add(literal(frame.head(i)));
        body.addAll(slice(ranges.get(i).first(), ranges.get(i).length()));
      }
      body.add(literal(frame.end()));
      return new ResponsePlan(206, frame.length(), fields.set, fields.drop, body);
    }

    /** 304. Last-Modified is sent only without a tag. */
    ResponsePlan notModified(Validators validators) {
      Fields fields = new Fields(HeaderRules.NOT_MODIFIED).vary();
      if (validators.etag().isPresent()) {
        fields.etag(validators);
      } else {
        fields.validators(validators);
      }
      return new ResponsePlan(304, ResponsePlan.NO_LENGTH, fields.set, fields.drop, List.of());
    }

    /** 412. */
    ResponsePlan preconditionFailed() {
      return error(412, new Fields(HeaderRules.ERROR));
    }

    /** 416, with the size for a client that asks again. */
    ResponsePlan rangeNotSatisfiable() {
      return error(416, new Fields(HeaderRules.ERROR).set("Content-Range", "bytes */" + size));
    }

    /** Adds no-store: a cache would answer other requests for the file with this error. */
    private static ResponsePlan error(int status, Fields fields) {
      fields.set.add(NO_STORE);
      return new ResponsePlan(status, 0, fields.set, fields.drop, List.of());
    }

    private String mediaType() {
      String told = file.fields().get("Content-Type");
      return told != null && application.headers("Content-Type").stream().allMatch(String::isBlank)
          ? told
          : MediaTypes.of(application, file.name());
    }

    private static List<Segment> slice(long position, long length) {
      return length == 0 ? List.of() : List.of(new FileSlice(position, length));
    }

    private static Literal literal(byte[] bytes) {
      return new Literal(ByteBuffer.wrap(bytes).asReadOnlyBuffer());
    }

    /** The header fields of one plan. */
    private final class Fields {
      private final List<HeaderField> set = new ArrayList<>();
      private List<String> drop;

      Fields(List<String> drop) {
        this.drop = drop;
        if (file.coding() != ContentCoding.IDENTITY) {
          dropDigestsOfPlainFile();
        }
        file.fields().forEach(this::describe);
      }

      /** Rules about caching are the application's in one field or another. */
      private void describe(String name, String value) {
        List<String> said =
            HeaderRules.CACHING.contains(name) ? HeaderRules.CACHING : List.of(name);
        if (HeaderRules.OF_STORE.contains(name)
            && !drop.contains(name)
            && said.stream().allMatch(each -> application.headers(each).isEmpty())) {
          set(name, value);
        }
      }

      private void dropDigestsOfPlainFile() {
        drop = HeaderRules.and(drop, HeaderRules.DIGESTS_OF_CODING);
        String left = HeaderRules.digestsOfAnyCoding(application.headers("Digest"));
        if (left.isEmpty()) {
          drop = HeaderRules.and(drop, List.of("Digest"));
        } else {
          set("Digest", left);
        }
      }

      Fields set(String name, String value) {
        set.add(new HeaderField(name, value));
        return this;
      }

      Fields validators(Validators validators) {
        if (!validators.isDated()) {
          // GlassFish's own, of a static file, or a malformed one.
          drop = HeaderRules.and(drop, List.of("Last-Modified"));
          return etag(validators);
        }
        if (validators.lastModified().isAfter(now.minus(AGE_OF_DATE))) {
          set("Date", HttpDate.format(now));
        }
        return etag(validators).set("Last-Modified", HttpDate.format(validators.lastModified()));
      }

      Fields etag(Validators validators) {
        validators.etag().ifPresent(tag -> set("ETag", tag.toString()));
        if (validators.etag().isEmpty()) {
          drop = HeaderRules.and(drop, List.of("ETag"));
        }
        return this;
      }

      Fields contentType() {
        return set("Content-Type", mediaType());
      }

      Fields coding() {
        if (file.coding() != ContentCoding.IDENTITY) {
          set("Content-Encoding", file.coding().token());
        }
        String declared = file.declaredCoding();
        if (declared != null) {
          set("Content-Encoding", declared);
        }
        return vary();
      }

      Fields vary() {
        return file.negotiated()
            ? set("Vary", ContentCoding.vary(application.headers("Vary")))
            : this;
      }
    }

    /**
     * Fields of the application's response that are dropped, per kind of response. All others reach
     * the client: cookies, Cache-Control, Vary, Link, CORS fields and fields of the application.
     */
    static final class HeaderRules {
      /** The whole file: they describe the application's body, or its own way of cutting it. */
      static final List<String> WHOLE =
          List.of(
              "Content-Length",
              "Content-Encoding",
              "Transfer-Encoding",
              "Trailer",
              "Content-Range");

      /** Digests of a whole body, of which only a part is sent (RFC 9530 section 2). */
      private static final List<String> DIGESTS_OF_CONTENT =
          List.of("Content-Digest", "Content-MD5");

      /**
       * Digests of the bytes in their coding (RFC 9530): the application's are those of the plain
       * file. Members of {@code Digest} may hold for each sibling: {@link #digestsOfAnyCoding}.
       */
      static final List<String> DIGESTS_OF_CODING =
          List.of("Repr-Digest", "Content-Digest", "Content-MD5");

      /** The client has them from its first request (RFC 9110 section 15.3.7). */
      private static final List<String> KNOWN_BY_IF_RANGE =
          List.of("Content-Type", "Content-Language", "Last-Modified");

      /** Metadata that a 304 does not repeat (RFC 9110 section 15.4.5). */
      private static final List<String> METADATA =
          List.of(
              "Content-Type",
              "Content-Language",
              "Content-Disposition",
              "Accept-Ranges",
              "Last-Modified",
              "Content-Digest",
              "Content-MD5",
              "Digest",
              "Repr-Digest");

      /** Fields by which caches know how long they may keep a response. */
      static final List<String> CACHING = List.of("Cache-Control", "Expires", "Pragma");

      /** Fields of a store's description, besides media type and coding. */
      static final List<String> OF_STORE =
          List.of("Cache-Control", "Expires", "Content-Disposition", "Content-Language");

      /** Metadata of the file that does not belong into an error. */
      private static final List<String> OF_FILE =
          List.of("ETag", "Content-Location", "Expires", "Cache-Control");

      /** A part of the file that the application cut out itself, with its own Content-Range. */
      static final List<String> SLICE =
          List.of("Content-Length", "Content-Encoding", "Transfer-Encoding", "Trailer");

      /** Parts of the file. */
      static final List<String> PARTIAL = join(WHOLE, DIGESTS_OF_CONTENT);

      /** Parts of the file for a client that has other parts already. */
      static final List<String> AFTER_IF_RANGE = join(PARTIAL, KNOWN_BY_IF_RANGE);

      /** 304. */
      static final List<String> NOT_MODIFIED = join(WHOLE, METADATA);

      /** 412 and 416. */
      static final List<String> ERROR = join(NOT_MODIFIED, OF_FILE);

      private HeaderRules() {}

      /** A copy with more of them. */
      static List<String> and(List<String> names, List<String> others) {
        return join(names, others);
      }

      /** The members of {@code Digest} whose algorithms disregard codings (RFC 5843 section 2). */
      static String digestsOfAnyCoding(List<String> digest) {
        return Arrays.stream(String.join(",", digest).split(",", -1))
            .map(String::strip)
            .filter(member -> member.regionMatches(true, 0, "id-", 0, 3))
            .collect(Collectors.joining(", "));
      }

      @SafeVarargs
      private static List<String> join(List<String>... lists) {
        List<String> all = new ArrayList<>();
        for (List<String> list : lists) {
          all.addAll(list);
        }
        return List.copyOf(all);
      }
    }
  }

  /**
   * Media types by file extension, for files whose application sets none and has no mime-mapping;
   * GlassFish's own mappings lack many, such as mp4, webp, woff2 and wasm. No charset: the module
   * does not read the text.
   */
  static final class MediaTypes {
    /** For files of unknown type: browsers must not guess, or they run what users uploaded. */
    private static final String UNKNOWN = "application/octet-stream";

    private static final Map<String, String> BY_EXTENSION = Map.copyOf(byExtension(lines()));

    private MediaTypes() {}

    /**
     * The type of a file by the last extension of its name, without regard to case; empty if
     * unknown.
     *
     * @param name name or path, with {@code /} separators
     */
    static Optional<String> of(String name) {
      String file = name.substring(name.lastIndexOf('/') + 1);
      int dot = file.lastIndexOf('.');
      return dot < 0
          ? Optional.empty()
          : Optional.ofNullable(BY_EXTENSION.get(file.substring(dot + 1).toLowerCase(Locale.ROOT)));
    }

    /**
     * The type in a response: the application's own, that of its mime-mappings, or one of these.
     *
     * @param name name or path of the file
     */
    static String of(ResponseView application, String name) {
      List<String> given = application.headers("Content-Type");
      if (!given.isEmpty() && !given.get(0).isBlank()) {
        return given.get(0);
      }
      String mapped = application.mediaType(name);
      return mapped != null ? mapped : of(name).orElse(UNKNOWN);
    }

    /** The table: per line a media type and its extensions, sorted by type. */
    static List<String> lines() {
      try (InputStream table =
          Objects.requireNonNull(MediaTypes.class.getResourceAsStream("media-types.txt"))) {
        return new String(table.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static Map<String, String> byExtension(List<String> lines) {
      Map<String, String> byExtension = new HashMap<>();
      for (String line : lines) {
        String[] words = line.split(" ", -1);
        for (int i = 1; i < words.length; i++) {
          byExtension.put(words[i], words[0]);
        }
      }
      return byExtension;
    }
  }
}
