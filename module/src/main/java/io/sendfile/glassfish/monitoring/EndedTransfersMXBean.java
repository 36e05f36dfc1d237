package io.sendfile.glassfish.monitoring;

import java.util.List;
import java.util.Map;

/** {@code io.sendfile.glassfish:type=EndedTransfers}: the last ended transfers. Thread-safe. */
public interface EndedTransfersMXBean {
  /** Number of remembered transfers, and the reason why a restart would forget them, if any. */
  String getState();

  /**
   * The last transfers that fulfil all conditions, the oldest first, as values by column, with the
   * columns and units of {@code list-sendfile-ended-transfers}. An empty text is no condition;
   * {@code *} stands for any characters.
   *
   * @param outcome such as {@code stalled}; {@code incomplete} for all but {@code completed}
   * @param client address
   * @param root name
   * @param application name
   * @param since a time such as {@code 2026-11-24T02:00:00Z} or {@code 03:00}, or an age such as
   *     {@code 12h}
   * @param limit at least 1
   * @throws IllegalArgumentException with a sentence, for an invalid text
   */
  List<Map<String, String>> find(
      String outcome, String client, String root, String application, String since, int limit);
}
