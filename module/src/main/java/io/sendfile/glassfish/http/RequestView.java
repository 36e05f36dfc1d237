package io.sendfile.glassfish.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Read-only port to a request. Valid only while the request's response is uncommitted. */
public interface RequestView {
  /** The method in upper case, e.g. {@code GET}. */
  String method();

  /** First value of a request header, or null. Names are case-insensitive. */
  @Nullable String header(String name);

  /** All values of a request header, in order; empty when absent. Names are case-insensitive. */
  List<String> headers(String name);
}
