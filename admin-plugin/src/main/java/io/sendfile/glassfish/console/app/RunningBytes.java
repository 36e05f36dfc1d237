package io.sendfile.glassfish.console.app;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.management.openmbean.CompositeData;

/**
 * Body bytes of the transfers that run, which statistics do not have yet.
 *
 * @param byRoot by the root's name
 */
record RunningBytes(Map<String, Long> byRoot) {
  RunningBytes {
    byRoot = Map.copyOf(byRoot);
  }

  static RunningBytes of(CompositeData... transfers) {
    Map<String, Long> byRoot = new HashMap<>();
    for (CompositeData transfer : transfers) {
      if (transfer.get("bytes") instanceof Long bytes) {
        byRoot.merge(Objects.toString(transfer.get("root"), ""), bytes, Long::sum);
      }
    }
    return new RunningBytes(byRoot);
  }

  long total() {
    return byRoot.values().stream().mapToLong(Long::longValue).sum();
  }

  long of(String root) {
    return byRoot.getOrDefault(root, 0L);
  }
}
