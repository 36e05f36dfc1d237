package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.content.Origin;
import io.sendfile.glassfish.http.RequestView;
import io.sendfile.glassfish.http.ResponseView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hand-off that an administrator asks about: as if a client had sent a GET request, and the
 * application had answered 200 with the header and nothing else.
 *
 * @param header name of the header that names the file
 * @param value its value, as an application would set it
 * @param range value of the client's Range, or null for none
 * @param origin the application and virtual server; {@link Origin#UNKNOWN} for none in particular
 */
public record Question(String header, String value, @Nullable String range, Origin origin) {
  RequestView request() {
    return new RequestView() {
      @Override
      public String method() {
        return "GET";
      }

      @Override
      public @Nullable String header(String name) {
        return name.equalsIgnoreCase("Range") ? range : null;
      }

      @Override
      public List<String> headers(String name) {
        String field = header(name);
        return field == null ? List.of() : List.of(field);
      }
    };
  }

  ResponseView response() {
    return new ResponseView() {
      @Override
      public int status() {
        return 200;
      }

      @Override
      public List<String> headers(String name) {
        return name.equalsIgnoreCase(header) ? List.of(value) : List.of();
      }
    };
  }
}
