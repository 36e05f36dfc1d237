package io.sendfile.glassfish.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sendfile.core.buffer.BufferPolicies;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.BufferPolicy;
import io.sendfile.spi.SendAlgorithm;
import io.sendfile.spi.TransferListener;
import io.sendfile.spi.TransferResult;
import java.util.ArrayList;
import java.util.List;
import org.glassfish.hk2.api.PerLookup;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.hk2.utilities.BuilderHelper;
import org.glassfish.hk2.utilities.ServiceLocatorUtilities;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/** Plug-ins as HK2 finds them, good and bad. */
class PlugInsTest {
  private final ServiceLocator locator = ServiceLocatorUtilities.createAndPopulateServiceLocator();
  private final HealthReport health = new HealthReport();
  private final PlugIns plugIns = new PlugIns(locator, health);

  @AfterEach
  void shutDown() {
    locator.shutdown();
    Slab.OPEN.clear();
  }

  private void add(Class<?>... services) {
    ServiceLocatorUtilities.addClasses(locator, services);
  }

  /** An algorithm with a name; its decisions are of no interest here. */
  abstract static class Named implements SendAlgorithm {
    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Pace pace() {
      return progress -> new Burst(1, false);
    }
  }

  @Service
  @ContractsProvided(SendAlgorithm.class)
  static class Good extends Named {
    Good() {
      super("good");
    }
  }

  @Service
  @ContractsProvided(SendAlgorithm.class)
  static class GoodAgain extends Named {
    GoodAgain() {
      super("good");
    }
  }

  @Service
  @ContractsProvided(SendAlgorithm.class)
  static class Impostor extends Named {
    Impostor() {
      super("adaptive");
    }
  }

  @Service
  @ContractsProvided(SendAlgorithm.class)
  static class Unfit extends Named {
    Unfit() {
      super("a b");
    }
  }

  @Service
  @ContractsProvided(SendAlgorithm.class)
  static class Nameless extends Named {
    @SuppressWarnings("NullAway") // Plug-ins in other languages may have a null name.
    Nameless() {
      super(null);
    }
  }

  @Service
  @ContractsProvided(SendAlgorithm.class)
  static class FailsToBeMade extends Named {
    FailsToBeMade() {
      super("never");
      throw new AssertionError("made");
    }
  }

  @Service
  @ContractsProvided(SendAlgorithm.class)
  static class FailsToSayItsName extends Named {
    FailsToSayItsName() {
      super("never");
    }

    @Override
    public String name() {
      throw new StackOverflowError("name");
    }
  }

  /** A policy that delegates to one of the module's own. */
  @Service
  @PerLookup
  @ContractsProvided(BufferPolicy.class)
  static class Slab implements BufferPolicy {
    static final List<Slab> OPEN = new ArrayList<>();
    private final BufferPolicy views = BufferPolicies.of(BufferPolicies.HEAP, 0, 1);

    Slab() {
      OPEN.add(this);
    }

    @Override
    public String name() {
      return "slab";
    }

    @Override
    public boolean direct() {
      return false;
    }

    @Override
    public Lease take(int bytes) {
      return views.take(bytes);
    }

    @Override
    public BufferFigures figures() {
      return views.figures();
    }

    @Override
    public void close() {
      OPEN.remove(this);
    }
  }

  @Service
  @ContractsProvided(BufferPolicy.class)
  static class Shared extends Slab {
    @Override
    public String name() {
      return "shared";
    }
  }

  @Test
  void withoutPlugInsThereAreTheNamesOfTheModule() {
    assertThat(plugIns.known()).isEqualTo(KnownNames.BUILT_IN);
    assertThat(plugIns.bufferPolicy("slab")).isNull();
    assertThat(PlugIns.knownHere()).isEqualTo(KnownNames.BUILT_IN);
  }

  @Test
  void plugInIsFoundAsSoonAsItIsThere() {
    assertThat(plugIns.known()).isEqualTo(KnownNames.BUILT_IN);
    add(Good.class, Slab.class);
    assertThat(plugIns.known()).isEqualTo(KnownNames.with(List.of("good"), List.of("slab")));
    assertThat(plugIns.of(SendAlgorithm.class)).containsOnlyKeys("good");
    assertThat(health.states()).isEmpty();
  }

