package io.sendfile.glassfish.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.AllowedOrigins;
import io.sendfile.core.files.HiddenFiles;
import io.sendfile.core.files.Root;
import io.sendfile.core.files.SymlinkPolicy;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.glassfish.monitoring.PlatformBeans;
import io.sendfile.spi.FileDigests;
import io.sendfile.spi.FileStore;
import io.sendfile.spi.PathResolver;
import io.sendfile.spi.Resolution;
import io.sendfile.spi.SentFile;
import io.sendfile.spi.StoreException;
import io.sendfile.spi.StoreFault;
import io.sendfile.spi.StoredFile;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/** Plug-ins about files as HK2 finds them, and the effect of settings on them. */
class FilePlugInsTest {
  private final HealthReport health = new HealthReport();
  private final PlatformBeans beans = new PlatformBeans();
  private ServiceLocator locator;
  private FilePlugIns plugIns;

  @Service
  @Singleton
  @ContractsProvided(FileDigests.class)
  static class Noting implements FileDigests {
    private final List<String> events = new ArrayList<>();

    /** Done while it is configured. */
    private Runnable meanwhile = () -> {};

    @Override
    public String name() {
      return "noting";
    }

    @Override
    public List<Property> properties() {
      return List.of(
          Property.of("bad", "", ""), Property.of("good", "", ""), Property.of("wants", "", ""));
    }

    @Override
    public boolean configure(Map<String, String> properties) {
      events.add("configured " + properties);
      meanwhile.run();
      if (properties.containsKey("bad")) {
        throw new IllegalArgumentException("bad must not be set");
      }
      return !properties.containsKey("wants");
    }

    @Override
    public @Nullable String reprDigest(SentFile file, Map<String, Integer> wanted) {
      return null;
    }

    @Override
    public void close() {
      events.add("closed");
    }
  }

  @Service
  @Singleton
  @ContractsProvided(FileStore.class)
  static class Counting implements FileStore {
    private final List<String> asked = new ArrayList<>();
    private boolean closed;

    @Override
    public CompletionStage<?> ask(String store, boolean used) {
      asked.add(store + (used ? "" : "?"));
      return used
          ? FileStore.super.ask(store, true)
          : CompletableFuture.failedFuture(new StoreException(StoreFault.SETTINGS, "no bucket"));
    }

    @Override
    public void close() {
      closed = true;
    }

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public CompletionStage<StoredFile> find(String store, String path) {
      return CompletableFuture.failedFuture(new StoreException(StoreFault.NOT_FOUND, path));
    }

    @Override
    public Map<String, LongSupplier> statistics() {
      return Map.of("Calls", () -> 5);
    }
  }

  @Service
  @Singleton
  @ContractsProvided(FileStore.class)
  static class Mute extends Counting {
    @Override
    public String name() {
      return "mute";
    }

    @Override
    public Map<String, LongSupplier> statistics() {
      throw new IllegalStateException("no MBean server yet");
    }
  }

  @BeforeEach
  void make() {
    locator = ServiceLocatorUtilities.createAndPopulateServiceLocator();
    plugIns = new FilePlugIns(new PlugIns(locator, health), beans);
  }

  @AfterEach
  void shutDown() {
    locator.shutdown();
  }

  private static SendfileSettings settings(boolean enabled, Map<String, String> properties) {
    return SendfileSettings.DEFAULTS.withPlugIns(
        Map.of("noting", new PlugInSettings("noting", enabled, properties)));
  }

  private List<FileDigests> digests(SendfileSettings settings) {
    plugIns.apply(settings);
    return plugIns.digests();
  }

  private Optional<String> state() {
    return plugIns.state("file-digests", "noting");
  }

  @Test
  void unknownPropertyKeepsOneOffAndIsToldWithTheKnownOnes() {
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    assertThat(digests(settings(true, Map.of("god", "1", "good", "1")))).isEmpty();
    assertThat(state()).hasValue("off: there is no property god; there are bad, good, wants");
  }

  @Test
  void oneThatIsNotSetUpIsNotReady() {
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    assertThat(digests(settings(true, Map.of()))).hasSize(1);
    assertThat(state()).hasValue("ready");
    assertThat(digests(settings(true, Map.of("wants", "more")))).isEmpty();
    assertThat(state()).hasValue("not set up; its properties are bad, good, wants");
  }

  @Test
  void followTheirSettings() {
    assertThat(digests(SendfileSettings.DEFAULTS)).isEmpty();
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    Noting noting = (Noting) digests(SendfileSettings.DEFAULTS).get(0);
    plugIns.apply(SendfileSettings.DEFAULTS);
    assertThat(noting.events).containsExactly("configured {}");

    assertThat(digests(settings(true, Map.of("bad", "1")))).isEmpty();
    assertThat(plugIns.offs())
        .containsExactly("sendfile-plugin \"noting\" is off: bad must not be set");
    assertThat(state()).hasValue("off: bad must not be set");

    assertThat(digests(settings(true, Map.of("good", "1")))).containsExactly(noting);
    assertThat(digests(settings(false, Map.of()))).isEmpty();
    assertThat(noting.events)
        .containsExactly("configured {}", "configured {bad=1}", "configured {good=1}", "closed");
    assertThat(state()).isEmpty();

    plugIns.apply(SendfileSettings.DEFAULTS);
    plugIns.close();
    assertThat(noting.events).endsWith("configured {}", "closed");
    assertThat(plugIns.digests()).isEmpty();
  }

