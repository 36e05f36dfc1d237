package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.content.FileAttributes;
import org.glassfish.grizzly.http.server.Request;
import org.jspecify.annotations.Nullable;

/** What the servlet container above Grizzly knows of a request. Thread-safe. */
@FunctionalInterface
public interface ServletLayer {
  /** A server without servlets. */
  ServletLayer NONE = request -> null;

  /**
   * The file that was asked for by attributes of the request, while it is served; null when none
   * was. Must not be called, or its result not be relied upon, when the request has ended.
   */
  @Nullable FileAttributes fileAttributes(Request request);
}
