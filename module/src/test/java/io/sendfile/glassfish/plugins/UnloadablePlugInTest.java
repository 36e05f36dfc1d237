package io.sendfile.glassfish.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.SendAlgorithm;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.hk2.api.HK2Loader;
import org.glassfish.hk2.api.MultiException;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.BuilderHelper;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UnloadablePlugInTest {
  private static final String MISSING = "com.example.IsMissing";

  private final ServiceLocator locator = ServiceLocatorUtilities.createAndPopulateServiceLocator();
  private final PlugIns plugIns = new PlugIns(locator, new HealthReport());
  private final AtomicInteger attempts = new AtomicInteger();

  private final HK2Loader loader =
      name -> {
        attempts.incrementAndGet();
        throw new MultiException(new ClassNotFoundException(name));
      };

  @AfterEach
  void shutDown() {
    locator.shutdown();
  }

  private void install() {
    ServiceLocatorUtilities.addOneDescriptor(
        locator, BuilderHelper.link(MISSING).to(SendAlgorithm.class).andLoadWith(loader).build());
  }

  @Test
  void isLoadedOnceHoweverOftenPlugInsAreLookedFor() {
    install();
    for (int i = 0; i < 3; i++) {
      assertThat(plugIns.of(SendAlgorithm.class)).isEmpty();
      assertThat(plugIns.all())
          .filteredOn(plugIn -> plugIn.name().equals(MISSING))
          .singleElement()
          .extracting(DiscoveredPlugIn::state)
          .isEqualTo("left out: java.lang.ClassNotFoundException: " + MISSING);
    }
    assertThat(attempts).hasValue(1);
  }

  @Test
  void isLoadedAgainWhenItIsInstalledAnew() {
    install();
    assertThat(plugIns.of(SendAlgorithm.class)).isEmpty();
    install();
    assertThat(plugIns.of(SendAlgorithm.class)).isEmpty();
    assertThat(attempts).hasValue(2);
  }
}
