package io.sendfile.glassfish.it;

import io.sendfile.glassfish.application.SendfileFeature;
import io.sendfile.glassfish.application.SendfileResult;
import io.sendfile.glassfish.it.app.Steps;
import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.LeakCheck;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ServerUnderTest;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import jakarta.ws.rs.core.Feature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** Base of all scenarios: the application, the root with the test files, and the leak check. */
@ExtendWith({ArquillianExtension.class, LeakCheck.class})
@RunAsClient
public abstract class Scenario {
  protected static final Duration SOON = Duration.ofSeconds(15);

  /** In which a changed listener comes back on a busy machine. */
  private static final Duration REOPENING = Duration.ofSeconds(3);

  /** The table of media types in the jar for applications. */
  static final String MEDIA_TYPES = "io/sendfile/glassfish/application/media-types.txt";

  private static boolean rootCreated;

  protected final ServerUnderTest server = ServerUnderTest.current();
  private final Set<String> configured = new HashSet<>();

  @Deployment(testable = false)
  public static WebArchive application() {
    return application("it.war");
  }

  static WebArchive application(String name) {
    return ShrinkWrap.create(WebArchive.class, name)
        .addPackage(Steps.class.getPackage())
        .addPackage(SendfileResult.class.getPackage())
        .addAsResource(MEDIA_TYPES)
        .addAsServiceProvider(Feature.class, SendfileFeature.class)
        .addAsWebResource("webapp/send.jsp", "send.jsp")
        .addAsWebResource("webapp/page.xhtml", "page.xhtml")
        .addAsWebResource("webapp/complete.xhtml", "complete.xhtml")
        .addAsWebInfResource("webapp/beans.xml", "beans.xml")
        .setWebXML("webapp/web.xml");
  }

  /** A connection that another class left in disorder must not fail this one. */
  @BeforeAll
  static void connectAnew() {
    for (Browser browser : Browser.values()) {
      browser.forgetConnections();
    }
  }

  @BeforeEach
  protected void rootExists() {
    synchronized (Scenario.class) {
      if (!rootCreated) {
        server.createRoot(TestFiles.ROOT, TestFiles.folder());
        rootCreated = true;
      }
    }
  }

  /** The step that hands a file off. */
  protected static String sendfile(Path file) {
    return "sendfile:" + TestFiles.value(file);
  }

  /** GET on its own connection. */
  protected Answer ask(String target, String... headers) throws IOException {
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      return connection.ask(target, headers);
    }
  }

  /** The application's steps on their own connection. */
  protected Answer play(String... steps) throws IOException {
    return ask(Play.steps(steps));
  }

  /** Sets attributes of sendfile-config until the end of the test. */
  protected void configure(String... settings) {
    for (int i = 0; i < settings.length; i += 2) {
      configured.add(settings[i]);
    }
    server.configure(settings);
  }

  @AfterEach
  protected void defaultsAgain() {
    if (!configured.isEmpty()) {
      server.configure(
          configured.stream()
              .flatMap(attribute -> Stream.of(attribute, ""))
              .toArray(String[]::new));
    }
  }

  /** Growth of a counter since that snapshot. */
  protected long grown(String counter, Snapshot since) {
    return server.probe().number(counter) - since.number(counter);
  }

  /** The server counts a transfer a moment after the client has its last byte. */
  protected void awaitGrown(String counter, long by, Snapshot since) {
    Await.until(
        () -> counter + " grows by " + by + ", not " + grown(counter, since),
        SOON,
        () -> grown(counter, since) == by);
  }

  /** Deploys the application once more; the caller undeploys it. */
  protected void deploy(String name, String... options) throws IOException {
    Path war = TestFiles.folder().resolveSibling(name + ".war");
    Files.deleteIfExists(war);
    application(name + ".war").as(ZipExporter.class).exportTo(war.toFile());
    List<String> arguments = new ArrayList<>(List.of("--name", name, "--contextroot", name));
    arguments.addAll(List.of(options));
    arguments.add(war.toString());
    server.command("deploy", arguments.toArray(String[]::new));
    Files.delete(war);
  }

  /** Sets an attribute of a listener's http element, and waits for the listener to come back. */
  void changeListener(String listener, int port, String attribute, String value) {
    server.setHttp(listener, attribute, value);
    // Payara closes the port for good in one change of eight, module or not; the next opens it.
    for (boolean rcm = true; Settings.payara() && !opensWithin(REOPENING, port); rcm = !rcm) {
      server.setHttp(listener, "rcm-support-enabled", Boolean.toString(rcm));
    }
    awaitHello(port);
  }

  /** As {@link #changeListener}, for the listener most scenarios use. */
  void changeHttpListener(String attribute, String value) {
    changeListener(server.httpListener(), server.httpPort(), attribute, value);
  }

  private static boolean opensWithin(Duration deadline, int port) {
    try {
      Await.until("an open port", deadline, () -> hello(port));
      return true;
    } catch (AssertionError e) {
      return false;
    }
  }

  /** A new or changed listener needs a moment to come up. */
  static void awaitHello(int port) {
    Await.until("a listener on port " + port, SOON, () -> hello(port));
  }

  private static boolean hello(int port) throws IOException {
    try (RawConnection connection = RawConnection.to(port)) {
      return connection.ask("/it/hello").hasStatus(200).length() > 0;
    }
  }

  /** Body of a test, between set-up and clean-up. */
  @FunctionalInterface
  interface Work {
    /** Runs it. */
    void run() throws Exception;
  }
}
