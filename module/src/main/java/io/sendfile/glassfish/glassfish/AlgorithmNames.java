package io.sendfile.glassfish.glassfish;

import io.sendfile.glassfish.algorithm.Algorithms;
import java.util.Set;

/** The names that {@code algorithm} may have: the one place that says what the engine can run. */
public final class AlgorithmNames {
  private AlgorithmNames() {}

  /** The names known now. */
  public static Set<String> current() {
    return Set.copyOf(Algorithms.names());
  }
}
