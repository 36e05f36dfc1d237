package io.sendfile.core.settings;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.buffer.BufferPolicies;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names that settings may have now: the module's own, then those of plug-ins.
 *
 * @param algorithms names of algorithms
 * @param bufferPolicies names of buffer policies
 */
public record KnownNames(List<String> algorithms, List<String> bufferPolicies)
    implements Serializable {
  /** The module's own names. */
  public static final KnownNames BUILT_IN = with(List.of(), List.of());

  public KnownNames {
    algorithms = List.copyOf(algorithms);
    bufferPolicies = List.copyOf(bufferPolicies);
  }

  /** The module's own names and those of these plug-ins. */
  public static KnownNames with(Collection<String> algorithms, Collection<String> bufferPolicies) {
    return new KnownNames(
        joined(Algorithms.names(), algorithms), joined(BufferPolicies.names(), bufferPolicies));
  }

  private static List<String> joined(List<String> builtIn, Collection<String> plugIns) {
    return Stream.concat(builtIn.stream(), plugIns.stream().sorted()).toList();
  }
}
