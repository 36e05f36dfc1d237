package io.sendfile.glassfish.console.app;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;

/** Origin of a browser's request: Fetch Metadata, and RFC 6454. */
final class Origins {
  private Origins() {}

  /** Whether one of our own pages has sent it; false for a request without an origin. */
  static boolean isOwn(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null && !site.equals("same-origin")) {
      return false;
    }
    String origin = request.getHeader("Origin");
    return origin == null
        ? site != null
        : isSame(origin, request.getScheme() + "://" + request.getHeader("Host"));
  }

  private static boolean isSame(String origin, String own) {
    try {
      URI theirs = URI.create(origin);
      URI ours = URI.create(own);
      return theirs.getHost() != null
          && theirs.getHost().equalsIgnoreCase(ours.getHost())
          && theirs.getScheme().equalsIgnoreCase(ours.getScheme())
          && port(theirs) == port(ours);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static int port(URI uri) {
    return uri.getPort() >= 0 ? uri.getPort() : uri.getScheme().equals("https") ? 443 : 80;
  }
}
