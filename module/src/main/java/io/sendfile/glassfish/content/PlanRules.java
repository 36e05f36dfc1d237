package io.sendfile.glassfish.content;

/**
 * Settings of the planner.
 *
 * @param rangeLimit most ranges of one request; with more the whole file is sent. 0 switches ranges
 *     off
 * @param etag kind of entity tags
 */
public record PlanRules(int rangeLimit, EtagMode etag) {
  /** The defaults of the attributes {@code range-limit} and {@code etag}. */
  public static final PlanRules DEFAULTS = new PlanRules(16, EtagMode.STRONG);

  /**
   * Checks its settings.
   *
   * @throws IllegalArgumentException if the limit is negative
   */
  public PlanRules {
    if (rangeLimit < 0) {
      throw new IllegalArgumentException("range-limit is " + rangeLimit + "; at least 0 is needed");
    }
  }
}
