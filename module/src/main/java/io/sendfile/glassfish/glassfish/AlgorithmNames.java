package io.sendfile.glassfish.glassfish;

import io.sendfile.glassfish.spi.SendAlgorithm;
import java.util.Set;
import java.util.TreeSet;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.internal.api.Globals;
import org.jspecify.annotations.Nullable;

/** The algorithms that exist now: the built-in ones, and those of plug-ins. */
public final class AlgorithmNames {
  private static final Set<String> BUILT_IN = Set.of("equal-non-blocking");

  private AlgorithmNames() {}

  /** The names known to the running server; to nothing but the built-in ones without a server. */
  public static Set<String> current() {
    return of(Globals.getDefaultHabitat());
  }

  /** The names known to this locator. */
  public static Set<String> of(@Nullable ServiceLocator locator) {
    Set<String> names = new TreeSet<>(BUILT_IN);
    if (locator != null) {
      for (SendAlgorithm plugin : locator.getAllServices(SendAlgorithm.class)) {
        names.add(plugin.name());
      }
    }
    return names;
  }
}
