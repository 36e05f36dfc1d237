package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.http.RequestView;
import io.sendfile.glassfish.http.ResponseView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests and responses as plain values. */
final class Views {
  private Views() {}

  static final RequestView GET = request("GET");

  static RequestView request(String requestMethod) {
    return new RequestView() {
      @Override
      public String method() {
        return requestMethod;
      }

      @Override
      public @Nullable String header(String name) {
        return null;
      }

      @Override
      public List<String> headers(String name) {
        return List.of();
      }
    };
  }

  /** A response with those headers, given as name, value, name, value. */
  static ResponseView response(int responseStatus, String... namesAndValues) {
    return new ResponseView() {
      @Override
      public int status() {
        return responseStatus;
      }

      @Override
      public List<String> headers(String name) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
          if (namesAndValues[i].equalsIgnoreCase(name)) {
            values.add(namesAndValues[i + 1]);
          }
        }
        return values;
      }
    };
  }
}
