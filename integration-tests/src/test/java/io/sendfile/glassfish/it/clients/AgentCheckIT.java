package io.sendfile.glassfish.it.clients;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HAProxy, whose agent checks ask the readiness path for the weight of the server. */
@Client(commands = "haproxy", packages = "haproxy")
class AgentCheckIT extends ClientScenario {
  private final Path large = TestFiles.ofLength(20 * MIB);

  private Haproxy haproxy;

  /** Both of its servers are this one. */
  @BeforeEach
  void balancer() throws IOException {
    configure("readiness-path", "/health/ready", "max-active-transfers", "4");
    haproxy = Haproxy.balance(folder, server.httpPort(), server.httpPort(), server.freePort());
  }

  @AfterEach
  void noBalancer() throws IOException {
    haproxy.close();
  }

  @Test
  void weightsTheServerByItsFreePlaces() throws IOException {
    try (RawConnection one = RawConnection.withSmallBuffer(server.httpPort(), 4096);
        RawConnection two = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      one.send(RawConnection.get(Play.steps(sendfile(large))));
      haproxy.await("get weight shop/one", "75 (initial 100)");
      two.send(RawConnection.get(Play.steps(sendfile(large))));
      haproxy.await("get weight shop/one", "50 (initial 100)");
    }
    haproxy.await("get weight shop/one", "100 (initial 100)");
  }

  @Test
  @InContainer
  void sendsNothingNewToAServerThatDrains() {
    server.command("drain-sendfile", "--deadline", "10m");
    try {
      haproxy.await("show stat", "DRAIN");
    } finally {
      server.command("drain-sendfile", "--cancel", "true");
    }
    Await.until("it is up again", SOON, () -> !haproxy.ask("show stat").contains("DRAIN"));
  }
}
