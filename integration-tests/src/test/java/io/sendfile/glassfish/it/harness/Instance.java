package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One more server of the domain, on this machine, with its own configuration. */
public final class Instance implements AutoCloseable {
  private static final List<String> OTHER_PORTS =
      List.of(
          "HTTP_SSL_LISTENER_PORT",
          "IIOP_LISTENER_PORT",
          "IIOP_SSL_LISTENER_PORT",
          "IIOP_SSL_MUTUALAUTH_PORT",
          "JMX_SYSTEM_CONNECTOR_PORT",
          "JMS_PROVIDER_PORT",
          "JAVA_DEBUGGER_PORT",
          "OSGI_SHELL_TELNET_PORT");

  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private final ServerUnderTest domain;
  private final String name;
  private final int httpPort;
  private final int adminPort;
  private boolean running;

  private Instance(ServerUnderTest domain, String name, int httpPort, int adminPort) {
    this.domain = domain;
    this.name = name;
    this.httpPort = httpPort;
    this.adminPort = adminPort;
  }

  /** Creates a stopped instance; its configuration is a copy of default-config. */
  public static Instance create(ServerUnderTest domain, String name) {
    return create(domain, name, List.of());
  }

  /** Creates a stopped member of a cluster. */
  static Instance member(ServerUnderTest domain, String cluster, String name) {
    return create(domain, name, List.of("--cluster", cluster));
  }

  private static Instance create(ServerUnderTest domain, String name, List<String> options) {
    int httpPort = domain.freePort();
    int adminPort = domain.freePort();
    String known = "HTTP_LISTENER_PORT=" + httpPort + ":ASADMIN_LISTENER_PORT=" + adminPort + ":";
    String ports =
        OTHER_PORTS.stream()
            .map(port -> port + "=" + domain.freePort())
            .collect(Collectors.joining(":", known, ""));
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("--node", "localhost-domain1", "--systemproperties", ports, name));
    domain.command("create-instance", arguments.toArray(String[]::new));
    return new Instance(domain, name, httpPort, adminPort);
  }

  /** Its name in the domain. */
  public String name() {
    return name;
  }

  /** Port of its clear listener. */
  public int httpPort() {
    return httpPort;
  }

  /** Port of its admin listener. */
  public int adminPort() {
    return adminPort;
  }

  /** A connection to its admin listener, which speaks TLS, as default-config has it. */
  public RawConnection admin() throws IOException {
    return RawConnection.over(
        Browser.trusting().getSocketFactory().createSocket("localhost", adminPort));
  }

  /** Starts it and waits until it runs; a busy machine takes longer than GlassFish itself waits. */
  public void start() {
    startedBy("start-instance", name);
  }

  /** Starts it by a command that starts others, too, and waits. */
  void startedBy(String command, String operand) {
    running = true;
    try {
      domain.command(command, operand);
    } catch (ServerUnderTest.CommandFailed e) {
      Await.until(e::getMessage, PATIENCE, this::runs);
    }
  }

  /** Waits until it runs, once a command has begun to start it. */
  void awaitStart() {
    running = true;
    Await.until("a start of " + name, PATIENCE, this::runs);
  }

  private boolean runs() {
    return domain.command("list-instances", name).matches("(?s).*\\b" + name + "\\s+running.*");
  }

  /** Stops it and waits until it has stopped. */
  public void stop() {
    domain.command("stop-instance", name);
    running = false;
  }

  /** Kills its process. */
  public void kill() {
    domain.command("stop-instance", "--kill", "true", name);
    running = false;
  }

  /**
   * Kills its process, as in a failure of the machine (SIGKILL); {@link #kill} lets it clean up.
   */
  public void die() throws Exception {
    Path pid =
        Settings.glassfishHome()
            .resolve("glassfish/nodes/localhost-domain1")
            .resolve(name)
            .resolve("config/pid");
    ProcessHandle process =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).trim())).orElseThrow();
    process.destroyForcibly();
    process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    running = false;
  }

  /** Stops and deletes it. */
  @Override
  public void close() {
    if (running) {
      kill();
    }
    domain.command("delete-instance", name);
  }
}
