package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.glassfish.jmx.RunningTransfer;
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

  static RunningBytes of(List<RunningTransfer> transfers) {
    return new RunningBytes(
        sum(transfers, RunningTransfer::getRoot), sum(transfers, RunningTransfer::getListener));
  }

  private static Map<String, Long> sum(
      List<RunningTransfer> transfers, Function<RunningTransfer, String> by) {
    return transfers.stream()
        .collect(Collectors.groupingBy(by, Collectors.summingLong(RunningTransfer::getBytes)));
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
