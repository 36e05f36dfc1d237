package io.sendfile.glassfish.console.app;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.management.openmbean.CompositeData;

/**
 * Body bytes of the transfers that run, which statistics do not have yet.
 *
 * @param byRoot by the root's name
 * @param byListener by the listener's name
 */
record RunningBytes(Map<String, Long> byRoot, Map<String, Long> byListener) {
  RunningBytes {
    byRoot = Map.copyOf(byRoot);
    byListener = Map.copyOf(byListener);
  }

  static RunningBytes of(CompositeData... transfers) {
    return new RunningBytes(by("root", transfers), by("listener", transfers));
  }

  private static Map<String, Long> by(String what, CompositeData... transfers) {
    Map<String, Long> sums = new HashMap<>();
    for (CompositeData transfer : transfers) {
      if (transfer.get("bytes") instanceof Long bytes) {
        sums.merge(Objects.toString(transfer.get(what), ""), bytes, Long::sum);
      }
    }
    return sums;
  }

  long total() {
    return byRoot.values().stream().mapToLong(Long::longValue).sum();
  }

  long ofRoot(String name) {
    return byRoot.getOrDefault(name, 0L);
  }

  long ofListener(String name) {
    return byListener.getOrDefault(name, 0L);
  }
}
