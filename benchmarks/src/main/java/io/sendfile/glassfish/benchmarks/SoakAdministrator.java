package io.sendfile.glassfish.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Changes settings and deploys an application anew, for as long as the program runs. */
final class SoakAdministrator {
  private static final Duration BETWEEN = Duration.ofSeconds(15);

  /** Each is set, and set back by the next one. */
  private static final List<Map<String, String>> CHANGES =
      List.of(
          Map.of("algorithm", "equal-non-blocking"),
          Map.of("algorithm", "adaptive", "worker-threads", "3"),
          Map.of("worker-threads", "0", "buffer-policy", "heap"),
          Map.of("buffer-policy", "server-default", "range-limit", "8"),
          Map.of("range-limit", "256", "burst-bytes", "65536"),
          Map.of("burst-bytes", "0"));

  private final Asadmin asadmin;
  private final String application;
  private final Consumer<String> problems;

  /**
   * An administrator who has done nothing yet.
   *
   * @param application path of a WAR
   */
  SoakAdministrator(Asadmin asadmin, String application, Consumer<String> problems) {
    this.asadmin = asadmin;
    this.application = application;
    this.problems = problems;
  }

  void start() {
    deploy();
    Thread thread = new Thread(this::work, "administrator");
    thread.setDaemon(true);
    thread.start();
  }

  /** A deployment for each third change. */
  private void work() {
    for (int i = 0; true; i++) {
      ServerProcess.pause(BETWEEN);
      try {
        asadmin.set(CHANGES.get(i % CHANGES.size()));
        if (i % 3 == 0) {
          deploy();
        }
      } catch (IllegalStateException problem) {
        problems.accept("administrator: " + problem);
      }
    }
  }

  private void deploy() {
    String name = SoakServer.REDEPLOYED;
    asadmin.run(
        List.of("deploy", "--force=true", "--contextroot", name, "--name", name, application));
  }
}