  /** As a store may wait for a network. */
  @Test
  void statesAreToldWhileOneTakesItsTimeForItsProperties() {
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    plugIns.apply(settings(true, Map.of("bad", "1")));
    Noting noting = (Noting) locator.getService(FileDigests.class);
    List<Object> told = new ArrayList<>();
    noting.meanwhile =
        () -> {
          told.add(onAnotherThread(plugIns::offs));
          told.add(onAnotherThread(this::state));
        };
    plugIns.apply(settings(true, Map.of("good", "1")));
    assertThat(told)
        .containsExactly(
            List.of("sendfile-plugin \"noting\" is off: bad must not be set"),
            Optional.of("off: bad must not be set"));
  }

  private static Object onAnotherThread(Supplier<?> question) {
    return CompletableFuture.supplyAsync(question).orTimeout(20, TimeUnit.SECONDS).join();
  }

  @Service
  @Singleton
  @ContractsProvided(PathResolver.class)
  static class Answering implements PathResolver {
    private boolean closed;

    @Override
    public String name() {
      return "answering";
    }

    @Override
    public boolean configure(Map<String, String> properties) {
      return true;
    }

    @Override
    public @Nullable Resolution resolve(Request request) {
      return null;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void stoppedServerUsesAndKeepsNone() {
    ServiceLocatorUtilities.addClasses(locator, Noting.class, Answering.class, Counting.class);
    plugIns.apply(rootIn("counting"));
    assertThat(plugIns.resolvers()).hasOnlyElementsOfType(Answering.class);
    assertThat(plugIns.state("path-resolver", "answering")).hasValue("ready");
    Answering resolver = (Answering) plugIns.resolvers().get(0);
    Counting store = (Counting) plugIns.stores().get("counting");
    plugIns.close();
    assertThat(resolver.closed).isTrue();
    assertThat(store.closed).isTrue();
    assertThat(plugIns.stores()).isEmpty();
    assertThat(plugIns.resolvers()).isEmpty();
    assertThat(plugIns.state("path-resolver", "answering")).isEmpty();
  }

  private static SendfileSettings rootIn(String scheme) {
    Root root =
        new Root(
            "films",
            Path.of("/films"),
            SymlinkPolicy.NONE,
            HiddenFiles.DEFAULT,
            true,
            null,
            false,
            AllowedOrigins.ALL,
            null,
            scheme + "://films");
    return SendfileSettings.DEFAULTS.withRoots(List.of(root));
  }

  @Test
  void statisticsOfStoresWaitForTheServerAndEndWithTheirStore() throws JMException {
    MBeanServer server = MBeanServerFactory.newMBeanServer();
    ObjectName name = new ObjectName("io.sendfile.glassfish:type=Store,name=counting");
    ServiceLocatorUtilities.addClasses(locator, Counting.class);
    plugIns.apply(rootIn("counting"));
    assertThat(plugIns.stores()).containsOnlyKeys("counting");

    beans.publish(server);
    assertThat(server.getAttribute(name, "Calls")).isEqualTo(5L);
    plugIns.apply(SendfileSettings.DEFAULTS);
    assertThat(server.isRegistered(name)).isFalse();
    plugIns.apply(rootIn("counting"));
    assertThat(server.isRegistered(name)).isTrue();
    plugIns.close();
    assertThat(server.isRegistered(name)).isFalse();
  }

  @Test
  void storesOfRootsAreAskedBeforeAClientAsks() {
    ServiceLocatorUtilities.addClasses(locator, Counting.class);
    plugIns.apply(rootIn("counting"));
    Counting counting = (Counting) plugIns.stores().get("counting");
    assertThat(counting.asked).containsExactly("counting://films");
    assertThat(plugIns.fault("counting://other")).isEqualTo("no bucket");
    assertThat(counting.asked).containsExactly("counting://films", "counting://other?");
    assertThat(counting.closed).isFalse();
  }

  @Test
  void storeThatNoRootHasIsUsedForAQuestionOnly() {
    ServiceLocatorUtilities.addClasses(locator, Counting.class);
    plugIns.apply(SendfileSettings.DEFAULTS);
    assertThat(plugIns.fault("counting://films")).isEqualTo("no bucket");
    assertThat(((Counting) locator.getService(FileStore.class)).closed).isTrue();
    assertThat(plugIns.stores()).isEmpty();
    assertThat(plugIns.state("store", "counting")).isEmpty();
  }

  @Test
  void storeWithoutStatisticsServes() {
    ServiceLocatorUtilities.addClasses(locator, Mute.class);
    plugIns.apply(rootIn("mute"));
    assertThat(plugIns.stores()).containsOnlyKeys("mute");
    assertThat(plugIns.state("store", "mute")).hasValue("ready");
    assertThat(plugIns.offs()).isEmpty();
  }
}
