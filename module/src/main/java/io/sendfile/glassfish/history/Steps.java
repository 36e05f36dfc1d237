package io.sendfile.glassfish.history;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Merges intervals into longer ones. */
final class Steps {
  private Steps() {}

  /**
   * Intervals of a step each, with samples; longer ones stay as they are.
   *
   * @param all oldest first
   */
  static List<Interval> of(List<Interval> all, Duration step, ZoneOffset offset) {
    long length = step.toMillis();
    long shift = offset.getTotalSeconds() * 1000L;
    List<Interval> steps = new ArrayList<>();
    for (Interval each : all) {
      long start = Math.floorDiv(each.start() + shift, length) * length - shift;
      int last = steps.size() - 1;
      if (last >= 0 && steps.get(last).start() == start) {
        steps.set(last, steps.get(last).plus(each));
      } else {
        steps.add(each.at(start));
      }
    }
    return steps;
  }
}
