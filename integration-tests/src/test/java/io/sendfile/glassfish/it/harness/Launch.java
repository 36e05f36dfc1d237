package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The start of a domain by the line that {@code asadmin start-domain} would run. asadmin itself
 * polls without a pause until the server runs, which takes one processor away from that server and
 * doubles the time of its start.
 */
final class Launch {
  private static final Duration PATIENCE = Duration.ofSeconds(480);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private Launch() {}

  /**
   * Starts it, and waits until its admin listener answers and its pid file tells that it has
   * started.
   */
  static void domain(Path home, Path domain, int adminPort) throws IOException {
    Path log = domain.resolve("logs/start.log");
    ProcessBuilder builder = new ProcessBuilder(line(home)).directory(domain.toFile());
    Command.isolate(builder.environment(), Settings.work());
    // GlassFish 8 reads it where others would look into asenv.conf.
    builder.environment().put("AS_DEF_NODES_PATH", home.resolve("glassfish/nodes").toString());
    // For what it knows of the commands of its instances; the second is Payara's.
    for (String name : List.of("GF_CLIENT_DIR", "AS_GFCLIENT")) {
      builder.environment().put(name, ServerFolder.clientFolder().toString());
    }
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    // Payara waits for the end of the passwords that asadmin would pass.
    process.getOutputStream().close();
    Await.until(
        () -> "a start: " + text(log),
        PATIENCE,
        () -> !process.isAlive() || (started(domain, process) && answers(adminPort, process)));
    if (!process.isAlive()) {
      throw new IOException("ended at once: " + text(log));
    }
  }

  private static List<String> line(Path home) throws IOException {
    String asadmin = home.resolve("bin/asadmin").toString();
    return Command.run(PATIENCE, Settings.work(), asadmin, "start-domain", "--dry-run", "domain1")
        .succeeded()
        .lines()
        .dropWhile(line -> !line.startsWith("Dump of JVM"))
        .skip(1)
        .takeWhile(line -> !line.isBlank())
        .toList();
  }

  private static boolean started(Path domain, Process process) throws IOException {
    Path pid = domain.resolve("config/pid");
    return Files.exists(pid) && Files.readString(pid).trim().equals("" + process.pid());
  }

  /** Whether the admin listener gives any answer but that of a server that is still starting. */
  private static boolean answers(int adminPort, Process process) throws Exception {
    HttpRequest version =
        HttpRequest.newBuilder(
                URI.create("http://localhost:%d/__asadmin/version".formatted(adminPort)))
            .timeout(PATIENCE)
            .build();
    int status = CLIENT.send(version, HttpResponse.BodyHandlers.discarding()).statusCode();
    return status < 500 && process.isAlive();
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
