package io.sendfile.core.content;

import io.sendfile.core.content.Representation.ContentCoding;
import io.sendfile.core.content.Segment.FileSlice;
import io.sendfile.core.content.Segment.Literal;
import io.sendfile.core.http.ByteRange;
import io.sendfile.core.http.HeaderField;
import io.sendfile.core.http.HttpDate;
import io.sendfile.core.http.MultipartByteranges;
import io.sendfile.core.http.ResponseView;
import io.sendfile.core.http.Validators;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Builds the plan of each kind of response about one file, once the planner has chosen the kind.
 */
final class PlanBuilder {
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
      List<ByteRange> ranges, Validators validators, boolean ifRange, Supplier<String> boundaries) {
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
    return MediaTypes.of(application, file.name());
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
            "Content-Length", "Content-Encoding", "Transfer-Encoding", "Trailer", "Content-Range");

    /** Digests of a whole body, of which only a part is sent (RFC 9530 section 2). */
    private static final List<String> DIGESTS_OF_CONTENT = List.of("Content-Digest", "Content-MD5");

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
