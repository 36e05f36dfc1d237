package io.sendfile.grizzly.filter;

import io.sendfile.core.content.FileAttributes;
import io.sendfile.core.content.HandOffAttributes;
import io.sendfile.core.files.Origin;
import java.util.Map;
import java.util.function.Consumer;
import org.glassfish.grizzly.http.server.Request;
import org.jspecify.annotations.Nullable;

/** The servlet container's knowledge about a request. Thread-safe. */
public interface ServletLayer {
  /** Request attribute by which an application registers a receiver of its hand-off's result. */
  String LISTENER = "io.sendfile.listener";

  /**
   * Request attribute by which an application makes links that a plug-in answers, a {@code
   * Function<Map<String, String>, String>} from terms to a path; only where there are such
   * plug-ins.
   */
  String LINK = "io.sendfile.link";

  /** Request attribute by which an application names the client, a String. */
  String CLIENT = "io.sendfile.client";

  /**
   * The file named by attributes of the request, while it is served; null when none was. Must not
   * be called, nor its result be used, after the end of the request.
   */
  @Nullable FileAttributes fileAttributes(Request request);

  /** The file, or the files, that the application has passed; null for none. As above. */
  default @Nullable HandOffAttributes passedFile(Request request) {
    return null;
  }

  /**
   * Receiver of the result of the hand-off that answers this request: takes it once, on any thread,
   * and neither blocks nor throws. Null for none. As for {@link #fileAttributes}, the request must
   * be served.
   */
  default @Nullable Consumer<Map<String, Object>> listener(Request request) {
    return null;
  }

  /**
   * The name of the client by the application's attribute; null for none. As for {@link
   * #fileAttributes}, the request must be served.
   *
   * @param principal whether the name of the signed-in user takes the place of none
   */
  default @Nullable String clientName(Request request, boolean principal) {
    return null;
  }

  /**
   * The media type for files of that name, by the mime-mappings of the request's web application;
   * null for none. As for {@link #fileAttributes}, the request must be served.
   */
  default @Nullable String mediaType(Request request, String name) {
    return null;
  }

  /**
   * The request's web application and virtual server, while it is served. Must not be called, nor
   * its result be used, after the end of the request.
   */
  Origin origin(Request request);

  /** Name of the servlet that serves the request; empty if unknown. As {@link #origin}. */
  default String servlet(Request request) {
    return "";
  }

  /**
   * The file by which the server itself would answer a GET or HEAD request that has not reached it
   * yet, if no part of an application, and no function of the server such as its access log, has to
   * see request or response; else null.
   */
  @Nullable StaticFile staticFile(Request request);

  /** The server has answered such a request itself; its objects still exist. */
  default void answeredByServer(Request request) {}
}
