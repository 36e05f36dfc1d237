package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.content.FileAttributes;
import io.sendfile.glassfish.files.Origin;
import java.util.Map;
import java.util.function.Consumer;
import org.glassfish.grizzly.http.server.Request;
import org.jspecify.annotations.Nullable;

/** What the servlet container above Grizzly knows of a request. Thread-safe. */
public interface ServletLayer {
  /** Request attribute by which an application says who is told what became of its hand-off. */
  String LISTENER = "io.sendfile.listener";

  /**
   * The file that was asked for by attributes of the request, while it is served; null when none
   * was. Must not be called, or its result not be relied upon, when the request has ended.
   */
  @Nullable FileAttributes fileAttributes(Request request);

  /**
   * Who is to be told what becomes of the hand-off by which this request is answered: takes the
   * result once, on any thread, and neither blocks nor throws. Null if nobody wants to know. As for
   * {@link #fileAttributes}, the request must be served.
   */
  default @Nullable Consumer<Map<String, Object>> listener(Request request) {
    return null;
  }

  /**
   * The media type that the mime-mappings of the web application the request went to have for files
   * of that name; null for none. As for {@link #fileAttributes}, the request must be served.
   */
  default @Nullable String mediaType(Request request, String name) {
    return null;
  }

  /**
   * The web application the request went to, and its virtual server, while it is served. Must not
   * be called, or its result not be relied upon, when the request has ended.
   */
  Origin origin(Request request);

  /**
   * The file by which the server itself would answer a GET or HEAD request that has not reached it
   * yet, if no part of an application, and no function of the server such as its access log, is to
   * see request or response; else null.
   */
  @Nullable StaticFile staticFile(Request request);

  /** The server has answered such a request itself; it is still there. */
  default void answeredByServer(Request request) {}
}
