package io.sendfile.glassfish.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Read-only port to the application's uncommitted response. */
public interface ResponseView {
  /** Fields by which an application describes a file. */
  List<String> DESCRIPTIONS = List.of("ETag", "Last-Modified", "Accept-Ranges", "Content-Encoding");

  /** The application's status. */
  int status();

  /** All values of a response header, in order; empty when absent. Names are case-insensitive. */
  List<String> headers(String name);

  /** Whether the application itself has told validators of the file, its coding, or ranges. */
  default boolean describesFile() {
    for (String name : DESCRIPTIONS) {
      if (!headers(name).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The application's media type for files of that name; null if it has none. Called only without a
   * Content-Type of the application.
   *
   * @param name name or path, with {@code /} separators
   */
  default @Nullable String mediaType(String name) {
    return null;
  }
}
