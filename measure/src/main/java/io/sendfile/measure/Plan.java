package io.sendfile.measure;

import io.sendfile.core.files.Root;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Variants and duration of a measurement.
 *
 * @param base the settings in force, for everything that is not compared
 * @param variants measured one after the other
 * @param each time of each variant, situation and round, after a warm-up of the same time
 * @param rounds number of measurements of each variant in each situation
 * @param loads the situations; each kind of variant has its own among them
 */
public record Plan(
    SendfileSettings base, List<Variant> variants, Duration each, int rounds, Set<Load> loads) {
  private static final Set<Setting> KEPT =
      EnumSet.of(
          Setting.ALGORITHM,
          Setting.BURST_BYTES,
          Setting.WORKER_THREADS,
          Setting.BUFFER_POLICY,
          Setting.BUFFER_BYTES,
          Setting.SLAB_BYTES);

  public Plan {
    variants = List.copyOf(variants);
    loads = Set.copyOf(loads);
  }

  /**
   * Each of these algorithms with the policy in force, and each policy with the algorithm in force.
   */
  public static Plan of(
      SendfileSettings base,
      List<String> algorithms,
      List<String> policies,
      Duration each,
      int rounds) {
    return new Plan(
        base,
        Stream.concat(
                algorithms.stream().map(name -> new Variant(Kind.ALGORITHM, name)),
                policies.stream().map(name -> new Variant(Kind.BUFFER_POLICY, name)))
            .distinct()
            .toList(),
        each,
        rounds,
        EnumSet.allOf(Load.class));
  }

  /** The same plan in one situation. */
  Plan only(Load load) {
    return new Plan(base, variants, each, rounds, Set.of(load));
  }

  /** The situations of a variant. */
  List<Load> loads(Variant variant) {
    return variant.kind().loads().stream().filter(loads::contains).toList();
  }

  /** Approximate total duration. */
  public Duration expected() {
    int each = variants.stream().mapToInt(variant -> loads(variant).size()).sum();
    return this.each.multipliedBy(2L * rounds * each);
  }

  /** Whether it is the value in force. */
  boolean inForce(Variant variant) {
    return switch (variant.kind()) {
      case ALGORITHM -> variant.name().equals(base.text(Setting.ALGORITHM));
      case BUFFER_POLICY -> variant.name().equals(base.buffers().policy());
    };
  }

  /**
   * The settings for it. Rates and limits would be measured instead of the variant, and processor
   * times of virtual threads are unknown; so these are left out.
   */
  SendfileSettings settings(Variant variant, Root root) {
    Map<Setting, String> values = new EnumMap<>(Setting.class);
    for (Setting kept : KEPT) {
      values.put(kept, String.valueOf(base.values().get(kept)));
    }
    boolean algorithm = variant.kind() == Kind.ALGORITHM;
    values.put(algorithm ? Setting.ALGORITHM : Setting.BUFFER_POLICY, variant.name());
    values.put(Setting.ZERO_COPY, String.valueOf(variant.kind().zeroCopy()));
    return SendfileSettings.of(
        setting -> values.getOrDefault(setting, setting.defaultValue()), List.of(root));
  }

  /**
   * One value of a setting.
   *
   * @param kind the setting
   * @param name the value: the name of an algorithm or of a buffer policy
   */
  public record Variant(Kind kind, String name) {}
}
