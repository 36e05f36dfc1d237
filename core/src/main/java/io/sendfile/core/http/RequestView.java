package io.sendfile.core.http;

import java.util.List;

/** Read-only port to a request. Valid only while the request's response is uncommitted. */
public interface RequestView {
  /** Fields of conditions and ranges. */
  List<String> CONDITIONS =
      List.of(
          "If-Match",
          "If-None-Match",
          "If-Modified-Since",
          "If-Unmodified-Since",
          "If-Range",
          "Range");

  /** The method in upper case, e.g. {@code GET}. */
  String method();

  /**
   * Whether it has, or may have, conditions or ranges (RFC 9110 sections 13.1 and 14.2). A field
   * whose name begins with {@code If-} may be one.
   */
  default boolean isConditional() {
    for (String name : CONDITIONS) {
      if (!headers(name).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** All values of a request header, in order; empty when absent. Names are case-insensitive. */
  List<String> headers(String name);
}
