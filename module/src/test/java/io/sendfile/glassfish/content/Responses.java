package io.sendfile.glassfish.content;

import io.sendfile.glassfish.http.RequestView;
import io.sendfile.glassfish.http.ResponseView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Requests and responses as plain values, for tests. */
final class Responses {
  private Responses() {}

  /** A request with those headers, given as name, value, name, value. */
  static RequestView request(String method, String... namesAndValues) {
    Map<String, List<String>> headers = headers(namesAndValues);
    return new RequestView() {
      @Override
      public String method() {
        return method;
      }

      @Override
      public @Nullable String header(String name) {
        List<String> values = headers(name);
        return values.isEmpty() ? null : values.get(0);
      }

      @Override
      public List<String> headers(String name) {
        return headers.getOrDefault(name, List.of());
      }
    };
  }

  /** A response with those headers, given as name, value, name, value. */
  static ResponseView response(int status, String... namesAndValues) {
    Map<String, List<String>> headers = headers(namesAndValues);
    return new ResponseView() {
      @Override
      public int status() {
        return status;
      }

      @Override
      public List<String> headers(String name) {
        return headers.getOrDefault(name, List.of());
      }
    };
  }

  private static Map<String, List<String>> headers(String... namesAndValues) {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers
          .computeIfAbsent(namesAndValues[i], name -> new ArrayList<>())
          .add(namesAndValues[i + 1]);
    }
    return headers;
  }
}
