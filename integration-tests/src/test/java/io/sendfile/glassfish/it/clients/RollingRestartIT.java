package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Cluster;
import io.sendfile.glassfish.it.harness.Instance;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Each instance of a cluster behind a balancer is drained, restarted and taken back in turn, under
 * the downloads of clients that cannot resume.
 */
@Client(
    commands = {"nginx", "haproxy"},
    packages = "nginx haproxy")
@Timeout(900)
@OwnProcess
@Release
class RollingRestartIT extends ClientScenario {
  private static final String NAME = "rolled";
  private static final String HELLO = "/" + NAME + "/hello";
  private static final String READY = "/health/ready";
  private static final int CLIENTS = 300;
  private static final Duration LONG = Duration.ofSeconds(120);

  /** Ten seconds at the rate of the cluster. */
  private final Path file = TestFiles.ofLength(MIB);

  private String cluster(String command, String... arguments) {
    return targeted(NAME, command, arguments);
  }

  private String targeted(String target, String command, String... arguments) {
    String[] all = new String[arguments.length + 2];
    all[0] = "--target";
    all[1] = target;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return server.command(command, all);
  }

  private static boolean isFound(Instance member, String path) throws IOException {
    try (RawConnection connection = RawConnection.to(member.httpPort())) {
      return connection.ask(path).status() == 200;
    }
  }

  private boolean sends(Instance member) {
    return !targeted(member.name(), "list-sendfile-transfers").contains("No transfer is running");
  }

  @Test
  void cutsNoDownload() throws Exception {
    try (Cluster cluster = Cluster.create(server, NAME)) {
      cluster.start();
      deploy(NAME, "--target", NAME);
      try {
        prepare(cluster);
        rollBehindNginx(cluster);
        rollBehindHaproxy(cluster);
      } finally {
        cluster("undeploy", NAME);
      }
    }
  }

  /** The configuration is a copy of default-config, into which the harness has put bad values. */
  private void prepare(Cluster cluster) {
    cluster(
        "set-sendfile-configuration",
        "--etag=",
        "--burst-bytes=",
        "--worker-threads=",
        "--readiness-path",
        READY,
        "--rate-bytes-per-second",
        "100000");
    cluster("create-sendfile-root", "--path", TestFiles.folder().toString(), "shared");
    for (Instance member : new Instance[] {cluster.one(), cluster.two()}) {
      Await.until("the application on " + member.name(), LONG, () -> isFound(member, HELLO));
    }
  }

  private void rollBehindNginx(Cluster cluster) throws Exception {
    try (Nginx nginx =
        Nginx.balance(
            folder, cluster.one().httpPort(), cluster.two().httpPort(), server.freePort(), HELLO)) {
      roll(cluster, nginx.port(), nginx::log);
    }
  }

  private void rollBehindHaproxy(Cluster cluster) throws Exception {
    try (Haproxy haproxy =
        Haproxy.balance(
            folder, cluster.one().httpPort(), cluster.two().httpPort(), server.freePort())) {
      roll(cluster, haproxy.port(), haproxy::log);
    }
  }

  private void roll(Cluster cluster, int port, Supplier<String> log) throws Exception {
    Instance[] members = {cluster.one(), cluster.two()};
    String target =
        Play.steps("sendfile:shared:" + file.getFileName()).replace("/it/", "/" + NAME + "/");
    Downloaders clients = new Downloaders(CLIENTS, port, target, file);
    try {
      for (Instance member : members) {
        // An instance may be ready some seconds before the balancer takes it back.
        awaitSenders(members);
        restart(member);
      }
      awaitSenders(members);
    } finally {
      clients.finish();
    }
    System.out.println(
        "rolling restart: "
            + clients.whole().stream().mapToInt(Integer::intValue).sum()
            + " downloads of "
            + CLIENTS
            + " clients");
    assertThat(clients.failures()).as(log).isEmpty();
    assertThat(clients.whole()).doesNotContain(0);
  }

  private void awaitSenders(Instance... members) {
    for (Instance member : members) {
      Await.until(member.name() + " sends", LONG, () -> sends(member));
    }
  }

  private void restart(Instance member) {
    Instant begin = Instant.now();
    assertThat(targeted(member.name(), "drain-sendfile", "--deadline", "5m", "--wait", "true"))
        .contains(member.name() + ": drained: no download is left.");
    Duration drained = Duration.between(begin, Instant.now());
    assertThat(targeted(member.name(), "list-sendfile-refusals")).contains("draining");
    member.stop();
    member.start();
    Await.until(member.name() + " is ready", LONG, () -> isFound(member, READY));
    System.out.println(
        "%s: drained in %s, restarted in %s"
            .formatted(
                member.name(), drained, Duration.between(begin, Instant.now()).minus(drained)));
  }
}
