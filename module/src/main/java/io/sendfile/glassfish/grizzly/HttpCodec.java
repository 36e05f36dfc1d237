package io.sendfile.glassfish.grizzly;

import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.http.HttpServerFilter;

/** Finds the filter of a chain that writes HTTP/1.1; AJP has another one. */
final class HttpCodec {
  private HttpCodec() {}

  /** Its place below another filter, or -1. */
  static int index(FilterChain chain, int above) {
    for (int i = above - 1; i >= 0; i--) {
      if (chain.get(i) instanceof HttpServerFilter) {
        return i;
      }
    }
    return -1;
  }
}
