package io.sendfile.glassfish.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.glassfish.monitoring.PlatformBeans;
import io.sendfile.spi.FileDigests;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.SentFile;
import io.sendfile.spi.Severity;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.logging.Logger;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

class PlugInStatesTest {
  private static final SendfileSettings SETTINGS = SendfileSettings.DEFAULTS;

  private final HealthReport health = new HealthReport();
  private final PlatformBeans beans = new PlatformBeans();
  private final ServiceLocator locator = ServiceLocatorUtilities.createAndPopulateServiceLocator();
  private PlugInStates states;
  private Ailing ailing;

  @Service
  @Singleton
  @ContractsProvided({FileDigests.class, Ailing.class})
  static class Ailing implements FileDigests {
    private List<Problem> problems = List.of();
    private String note = "";

    @Override
    public String name() {
      return "ailing";
    }

    @Override
    public boolean configure(Map<String, String> properties) {
      return true;
    }

    @Override
    public @Nullable String reprDigest(SentFile file, Map<String, Integer> wanted) {
      return null;
    }

    @Override
    public List<Problem> problems() {
      return problems;
    }

    @Override
    public String note() {
      return note;
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void make(@TempDir Path folder) {
    ServiceLocatorUtilities.addClasses(locator, Ailing.class);
    ailing = locator.getService(Ailing.class);
    PlugIns plugIns = new PlugIns(locator, health);
    FilePlugIns files = new FilePlugIns(plugIns, beans);
    ListenerPlugIns listeners = new ListenerPlugIns(plugIns, health, beans, folder);
    files.apply(SETTINGS);
    states = new PlugInStates(plugIns, files, listeners, new UsedPlugIns(files, listeners), health);
  }

  @AfterEach
  void shutDown() {
    locator.shutdown();
  }

  private String state() {
    return states.all(SETTINGS).get(0).state();
  }

  private static Problem problem(Severity severity) {
    return new Problem(ProblemCode.PLUG_IN_FAILS, severity, "s3://films", "silent", "look at it");
  }

  @Test
  void plugInWithAProblemIsFailingAndReadyAgainWithoutIt() {
    assertThat(state()).isEqualTo("ready");
    ailing.problems = List.of(problem(Severity.ERROR));
    assertThat(state()).isEqualTo("failing: s3://films: silent");
    assertThat(states.all(SETTINGS).get(0).isReady()).isFalse();
    ailing.problems = List.of(problem(Severity.NOTICE));
    assertThat(state()).isEqualTo("ready");
    ailing.note = "no bucket was asked yet";
    assertThat(state()).isEqualTo("ready, no bucket was asked yet");
    assertThat(states.all(SETTINGS).get(0).isReady()).isTrue();
    ailing.problems = List.of(problem(Severity.ERROR));
    assertThat(state()).isEqualTo("failing: s3://films: silent");
  }

  @Test
  void plugInThatCannotKeepItsRecordsIsFailing() {
    Losses losses =
        new Losses("ailing", Severity.ERROR, "", Logger.getLogger("test"), System::nanoTime);
    health.watch(losses, () -> {});
    losses.fails("the disk is full");
    assertThat(state()).isEqualTo("failing: the disk is full");
  }
}
