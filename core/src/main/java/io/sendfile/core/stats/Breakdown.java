package io.sendfile.core.stats;

/** Events counted by a key. One row is the only description for all ways of monitoring. */
public enum Breakdown {
  OUTCOMES("transfers_finished", "outcome", "Transfers ended, by outcome"),
  REFUSALS("refusals", "reason", "Hand-offs refused, by reason"),
  STATUSES("answers", "status", "Hand-offs answered, by HTTP status"),
  PLUG_IN_FAILURES(
      "plug_in_failures", "plug_in", "Times a plug-in failed and the module's own part was used");

  private final String metric;
  private final String key;
  private final String description;

  Breakdown(String metric, String key, String description) {
    this.metric = metric;
    this.key = key;
    this.description = description;
  }

  /** The stable name in OpenMetrics, without prefix and suffix, e.g. {@code refusals}. */
  public String metric() {
    return metric;
  }

  /** The label of the key in OpenMetrics, e.g. {@code reason}. */
  public String key() {
    return key;
  }

  /** One phrase, without a full stop. */
  public String description() {
    return description;
  }
}
