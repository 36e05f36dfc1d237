package io.sendfile.core.transfer;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The time of a transfer, by phase. Immutable.
 *
 * @param nanos nanoseconds of each phase, at least 0; a phase without time may be missing
 */
public record TimeSpent(Map<Phase, Long> nanos) {
  /** No time. */
  public static final TimeSpent NONE = new TimeSpent(Map.of());

  public TimeSpent {
    nanos = Map.copyOf(nanos);
  }

  /** The time since an earlier reading. */
  TimeSpent minus(TimeSpent earlier) {
    Map<Phase, Long> since = new EnumMap<>(Phase.class);
    nanos.forEach((phase, time) -> since.put(phase, time - earlier.in(phase)));
    return new TimeSpent(since);
  }

  private long in(Phase phase) {
    return nanos.getOrDefault(phase, 0L);
  }

  /** All of it, nanoseconds. */
  long total() {
    long total = 0;
    for (long time : nanos.values()) {
      total += time;
    }
    return total;
  }

  /** The share of a phase, 0 to 100, rounded, but to 100 for all time alone; 0 of no time. */
  public int percent(Phase phase) {
    return percent(phase, total());
  }

  private int percent(Phase phase, long total) {
    long most = in(phase) == total ? 100 : 99;
    return total == 0 ? 0 : (int) Math.min(most, Math.round(100.0 * in(phase) / total));
  }

  /** Phases with a share of at least 1 percent, the longest first. */
  public List<Phase> main() {
    long total = total();
    return Arrays.stream(Phase.values())
        .filter(phase -> percent(phase, total) > 0)
        .sorted(Comparator.comparing(this::in).reversed())
        .toList();
  }

  /** The shares of those phases, by label, in their order. */
  public Map<String, Integer> percents() {
    long total = total();
    Map<String, Integer> percents = new LinkedHashMap<>();
    main().forEach(phase -> percents.put(phase.label(), percent(phase, total)));
    return percents;
  }

  /** The shares in words, e.g. {@code client 93 %, sending 7 %}; empty for no time. */
  public String words() {
    return main().stream()
        .map(phase -> phase.label() + " " + percent(phase) + " %")
        .collect(Collectors.joining(", "));
  }
}
