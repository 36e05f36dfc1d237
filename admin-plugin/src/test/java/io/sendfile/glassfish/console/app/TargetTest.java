package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.console.app.Target.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetTest {
  private static final Target SERVER = new Target("server", Kind.SERVER, "server-config");
  private static final Target ALONE = new Target("alone", Kind.INSTANCE, "alone-config");
  private static final Target SHOP = new Target("shop", Kind.CLUSTER, "shop-config");
  private static final List<Target> ALL = List.of(SERVER, ALONE, SHOP);

  @Test
  void pageWithoutATargetIsAboutThisServer() {
    assertThat(Target.of(null, null, ALL)).contains(SERVER);
    assertThat(Target.of("", "nonsense", ALL)).contains(SERVER);
  }

  @Test
  void configurationLeadsToItsServers() {
    assertThat(Target.of(null, "shop-config", ALL)).contains(SHOP);
    assertThat(Target.of("alone", "shop-config", ALL)).contains(ALONE);
  }

  @Test
  void unknownNameIsNoTarget() {
    assertThat(Target.of("nonsense", "server-config", ALL)).isEmpty();
  }

  @Test
  void labelTellsAClusterFromAServer() {
    assertThat(ALONE.label()).isEqualTo("alone");
    assertThat(SHOP.label()).isEqualTo("shop (cluster)");
  }
}
