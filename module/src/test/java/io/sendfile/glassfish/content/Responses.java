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

  static RequestView request(String method) {
    return new RequestView() {
      @Override
      public String method() {
        return method;
      }

      @Override
      public @Nullable String header(String name) {
        return null;
      }
    };
  }

  /** A response with those headers, given as name, value, name, value. */
  static ResponseView response(int status, String... namesAndValues) {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers
          .computeIfAbsent(namesAndValues[i], name -> new ArrayList<>())
          .add(namesAndValues[i + 1]);
    }
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
}
