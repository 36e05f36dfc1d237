package io.sendfile.glassfish.glassfish;

import io.sendfile.glassfish.algorithm.Algorithms;
import io.sendfile.glassfish.buffer.BufferPolicies;
import io.sendfile.glassfish.engine.KnownNames;
import io.sendfile.glassfish.spi.BufferPolicy;
import io.sendfile.glassfish.spi.SendAlgorithm;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.glassfish.hk2.api.ActiveDescriptor;
import org.glassfish.hk2.api.MultiException;
import org.glassfish.hk2.api.PerLookup;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.BuilderHelper;
import org.glassfish.internal.api.Globals;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * The algorithms and buffer policies that other bundles bring as HK2 services, by the name each
 * gives itself. They are looked for whenever they are asked for, so one may come while the server
 * runs. One that cannot be used is left out and told of once; nothing it throws escapes.
 */
@Service
@Singleton
public class PlugIns {
  private static final Logger LOGGER = Logger.getLogger(PlugIns.class.getPackageName());
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private final ServiceLocator locator;
  private final HealthReport health;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  @Inject
  public PlugIns(ServiceLocator locator, HealthReport health) {
    this.locator = locator;
    this.health = health;
  }

  /**
   * The names that settings may have now in the server this runs in, for who cannot be injected.
   */
  static KnownNames knownHere() {
    ServiceLocator server = Globals.getDefaultHabitat();
    PlugIns plugIns = server == null ? null : server.getService(PlugIns.class);
    return plugIns == null ? KnownNames.BUILT_IN : plugIns.known();
  }

  /** The names that settings may have now. */
  public KnownNames known() {
    Map<String, BufferPolicy> policies = policies();
    policies.values().forEach(this::close);
    return KnownNames.with(algorithms().keySet(), policies.keySet());
  }

  /** The algorithms. */
  public Map<String, SendAlgorithm> algorithms() {
    return find("algorithm", SendAlgorithm.class, SendAlgorithm::name, Algorithms.names());
  }

  /** A new buffer policy, to be closed by the caller; null if there is none of that name. */
  public @Nullable BufferPolicy bufferPolicy(String name) {
    Map<String, BufferPolicy> policies = policies();
    BufferPolicy wanted = policies.remove(name);
    policies.values().forEach(this::close);
    return wanted;
  }

  private Map<String, BufferPolicy> policies() {
    return find("buffer-policy", BufferPolicy.class, BufferPolicy::name, BufferPolicies.names());
  }

  private <T> Map<String, T> find(
      String what, Class<T> contract, Function<T, @Nullable String> name, List<String> builtIn) {
    Map<String, T> found = new HashMap<>();
    // One by one: asked for all at once, HK2 gives none if a single class cannot be loaded.
    for (ActiveDescriptor<?> plugIn :
        locator.getDescriptors(BuilderHelper.createContractFilter(contract.getName()))) {
      String type = plugIn.getImplementation();
      try {
        T made = contract.cast(locator.getServiceHandle(reified(plugIn)).getService());
        String given = name.apply(made);
        requireFit(given, builtIn, found.keySet());
        found.put(given, made);
        health.report("plug-in " + type, what + " " + given);
      } catch (RuntimeException | Error e) {
        leftOut(what, type, e);
      }
    }
    return found;
  }

  private static void requireFit(@Nullable String name, List<String> builtIn, Set<String> others) {
    if (name == null || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "its name must be 1 to 64 letters, digits, '-', '_' or '.', beginning with a letter or"
              + " digit (found \""
              + name
              + "\")");
    }
    if (builtIn.contains(name) || others.contains(name)) {
      throw new IllegalArgumentException("the name " + name + " is taken");
    }
  }

  private ActiveDescriptor<?> reified(ActiveDescriptor<?> plugIn) {
    ActiveDescriptor<?> reified = locator.reifyDescriptor(plugIn);
    if (reified.getContractTypes().contains(BufferPolicy.class)
        && reified.getScopeAnnotation() != PerLookup.class) {
      // Two listeners must not close each other's buffers.
      throw new IllegalStateException("a buffer policy must have the scope @PerLookup");
    }
    return reified;
  }

  private void leftOut(String what, String type, Throwable thrown) {
    // HK2 collects what it meets; the first is the cause of the others.
    Throwable problem =
        thrown instanceof MultiException multi && !multi.getErrors().isEmpty()
            ? multi.getErrors().get(0)
            : thrown;
    health.report("plug-in " + type, "left out: " + problem);
    if (told.add(type)) {
      LOGGER.log(Level.WARNING, problem, () -> "The " + what + " plug-in " + type + " is left out");
    }
  }

  private void close(BufferPolicy policy) {
    try {
      policy.close();
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.FINE, e, () -> policy.getClass() + " cannot be closed");
    }
  }
}
