package io.sendfile.core.content;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Fields of the application's response that are dropped, per kind of response. All others reach the
 * client: cookies, Cache-Control, Vary, Link, CORS fields and fields of the application.
 */
final class HeaderRules {
  /** The whole file: they describe the application's body, or its own way of cutting it. */
  static final List<String> WHOLE =
      List.of(
          "Content-Length", "Content-Encoding", "Transfer-Encoding", "Trailer", "Content-Range");

  /** Digests of a whole body, of which only a part is sent (RFC 9530 section 2). */
  private static final List<String> DIGESTS_OF_CONTENT = List.of("Content-Digest", "Content-MD5");

  /**
   * Digests of the bytes in their coding (RFC 9530): the application's are those of the plain file.
   * Members of {@code Digest} may hold for each sibling: {@link #digestsOfAnyCoding}.
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
