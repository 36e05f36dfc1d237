package io.sendfile.glassfish.plugins;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.buffer.BufferPolicies;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.spi.BufferPolicy;
import io.sendfile.spi.FileDigests;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.PlugIn;
import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.TransferListener;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.glassfish.hk2.api.ActiveDescriptor;
import org.glassfish.hk2.api.MultiException;
import org.glassfish.hk2.api.PerLookup;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.BuilderHelper;
import org.glassfish.internal.api.Globals;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * Discovers the algorithms, buffer policies, transfer listeners, stores, digests of files and
 * resolvers of paths that bundles provide as HK2 services, by the names they give themselves. Each
 * lookup discovers them again, so that a plug-in may be installed while the server runs. An
 * unusable one is left out and logged once; no exception of a plug-in escapes.
 */
@Service
@Singleton
public class PlugIns {
  private static final Logger LOGGER = Logger.getLogger(PlugIns.class.getPackageName());
  static final String TRANSFER_LISTENER = "transfer-listener";
  static final String STORE = "store";
  static final String RESOLVER = "path-resolver";
  static final String FILE_DIGESTS = "file-digests";

  /** The kinds by their contract, as lists of plug-ins call them. */
  private static final Map<Class<?>, String> KINDS =
      Map.of(
          SendAlgorithm.class, "algorithm",
          BufferPolicy.class, "buffer-policy",
          TransferListener.class, TRANSFER_LISTENER,
          FileStore.class, STORE,
          PathResolver.class, RESOLVER,
          FileDigests.class, FILE_DIGESTS);

  private static final String LEFT_OUT = "left out: ";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private final ServiceLocator locator;
  private final HealthReport health;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /** Failures of plug-ins by HK2's descriptor; a reinstalled bundle has a new one. */
  private final Map<ActiveDescriptor<?>, MultiException> unloadable =
      Collections.synchronizedMap(new WeakHashMap<>());

  @Inject
  public PlugIns(ServiceLocator locator, HealthReport health) {
    this.locator = locator;
    this.health = health;
  }

  /** The names that settings may have now in this server, for code without injection. */
  public static KnownNames knownHere() {
    ServiceLocator server = Globals.getDefaultHabitat();
    PlugIns plugIns = server == null ? null : server.getService(PlugIns.class);
    return plugIns == null ? KnownNames.BUILT_IN : plugIns.known();
  }

  /** All plug-ins, sorted by name, with those left out. */
  public List<DiscoveredPlugIn> all() {
    List<DiscoveredPlugIn> all = new ArrayList<>();
    for (Class<?> contract : KINDS.keySet()) {
      closePolicies(find(contract, all));
    }
    all.sort(Comparator.comparing(DiscoveredPlugIn::name).thenComparing(DiscoveredPlugIn::kind));
    return all;
  }

  /** The names that settings may have now. */
  public KnownNames known() {
    Map<String, BufferPolicy> policies = of(BufferPolicy.class);
    closePolicies(policies);
    return KnownNames.with(of(SendAlgorithm.class).keySet(), policies.keySet());
  }

  /**
   * The plug-ins with that contract, by name; buffer policies are made anew, and closed by the
   * caller.
   */
  public <T> Map<String, T> of(Class<T> contract) {
    return find(contract, new ArrayList<>());
  }

  /** The plug-in with properties that has this name; null if there is none. */
  public @Nullable PlugIn configurable(String name) {
    return Stream.of(TransferListener.class, FileStore.class, PathResolver.class, FileDigests.class)
        .map(contract -> (PlugIn) of(contract).get(name))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** The properties of the plug-in with that name; none if it has, or tells, none. */
  public List<PlugIn.Property> properties(String name) {
    PlugIn plugIn = configurable(name);
    try {
      return plugIn == null ? List.of() : List.copyOf(plugIn.properties());
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.FINE, e, () -> "plug-in " + name + " does not tell its properties");
      return List.of();
    }
  }

  /** Tells in the log of bundles that seem to be plug-ins, and are none. */
  public void tellSilentBundles() {
    try {
      SilentBundles.tell(locator, health);
    } catch (RuntimeException | LinkageError e) {
      LOGGER.log(Level.FINE, "sendfile: the server does not tell its bundles", e);
    }
  }

