package io.sendfile.glassfish.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Read-only port to the application's uncommitted response. */
public interface ResponseView {
  /** The status the application chose. */
  int status();

  /** All values of a response header, in order; empty when absent. Names are case-insensitive. */
  List<String> headers(String name);

  /**
   * The media type the application has for files of that name; null if it knows none. Asked only
   * when it has set no Content-Type.
   *
   * @param name name or path, with {@code /} separators
   */
  default @Nullable String mediaType(String name) {
    return null;
  }
}