  @Test
  void badOnesAreLeftOutWithTheReason() {
    add(
        Impostor.class,
        Unfit.class,
        Nameless.class,
        FailsToBeMade.class,
        FailsToSayItsName.class,
        Good.class);
    assertThat(plugIns.known().algorithms()).contains("good").hasSize(5);
    assertThat(health.states().get("plug-in " + Impostor.class.getName()))
        .contains("left out", "the name adaptive is taken");
    assertThat(health.states().get("plug-in " + Unfit.class.getName())).contains("\"a b\"");
    assertThat(health.states().get("plug-in " + Nameless.class.getName())).contains("null");
    assertThat(health.states().get("plug-in " + FailsToBeMade.class.getName()))
        .contains("left out", "made");
    assertThat(health.states().get("plug-in " + FailsToSayItsName.class.getName()))
        .contains("left out", "StackOverflowError");
  }

  /** HK2 loads a class only on request; its failure then fails every service of that request. */
  @Test
  void oneWithoutItsClassDoesNotHideTheOthers() {
    ServiceLocatorUtilities.addOneDescriptor(
        locator, BuilderHelper.link("no.such.Type").to(SendAlgorithm.class).build());
    add(Good.class);
    assertThat(plugIns.of(SendAlgorithm.class)).containsOnlyKeys("good");
    assertThat(health.states().get("plug-in no.such.Type")).contains("left out", "no.such.Type");
  }

  @Service
  @ContractsProvided(TransferListener.class)
  static class Teller implements TransferListener {
    @Override
    public void transferFinished(TransferResult result) {}
  }

  /** Needs a server; left out here. */
  private static boolean isShipped(DiscoveredPlugIn plugIn) {
    return plugIn.name().equals(DownloadResultSender.class.getName());
  }

  @Test
  void listsAllThereAreWithKindBundleAndState() {
    add(Impostor.class, Good.class, Slab.class, Teller.class);
    assertThat(plugIns.all())
        .filteredOn(plugIn -> !isShipped(plugIn))
        .extracting(DiscoveredPlugIn::name, DiscoveredPlugIn::kind, DiscoveredPlugIn::bundle)
        .containsExactly(
            tuple("Teller", "transfer-listener", "-"),
            tuple("good", "algorithm", "-"),
            tuple(Impostor.class.getName(), "algorithm", "-"),
            tuple("slab", "buffer-policy", "-"));
    assertThat(plugIns.all())
        .filteredOn(plugIn -> !isShipped(plugIn))
        .extracting(DiscoveredPlugIn::state)
        .containsExactly(
            "ready",
            "ready",
            "left out: java.lang.IllegalArgumentException: the name adaptive is taken",
            "ready");
    assertThat(Slab.OPEN).isEmpty();
  }

  /** A class of a jar with a manifest. */
  @Test
  void bundleIsThatOfTheManifestBesideTheClass() {
    assertThat(new DiscoveredPlugIn("algorithm", "a", ServiceLocator.class, "ready").bundle())
        .startsWith("org.glassfish.hk2.api ");
    assertThat(new DiscoveredPlugIn("algorithm", "a", null, "gone").bundle()).isEqualTo("-");
    assertThat(DiscoveredPlugIn.bundle(String.class)).isEqualTo("-");
  }

  @Test
  void ofTwoWithTheSameNameOneIsLeftOut() {
    add(Good.class, GoodAgain.class);
    assertThat(plugIns.of(SendAlgorithm.class)).containsOnlyKeys("good");
    assertThat(health.states().values()).anyMatch(state -> state.contains("good is taken"));
  }

  @Test
  void eachListenerGetsABufferPolicyOfItsOwn() {
    add(Slab.class);
    BufferPolicy first = plugIns.bufferPolicy("slab");
    BufferPolicy second = plugIns.bufferPolicy("slab");
    assertThat(plugIns.known().bufferPolicies()).contains("slab");
    assertThat(first).isNotSameAs(second);
    assertThat(Slab.OPEN).as("others were closed").containsExactly((Slab) first, (Slab) second);
  }

  @Service
  @PerLookup
  @ContractsProvided(BufferPolicy.class)
  static class Spare extends Slab {
    @Override
    public String name() {
      return "spare";
    }
  }

  @Test
  void bufferPoliciesThatAreNotWantedKeepNoMemory() {
    add(Slab.class, Spare.class);
    BufferPolicy wanted = plugIns.bufferPolicy("spare");
    assertThat(wanted).isInstanceOf(Spare.class);
    assertThat(Slab.OPEN).containsExactly((Slab) wanted);
  }

  @Test
  void bufferPolicyThatListenersWouldShareIsLeftOut() {
    add(Shared.class);
    assertThat(plugIns.known()).isEqualTo(KnownNames.BUILT_IN);
    assertThat(health.states().get("plug-in " + Shared.class.getName())).contains("@PerLookup");
  }
}
