package io.sendfile.glassfish.it.harness;

import io.sendfile.glassfish.it.app.HelloServlet;
import io.sendfile.glassfish.it.app.PlayServlet;
import io.sendfile.glassfish.it.app.Probe;
import io.sendfile.glassfish.it.app.ProbeServlet;
import io.sendfile.glassfish.it.app.Steps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * A private GlassFish as downloaded, except for its ports, its JDK and its single compiler: for
 * tests that start, stop and change a server.
 */
public final class OwnServer implements AutoCloseable {
  private static final String APPLICATION = "it";
  private static final Duration ASADMIN = Duration.ofSeconds(240);

  private final Path home;
  private final int http;
  private final int https;
  private final int admin;

  private OwnServer(Path home, String domainXml) {
    this.home = home;
    this.http = DomainXml.port(domainXml, "http-listener-1");
    this.https = DomainXml.port(domainXml, "http-listener-2");
    this.admin = DomainXml.port(domainXml, "admin-listener");
  }

  /** Unpacks it into a folder of that name. */
  public static OwnServer unpack(String name) throws IOException {
    Path parent = Settings.work().resolve(name);
    Path home = parent.resolve(Settings.server());
    ServerFolder.stopLeftOver(domain(home).resolve("config/pid"));
    Zip.unpack(Settings.glassfishZip(), parent);
    Path xml = domain(home).resolve("config/domain.xml");
    Files.writeString(xml, DomainXml.moved(Files.readString(xml)));
    ServerFolder.useJdk(
        home.resolve("glassfish/config/asenv.conf"), Jdk.forServer(Settings.server()));
    return new OwnServer(home, Files.readString(xml));
  }

  private static Path domain(Path home) {
    return home.resolve("glassfish/domains/domain1");
  }

  /** The folder it was unpacked to. */
  public Path home() {
    return home;
  }

  /** The program on which it runs. */
  public Path java() throws IOException {
    return Jdk.forServer(Settings.server()).resolve("bin/java");
  }

  /** The folder of its bundles. */
  public Path modules() {
    return home.resolve("glassfish/modules");
  }

  /** The folder of its domain. */
  public Path domain() {
    return domain(home);
  }

  /** Path of its domain.xml. */
  public Path domainXml() {
    return domain().resolve("config/domain.xml");
  }

  /** Port of {@code http-listener-1}. */
  public int httpPort() {
    return http;
  }

  /** Port of {@code http-listener-2}. */
  public int httpsPort() {
    return https;
  }

  /** Port of the admin listener. */
  public int adminPort() {
    return admin;
  }

  /** A port for one more listener. */
  public static int freePort() throws IOException {
    return Ports.free();
  }

  /** Starts the domain. */
  public void start() throws IOException {
    Launch.domain(home, domain(), admin);
  }

  /** Stops the domain by SIGTERM, as a service manager does. */
  public void stop() throws IOException {
    ServerFolder.stop(domain().resolve("config/pid"));
  }

  /** Restarts the domain by asadmin. */
  public void restart() throws IOException {
    Command.Outcome outcome = asadmin("restart-domain");
    if (outcome.status() != 0 && LateStop.killed(domain().resolve("config/pid"))) {
      start();
    } else {
      outcome.succeeded();
    }
  }

  /** Starts the domain unless it runs. */
  public void ensureRunning() throws IOException {
    if (!running()) {
      start();
    }
  }

  /** Whether its process runs. */
  public boolean running() throws IOException {
    return ServerFolder.process(domain().resolve("config/pid")).isPresent();
  }

  /** Runs {@code asadmin} in its folder. */
  public Command.Outcome asadmin(String... arguments) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(home.resolve("bin/asadmin").toString());
    line.addAll(List.of("--user", "admin", "--interactive=false", "--port", "" + admin));
    line.addAll(List.of(arguments));
    return Command.run(ASADMIN, home.getParent(), line.toArray(String[]::new));
  }

  /** Runs a command like {@link ServerUnderTest#command}. */
  public String command(String name, String... arguments) {
    return AdminListener.command(admin, name, arguments);
  }

  /** Deploys a small application that plays steps, with an optional extra class. */
  public void deploy(Class<?>... more) throws IOException {
    Path war = home.resolveSibling(APPLICATION + ".war");
    ShrinkWrap.create(WebArchive.class, war.getFileName().toString())
        .addClasses(PlayServlet.class, Steps.class, HelloServlet.class)
        .addClasses(Probe.class, ProbeServlet.class)
        .addClasses(more)
        .as(ZipExporter.class)
        .exportTo(war.toFile(), true);
    command("deploy", "--force", "true", "--name", APPLICATION, war.toString());
  }

  /** A snapshot of its process; needs the application. */
  public Snapshot probe() {
    return ManagedServer.probe(http);
  }

  /** GET on a connection of its own. */
  public Answer ask(String target, String... headers) throws IOException {
    try (RawConnection connection = RawConnection.to(http)) {
      return connection.ask(target, headers);
    }
  }

  /** Kills the server: what its tests say about a stop, they have said by then. */
  @Override
  public void close() throws IOException {
    ServerFolder.stopLeftOver(domain().resolve("config/pid"));
  }
}
