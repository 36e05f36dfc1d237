package io.sendfile.glassfish.console.app;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

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

  /** Those of one transfer, by the names of its root and listener. */
  record Sent(String root, String listener, long bytes) {}

  static RunningBytes of(List<Sent> transfers) {
    return new RunningBytes(sum(transfers, Sent::root), sum(transfers, Sent::listener));
  }

  private static Map<String, Long> sum(List<Sent> transfers, Function<Sent, String> by) {
    return transfers.stream()
        .collect(Collectors.groupingBy(by, Collectors.summingLong(Sent::bytes)));
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