  /** Creates a buffer policy, to be closed by the caller; null if there is none of that name. */
  public @Nullable BufferPolicy bufferPolicy(String name) {
    Map<String, BufferPolicy> policies = of(BufferPolicy.class);
    BufferPolicy wanted = policies.remove(name);
    closePolicies(policies);
    return wanted;
  }

  private <T> Map<String, T> find(Class<T> contract, List<DiscoveredPlugIn> all) {
    String what = KINDS.getOrDefault(contract, "");
    Map<String, T> found = new HashMap<>();
    // One by one, because HK2 returns nothing for a list if a single class cannot be loaded.
    for (ActiveDescriptor<?> plugIn :
        locator.getDescriptors(BuilderHelper.createContractFilter(contract.getName()))) {
      String type = plugIn.getImplementation();
      try {
        T made = contract.cast(locator.getServiceHandle(reified(plugIn)).getService());
        String given = nameOf(made);
        requireFit(given, contract, found.keySet());
        found.put(given, made);
        // Only a plug-in that is left out lacks a name apart from its class's.
        health.remove("plug-in " + type);
        all.add(new DiscoveredPlugIn(what, given, made.getClass(), DiscoveredPlugIn.READY));
      } catch (RuntimeException | Error e) {
        all.add(new DiscoveredPlugIn(what, type, null, LEFT_OUT + cause(e)));
        leftOut(what, type, cause(e));
      }
    }
    return found;
  }

  private static String nameOf(Object made) {
    if (made instanceof SendAlgorithm algorithm) {
      return algorithm.name();
    }
    return made instanceof BufferPolicy policy ? policy.name() : ((PlugIn) made).name();
  }

  private static void requireFit(@Nullable String name, Class<?> contract, Set<String> others) {
    if (name == null || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          ("its name must be 1 to 64 letters, digits, '-', '_' or '.', beginning with a letter"
                  + " or digit (found \"%s\")")
              .formatted(name));
    }
    boolean builtIn =
        (contract == SendAlgorithm.class && Algorithms.names().contains(name))
            || (contract == BufferPolicy.class && BufferPolicies.names().contains(name));
    if (builtIn || others.contains(name)) {
      throw new IllegalArgumentException("the name " + name + " is taken");
    }
  }

  private ActiveDescriptor<?> reified(ActiveDescriptor<?> plugIn) {
    ActiveDescriptor<?> reified = loaded(plugIn);
    if (reified.getContractTypes().contains(BufferPolicy.class)
        && reified.getScopeAnnotation() != PerLookup.class) {
      // Two listeners must not close each other's buffers.
      throw new IllegalStateException("a buffer policy must have the scope @PerLookup");
    }
    return reified;
  }

  /**
   * Loads the plug-in once: GlassFish logs each failure with its stack trace, so later calls throw
   * the first one.
   */
  private ActiveDescriptor<?> loaded(ActiveDescriptor<?> plugIn) {
    MultiException before = unloadable.get(plugIn);
    if (before != null) {
      throw before;
    }
    try {
      return locator.reifyDescriptor(plugIn);
    } catch (MultiException e) {
      unloadable.put(plugIn, e);
      throw e;
    }
  }

  /** HK2 collects all failures; the first one causes the others. */
  private static Throwable cause(Throwable thrown) {
    return thrown instanceof MultiException multi && !multi.getErrors().isEmpty()
        ? multi.getErrors().get(0)
        : thrown;
  }

  private void leftOut(String what, String type, Throwable problem) {
    health.leftOut("plug-in " + type, LEFT_OUT + problem);
    if (told.add(type)) {
      LOGGER.log(
          Level.WARNING,
          problem,
          () -> "sendfile: the " + what + " plug-in " + type + " is left out");
    }
  }

  private static void closePolicies(Map<String, ?> plugIns) {
    for (Object plugIn : plugIns.values()) {
      try {
        if (plugIn instanceof BufferPolicy policy) {
          policy.close();
        }
      } catch (RuntimeException | Error e) {
        LOGGER.log(Level.FINE, e, () -> plugIn.getClass() + " cannot be closed");
      }
    }
  }
}
