package io.sendfile.glassfish.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.Pause;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.stats.Statistics;
import io.sendfile.glassfish.monitoring.PlatformBeans;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.Problem;
import io.sendfile.spi.ProblemCode;
import io.sendfile.spi.Profile;
import io.sendfile.spi.Severity;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import io.sendfile.spi.TransferResult.Course;
import jakarta.inject.Singleton;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/** Listeners as HK2 finds them, and the effect of settings on them. */
@Timeout(30)
class ListenerPlugInsTest {
  private static final List<String> EVENTS = Collections.synchronizedList(new ArrayList<>());

  /** Done while a plug-in is configured. */
  private static volatile Runnable meanwhile = () -> {};

  private final Statistics stats = new Statistics(InstantSource.system());
  private final HealthReport health = new HealthReport();
  @TempDir Path temp;
  private ServiceLocator locator;
  private ListenerPlugIns listeners;

  @Service
  @Singleton
  @ContractsProvided(TransferListener.class)
  static class Noting implements TransferListener {
    private volatile boolean usual = true;

    @Override
    public boolean wantsUsual() {
      return usual;
    }

    @Override
    public String name() {
      return "noting";
    }

    @Override
    public List<Property> properties() {
      return Stream.of("a", "bad", "unusual", "unwanted")
          .map(name -> Property.of(name, "", ""))
          .toList();
    }

    @Override
    public boolean configure(Map<String, String> properties) {
      EVENTS.add("configured " + properties);
      meanwhile.run();
      usual = !properties.containsKey("unusual");
      if (properties.containsKey("bad")) {
        throw new IllegalArgumentException("bad must not be set");
      }
      return !properties.containsKey("unwanted");
    }

    @Override
    public void transferFinished(TransferResult result) {
      EVENTS.add(result.id());
    }

    @Override
    public void problemBegan(Problem problem) {
      EVENTS.add("began " + problem.sentence());
    }

    @Override
    public void problemEnded(Problem problem) {
      EVENTS.add("ended " + problem.sentence());
    }

    @Override
    public void close() {
      EVENTS.add("closed");
    }
  }

  @Service
  @ContractsProvided(TransferListener.class)
  static class Unnamed implements TransferListener {
    @Override
    public void transferFinished(TransferResult result) {
      throw new IllegalStateException("as always");
    }
  }

  @BeforeEach
  void make() {
    EVENTS.clear();
    meanwhile = () -> {};
    locator = ServiceLocatorUtilities.createAndPopulateServiceLocator();
    PlatformBeans beans = new PlatformBeans();
    beans.publish();
    listeners =
        new ListenerPlugIns(new PlugIns(locator, health), health, beans, temp.resolve("downloads"));
  }

  @AfterEach
  void shutDown() {
    listeners.close();
    locator.shutdown();
  }

  private void apply(PlugInSettings... settings) {
    Map<String, PlugInSettings> byName = new HashMap<>();
    for (PlugInSettings one : settings) {
      byName.put(one.name(), one);
    }
    listeners.apply(SendfileSettings.DEFAULTS.withPlugIns(byName), stats);
  }

  private static PlugInSettings noting(boolean enabled, String... property) {
    return new PlugInSettings(
        "noting", enabled, property.length == 0 ? Map.of() : Map.of(property[0], property[1]));
  }

  private void finish(String id) {
    finish(id, Outcome.CLIENT_ABORTED, false);
  }

  private void finish(String id, Outcome outcome, boolean small) {
    TransferResult result =
        new TransferResult(
            id,
            true,
            "media",
            "f",
            "",
            "",
            "192.0.2.7",
            "",
            200,
            "",
            outcome,
            0,
            new Delivered("", 10, List.of()),
            Duration.ZERO,
            Duration.ZERO,
            new Course("own", "http-listener-1", 10, small, "", Map.of(), "", "", Profile.NONE));
    listeners.live().forEach(listener -> listener.transferFinished(result));
  }

  private static void await(String event) {
    while (!EVENTS.contains(event)) {
      Pause.make();
    }
  }

  private String state(String name) {
    return listeners.state(name).orElse("unknown");
  }

  @Test
  void nobodyIsToldWhileThereIsNoPlugInThatWants() {
    apply();
    assertThat(listeners.live()).isEmpty();
    assertThat(state("download-result-sender")).doesNotStartWith("ready");
  }

