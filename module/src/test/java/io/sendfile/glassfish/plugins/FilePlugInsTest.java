package io.sendfile.glassfish.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.spi.FileDigests;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private ServiceLocator locator;
  private FilePlugIns plugIns;

  @Service
  @Singleton
  @ContractsProvided(FileDigests.class)
  static class Noting implements FileDigests {
    private final List<String> events = new ArrayList<>();

    @Override
    public String name() {
      return "noting";
    }

    @Override
    public void configure(Map<String, String> properties) {
      events.add("configured " + properties);
      if (properties.containsKey("bad")) {
        throw new IllegalArgumentException("bad must not be set");
      }
    }

    @Override
    public @Nullable String reprDigest(SentFile file, List<String> wanted) {
      return null;
    }

    @Override
    public void close() {
      events.add("closed");
    }
  }

  @BeforeEach
  void make() {
    locator = ServiceLocatorUtilities.createAndPopulateServiceLocator();
    plugIns = new FilePlugIns(new PlugIns(locator, health), health);
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
    assertThat(health.states()).containsEntry("file-digests noting", "off: bad must not be set");

    assertThat(digests(settings(true, Map.of("good", "1")))).containsExactly(noting);
    assertThat(digests(settings(false, Map.of()))).isEmpty();
    assertThat(noting.events)
        .containsExactly("configured {}", "configured {bad=1}", "configured {good=1}", "closed");
    assertThat(health.states()).doesNotContainKey("file-digests noting");

    plugIns.apply(SendfileSettings.DEFAULTS);
    plugIns.close();
    assertThat(noting.events).endsWith("configured {}", "closed");
  }
}
