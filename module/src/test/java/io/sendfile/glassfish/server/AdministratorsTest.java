package io.sendfile.glassfish.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.admin.ListSendfileHistory;
import java.lang.reflect.Proxy;
import java.security.Principal;
import java.util.Map;
import java.util.Set;
import javax.security.auth.Subject;
import org.glassfish.api.admin.AdminCommand;
import org.glassfish.security.common.Group;
import org.junit.jupiter.api.Test;

class AdministratorsTest {
  /** Of a class that is not of the module. */
  private static final AdminCommand ELSEWHERE =
      (AdminCommand)
          Proxy.newProxyInstance(
              AdminCommand.class.getClassLoader(),
              new Class<?>[] {AdminCommand.class},
              (proxy, method, arguments) -> null);

  private long nanos = 7;
  private final Administrators administrators = new Administrators(() -> nanos);

  private void runs(String who, AdminCommand command, String action, Map<String, Object> context) {
    Principal user = () -> who;
    Subject subject = new Subject(true, Set.of(new Group("asadmin"), user), Set.of(), Set.of());
    administrators.describeAuthorization(
        subject, "domain", action, command, context, Map.of(), Map.of(), Map.of());
  }

  @Test
  void nameOfTheThreadIsThatOfItsLastCommand() throws InterruptedException {
    runs("ann", ELSEWHERE, "update", Map.of());
    runs("bob", ELSEWHERE, "read", Map.of());

    assertThat(administrators.ofThisThread()).isEqualTo("bob");
    String[] other = new String[1];
    Thread thread = new Thread(() -> other[0] = administrators.ofThisThread());
    thread.start();
    thread.join();
    assertThat(other[0]).isEmpty();
  }

  @Test
  void settingsAreChangedByCommandsThatNameThem() {
    runs("ann", ELSEWHERE, "update", Map.of("DEFAULT", "configs.x.sendfile-config.enabled=false"));
    runs("bob", ELSEWHERE, "update", Map.of("DEFAULT", "configs.x.http-service.y=1"));
    runs("cyd", new ListSendfileHistory(), "read", Map.of());

    assertThat(administrators.ofSettings()).isEqualTo("ann");
  }

  @Test
  void listenersAreChangedByCommandsThatNameThemOrTheirParts() {
    runs("ann", ELSEWHERE, "update", Map.of("DEFAULT", "configs.x.network-config.y.http.z=1"));
    runs("bob", ELSEWHERE, "update", Map.of("DEFAULT", "configs.x.java-config.y=1"));
    runs("cyd", ELSEWHERE, "read", Map.of("DEFAULT", "http-listener-1"));

    assertThat(administrators.ofListeners()).isEqualTo("ann");
    assertThat(administrators.ofSettings()).isEmpty();
  }

  @Test
  void commandOfTheModuleChangesSettings() {
    runs("ann", new ListSendfileHistory(), "update", Map.of());

    assertThat(administrators.ofSettings()).isEqualTo("ann");
    nanos += 60_000_000_000L;
    assertThat(administrators.ofSettings()).isEmpty();
  }

  @Test
  void nobodyIsNamedBeforeTheFirstCommand() {
    assertThat(administrators.ofSettings()).isEmpty();
    assertThat(administrators.ofThisThread()).isEmpty();
    runs("", ELSEWHERE, "update", Map.of());
    assertThat(administrators.ofThisThread()).isEmpty();
  }
}
