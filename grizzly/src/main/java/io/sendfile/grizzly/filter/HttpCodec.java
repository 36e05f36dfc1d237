package io.sendfile.grizzly.filter;

import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.http.HttpServerFilter;

/** Finds the HTTP/1.1 codec of a chain; AJP has another one. */
final class HttpCodec {
  private HttpCodec() {}

  /** Its index below another filter, or -1. */
  static int index(FilterChain chain, int above) {
    for (int i = above - 1; i >= 0; i--) {
      if (chain.get(i) instanceof HttpServerFilter) {
        return i;
      }
    }
    return -1;
  }
}
