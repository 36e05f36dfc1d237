package io.sendfile.glassfish.measurement;

import io.sendfile.glassfish.buffer.BufferChoice;
import io.sendfile.glassfish.files.Root;
import io.sendfile.glassfish.settings.SendfileSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Variants and duration of a measurement.
 *
 * @param base the settings in force, for everything that is not compared
 * @param variants measured one after the other
 * @param each time each variant sends each of its files, after a warm-up of the same time
 */
public record Plan(SendfileSettings base, List<Variant> variants, Duration each) {
  public Plan {
    variants = List.copyOf(variants);
  }

  /**
   * Each of these algorithms with the policy in force, and each policy with the algorithm in force.
   */
  public static Plan of(
      SendfileSettings base, List<String> algorithms, List<String> policies, Duration each) {
    return new Plan(
        base,
        Stream.concat(
                algorithms.stream().map(name -> new Variant(Kind.ALGORITHM, name)),
                policies.stream().map(name -> new Variant(Kind.BUFFER_POLICY, name)))
            .distinct()
            .toList(),
        each);
  }

  /** Approximate total duration. */
  public Duration expected() {
    int rounds = variants.stream().mapToInt(variant -> variant.kind().loads().size()).sum();
    return each.multipliedBy(2L * rounds);
  }

  /** Whether it is the value in force. */
  boolean inForce(Variant variant) {
    return switch (variant.kind()) {
      case ALGORITHM -> variant.name().equals(base.algorithm());
      case BUFFER_POLICY -> variant.name().equals(base.buffers().policy());
    };
  }

  /**
   * The settings for it. Rates and limits would be measured instead of the variant, and processor
   * times of virtual threads are unknown; so these are left out.
   */
  SendfileSettings settings(Variant variant, Root root) {
    boolean algorithm = variant.kind() == Kind.ALGORITHM;
    SendfileSettings defaults = SendfileSettings.DEFAULTS;
    return new SendfileSettings(
        true,
        algorithm ? variant.name() : base.algorithm(),
        base.burstBytes(),
        base.workerThreads(),
        false,
        defaults.places(),
        defaults.stallTimeout(),
        defaults.limits(),
        variant.kind().zeroCopy(),
        defaults.zeroCopyMinBytes(),
        defaults.http(),
        defaults.dialect(),
        algorithm ? base.buffers() : new BufferChoice(variant.name(), base.buffers().slabBytes()),
        base.bufferBytes(),
        List.of(root),
        List.of(),
        Map.of(),
        Map.of());
  }
}
