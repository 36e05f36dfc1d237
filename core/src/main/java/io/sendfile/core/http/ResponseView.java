package io.sendfile.core.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Read-only port to the application's uncommitted response. */
public interface ResponseView {
  /** Fields by which an application describes a file. */
  List<String> DESCRIPTIONS =
      List.of(
          "ETag",
          "Last-Modified",
          "Accept-Ranges",
          "Content-Encoding",
          "Content-Digest",
          "Repr-Digest",
          "Digest",
          "Content-MD5");

  /** The application's status. */
  int status();

  /** All values of a response header, in order; empty when absent. Names are case-insensitive. */
  List<String> headers(String name);

  /** Whether the application itself has told validators, a digest, a coding, or ranges. */
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

  /** The same response without the fields of these names. */
  default ResponseView without(List<String> names) {
    return names.isEmpty() ? this : new Without(this, names);
  }

  /** The same response where the application is gone, which knows media types: with this one. */
  default ResponseView withMediaType(@Nullable String type) {
    return new WithMediaType(this, type);
  }

  /**
   * A response whose media type for any file is known.
   *
   * @param type the media type; null for none
   */
  record WithMediaType(ResponseView response, @Nullable String type) implements ResponseView {
    @Override
    public int status() {
      return response.status();
    }

    @Override
    public List<String> headers(String name) {
      return response.headers(name);
    }

    @Override
    public @Nullable String mediaType(String name) {
      return type;
    }
  }

  /**
   * A response without some of its fields.
   *
   * @param names of the fields that it has not
   */
  record Without(ResponseView response, List<String> names) implements ResponseView {
    @Override
    public int status() {
      return response.status();
    }

    @Override
    public List<String> headers(String name) {
      return names.stream().anyMatch(name::equalsIgnoreCase) ? List.of() : response.headers(name);
    }

    @Override
    public @Nullable String mediaType(String name) {
      return response.mediaType(name);
    }
  }
}
