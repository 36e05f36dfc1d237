package io.sendfile.glassfish.content;

/**
 * Settings of the planner.
 *
 * @param rangeLimit ranges of one request that are honoured; for more the whole file is sent. 0
 *     switches ranges off
 * @param etag which entity tags files get
 */
public record PlanRules(int rangeLimit, EtagMode etag) {
  /** The defaults of the attributes {@code range-limit} and {@code etag}. */
  public static final PlanRules DEFAULTS = new PlanRules(16, EtagMode.STRONG);

  /**
   * Checked settings.
   *
   * @throws IllegalArgumentException if the limit is negative
   */
  public PlanRules {
    if (rangeLimit < 0) {
      throw new IllegalArgumentException("range-limit is " + rangeLimit + "; at least 0 is needed");
    }
  }
}
