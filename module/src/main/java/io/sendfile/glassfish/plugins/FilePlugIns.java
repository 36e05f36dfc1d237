package io.sendfile.glassfish.plugins;

import io.sendfile.core.files.Root;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.glassfish.monitoring.PlatformBeans;
import io.sendfile.spi.FileDigests;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.PlugIn;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jvnet.hk2.annotations.Service;

/**
 * The plug-ins about the files that are sent, each with its properties: stores, sources of digests,
 * and resolvers of paths. They are looked for at each change of the settings, stores only while a
 * root has one. Thread-safe; no exception escapes from it.
 */
@Service
@Singleton
public class FilePlugIns {
  /** Seconds for which an administrator waits for the answer of a store. */
  private static final long PATIENCE = 3;

  private final PlugIns plugIns;
  private final PlatformBeans beans;
  private final ConfiguredPlugIns<FileStore> stores = new ConfiguredPlugIns<>(PlugIns.STORE);
  private final ConfiguredPlugIns<FileDigests> digests =
      new ConfiguredPlugIns<>(PlugIns.FILE_DIGESTS);
  private final ConfiguredPlugIns<PathResolver> resolvers =
      new ConfiguredPlugIns<>(PlugIns.RESOLVER);
  private final Object trials = new Object();
  private SendfileSettings settings = SendfileSettings.DEFAULTS;
  private volatile Map<String, FileStore> usableStores = Map.of();
  private volatile List<FileDigests> usableDigests = List.of();
  private volatile List<PathResolver> usableResolvers = List.of();

  @Inject
  public FilePlugIns(PlugIns plugIns, PlatformBeans beans) {
    this.plugIns = plugIns;
    this.beans = beans;
  }

  /** Looks for plug-ins, and configures those whose settings changed. */
  public synchronized void apply(SendfileSettings settings) {
    this.settings = settings;
    usableStores =
        Map.copyOf(stores.apply(isStored() ? plugIns.of(FileStore.class) : Map.of(), settings));
    beans.setStores(usableStores);
    // So that a fault is seen before the first client.
    for (String store : roots()) {
      Future<?> unused = ask(usableStores, store, true);
    }
    usableDigests = List.copyOf(digests.apply(plugIns.of(FileDigests.class), settings).values());
    usableResolvers =
        List.copyOf(resolvers.apply(plugIns.of(PathResolver.class), settings).values());
  }

  private boolean isStored() {
    return !roots().isEmpty();
  }

  /** The stores of the roots. */
  private Set<String> roots() {
    return settings.roots().stream()
        .flatMap(root -> Stream.ofNullable(root.store()))
        .collect(Collectors.toSet());
  }

  private static Future<?> ask(Map<String, FileStore> usable, String store, boolean used) {
    try {
      FileStore plugIn = usable.get(scheme(store));
      return plugIn == null
          ? CompletableFuture.completedFuture(store)
          : plugIn.ask(store, used).toCompletableFuture();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Those that can be asked for files of stores, by scheme. */
  public Map<String, FileStore> stores() {
    return usableStores;
  }

  /** Those that can be asked for digests, in the order of their names. */
  public List<FileDigests> digests() {
    return usableDigests;
  }

  /** Those that want to be asked about paths, in the order of their names. */
  public List<PathResolver> resolvers() {
    return usableResolvers;
  }

  /** The state of a plug-in of a kind; empty for one that is not in use, or of another kind. */
  Optional<String> state(String kind, String name) {
    return switch (kind) {
      case PlugIns.STORE -> stores.state(name);
      case PlugIns.FILE_DIGESTS -> digests.state(name);
      case PlugIns.RESOLVER -> resolvers.state(name);
      default -> Optional.empty();
    };
  }

  /** Whether the files of a root can be looked for: in its folder, or by the plug-in of a store. */
  public boolean serve(Root root) {
    String store = root.store();
    return store == null || usableStores.containsKey(scheme(store));
  }

  /** The same of a root that is not made yet, so that the plug-in of its store may wait for it. */
  public boolean wouldServe(Root root) {
    String store = root.store();
    return serve(root)
        || (store != null
            && stores.state(scheme(store)).isEmpty()
            && plugIns.of(FileStore.class).containsKey(scheme(store)));
  }

  /**
   * Why files of a store cannot be had, which is asked now, for some seconds: one of a root that is
   * not made yet, so that its plug-in may be used only for this. Empty for no fault.
   */
  public String fault(String store) {
    synchronized (trials) {
      Future<?> answer = ask(tried(plugIns.of(FileStore.class)), store, false);
      String state = stores.state(scheme(store)).orElse(DiscoveredPlugIn.READY);
      String fault =
          state.equals(DiscoveredPlugIn.READY)
              ? fault(store, answer)
              : "the plug-in " + scheme(store) + " is " + state;
      Map<String, FileStore> unused = tried(Map.of());
      return fault;
    }
  }

  private static String fault(String store, Future<?> answer) {
    String fault = "";
    try {
      answer.get(PATIENCE, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      fault = store + " has not answered for " + PATIENCE + " s";
    } catch (ExecutionException e) {
      Throwable reason = e.getCause();
      fault = String.valueOf(reason == null ? e.getMessage() : reason.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return fault;
  }

  /** The usable ones: among the given ones, unless roots have stores. */
  private synchronized Map<String, FileStore> tried(Map<String, FileStore> found) {
    return isStored() ? usableStores : stores.apply(found, settings);
  }

  private static String scheme(String store) {
    return store.substring(0, store.indexOf("://"));
  }

  /** Reasons why plug-ins are off, one sentence each. */
  public List<String> offs() {
    return Stream.of(stores, digests, resolvers).flatMap(kind -> kind.offs().stream()).toList();
  }

  /** Plug-ins in use, by name. */
  Map<String, PlugIn> used() {
    Map<String, PlugIn> used = new TreeMap<>(usableStores);
    Stream.of(usableDigests, usableResolvers)
        .<PlugIn>flatMap(List::stream)
        .forEach(plugIn -> used.put(plugIn.name(), plugIn));
    return used;
  }

  /** Closes all plug-ins. */
  public synchronized void close() {
    usableStores = Map.of();
    beans.setStores(usableStores);
    usableDigests = List.of();
    usableResolvers = List.of();
    stores.close();
    digests.close();
    resolvers.close();
  }
}
