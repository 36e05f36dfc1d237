package io.sendfile.glassfish.console.app;

import java.util.HashMap;
import java.util.Map;

/** Rows for tests. */
final class TransferRowsOf {
  private TransferRowsOf() {}

  /** A row of the server {@code i1} with these full values, each after the label of its column. */
  static TransferRow another(String... values) {
    Map<String, String> row = new HashMap<>(Map.of("instance", "i1"));
    for (int i = 0; i < values.length; i += 2) {
      row.put(values[i], values[i + 1]);
    }
    return new TransferRow(row);
  }
}
