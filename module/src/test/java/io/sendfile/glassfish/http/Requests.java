package io.sendfile.glassfish.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Requests as plain values, for tests. */
final class Requests {
  private Requests() {}

  /** A request with those headers, given as name, value, name, value. */
  static RequestView request(String method, String... namesAndValues) {
    return new RequestView() {
      @Override
      public String method() {
        return method;
      }

      @Override
      public @Nullable String header(String name) {
        return headers(name).stream().findFirst().orElse(null);
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
