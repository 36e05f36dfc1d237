package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.LiveFigures;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Present figures.
 *
 * @param each by server
 * @param failures of the other servers
 */
record Live(Map<String, LiveFigures> each, List<String> failures) {
  /** Whether the figures are sums, or lack a server. */
  boolean isOfSeveral() {
    return each.size() + failures.size() > 1;
  }

  /** The figures of all; empty without any. */
  Optional<LiveFigures> together() {
    return isOfSeveral() && !each.isEmpty()
        ? Optional.of(LiveFigures.together(each))
        : each.values().stream().findFirst();
  }
}
