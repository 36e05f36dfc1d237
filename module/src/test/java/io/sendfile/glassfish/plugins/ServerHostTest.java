package io.sendfile.glassfish.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.spi.DurableRecords;
import io.sendfile.spi.Host;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.api.admin.ServerEnvironment.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a plug-in of a stranger sees it. */
class ServerHostTest {
  @TempDir Path instance;
  private final HealthReport health = new HealthReport();

  private Host host(Status status) {
    ServerEnvironment server =
        (ServerEnvironment)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ServerEnvironment.class},
                (proxy, method, arguments) ->
                    method.getName().equals("getStatus") ? status : instance.toFile());
    return new ServerHost(
        server,
        health,
        () -> {
          throw new AssertionError("naming was asked for");
        });
  }

  private static Losses losses() {
    Logger log = Logger.getLogger("io.sendfile.test.audit");
    log.setLevel(Level.OFF);
    return new Losses("audit", Severity.ERROR, "make room", log, () -> 0);
  }

  @Test
  void nothingIsLookedUpBeforeTheServerHasStarted() {
    Host host = host(Status.starting);
    assertThat(host.runs()).isFalse();
    assertThatThrownBy(() -> host.connect("jdbc/audit"))
        .isInstanceOf(SQLException.class)
        .hasMessage("the server starts or stops");
  }

  @Test
  void recordsAreAQueueThatOutlivesTheProcess() throws IOException {
    Host host = host(Status.started);
    Path folder = host.folder("audit");
    assertThat(folder).isEqualTo(instance.resolve("sendfile/audit"));
    DurableRecords killed = host.records(folder.resolve("killed"), losses());
    killed.put("1", "first of its kind");
    killed.putForced("2", "second");
    killed.put("3", "third");
    killed.remove(List.of("1"));
    killed.put("2", "changed");
    killed.close();
    try (DurableRecords next = host.records(folder.resolve("killed"), losses())) {
      assertThat(next.all().keySet()).containsExactly("3", "2");
      assertThat(next.all()).containsEntry("2", "changed");
      assertThat(next.bytes()).isPositive();
    }
  }

  @Test
  void lossesAreProblemsOfTheServer() {
    Losses losses = losses();
    host(Status.started).watch(losses, () -> {});
    losses.lost(2, "the disk is full");
    assertThat(health.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.sentence()).contains("audit", "2 lost"));
    assertThat(health.lost()).containsEntry("audit", 2L);
  }
}