  @Test
  void plugInIsToldFromWhenItIsThere() throws Exception {
    apply();
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    apply(noting(true, "a", "b"));
    finish("1");
    await("1");
    assertThat(EVENTS).containsExactly("configured {a=b}", "1");
    assertThat(state("noting")).startsWith("ready; received ");
    assertThat(
            ManagementFactory.getPlatformMBeanServer()
                .getAttribute(
                    new ObjectName("io.sendfile.glassfish:type=PlugIn,name=noting"), "Wanting"))
        .isEqualTo(true);
  }

  @Test
  void usualResultsCostNothingWhereNobodyWantsThem() {
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    apply(noting(true));
    assertThat(listeners.live()).hasSize(1).allMatch(TransferListener::wantsUsual);
    apply(noting(true, "unusual", "only"));
    assertThat(listeners.live()).hasSize(1).noneMatch(TransferListener::wantsUsual);
    finish("small", Outcome.COMPLETED, true);
    finish("cut", Outcome.CLIENT_ABORTED, true);
    await("cut");
    assertThat(EVENTS).doesNotContain("small");
  }

  @Test
  void problemsAreToldToThoseWhoWantResults() {
    Problem problem =
        new Problem(ProblemCode.ROOT, Severity.ERROR, "root films", "missing", "create it");
    listeners.problemBegan(problem);
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    apply();
    listeners.problemBegan(problem);
    listeners.problemEnded(problem);
    await("ended root films: missing: create it");
    assertThat(EVENTS)
        .containsExactly(
            "configured {}",
            "began root films: missing: create it",
            "ended root films: missing: create it");
    assertThat(state("noting")).as("results only").startsWith("ready; received 0,");
    apply(noting(true, "unwanted", "1"));
    listeners.problemBegan(problem);
    apply(noting(false));
    assertThat(EVENTS).doesNotHaveDuplicates();
  }

  /** On its own thread, for which the change of the settings waits. */
  @Test
  void statesAreToldWhileOneTakesItsTimeForItsProperties() {
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    meanwhile = () -> EVENTS.add("meanwhile " + listeners.problems() + listeners.used().keySet());
    apply();
    assertThat(EVENTS).containsExactly("configured {}", "meanwhile [][noting]");
  }

  @Test
  void onlyAChangeOfItsPropertiesIsGivenToIt() {
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    apply(noting(true, "a", "b"));
    apply(noting(true, "a", "b"));
    apply(noting(true, "a", "c"));
    apply();
    assertThat(EVENTS).containsExactly("configured {a=b}", "configured {a=c}", "configured {}");
  }

  @Test
  void oneThatIsSwitchedOffIsClosedAndComesBack() {
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    apply();
    apply(noting(false));
    assertThat(listeners.state("noting")).isEmpty();
    assertThat(listeners.live()).isEmpty();
    apply(noting(true));
    finish("2");
    await("2");
    assertThat(EVENTS).containsExactly("configured {}", "closed", "configured {}", "2");
  }

  @Test
  void whatIsWrongWithPropertiesIsAProblem() {
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    apply(noting(true, "bad", "1"));
    assertThat(state("noting")).isEqualTo("off: bad must not be set");
    assertThat(listeners.problems())
        .containsExactly("sendfile-plugin \"noting\" is off: bad must not be set");
    assertThat(listeners.live()).isEmpty();
    apply();
    assertThat(listeners.problems()).isEmpty();
  }

  @Test
  void oneThatWantsNothingCostsNothing() {
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    apply(noting(true, "unwanted", "1"));
    assertThat(state("noting"))
        .isEqualTo("not set up; its properties are a, bad, unusual, unwanted");
    assertThat(listeners.live()).isEmpty();
  }

  @Test
  void whatWasDeliveredIsKeptWhileSomebodyWantsToKnow() {
    apply();
    assertThat(temp.resolve("downloads")).doesNotExist();
    ServiceLocatorUtilities.addClasses(locator, Noting.class);
    apply();
    assertThat(Files.isRegularFile(temp.resolve("downloads/journal"))).isTrue();
    assertThat(health.states()).containsEntry("downloads in several transfers", "0 remembered");
    apply(noting(true, "unwanted", "1"));
    assertThat(health.states()).doesNotContainKey("downloads in several transfers");
  }

  @Test
  void oneWithoutANameHasThatOfItsClassAndItsFailuresCount() {
    ServiceLocatorUtilities.addClasses(locator, Unnamed.class);
    apply();
    finish("1");
    while (!state("Unnamed").contains("failed 1")) {
      Pause.make();
    }
    assertThat(Figure.PLUG_IN_FAILURES.of(stats.snapshot())).isEqualTo(1);
  }
}
