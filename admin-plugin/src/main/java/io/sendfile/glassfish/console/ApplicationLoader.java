package io.sendfile.glassfish.console;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.api.ActionReport;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.api.deployment.DeployCommandParameters;
import org.glassfish.api.deployment.OpsParams;
import org.glassfish.hk2.api.ServiceLocator;
import org.glassfish.internal.data.ApplicationRegistry;
import org.glassfish.internal.deployment.Deployment;
import org.glassfish.internal.deployment.ExtendedDeploymentContext;
import org.jvnet.hk2.annotations.Service;

/**
 * Loads the web application into the admin listener's virtual server, as GlassFish loads its own
 * applications: in memory, so that neither domain.xml nor {@code list-applications} has it, and a
 * start of the server does not wait for it. Not while the server starts, as its own applications
 * are loaded then, and GlassFish is not safe for two at a time. Thread-safe.
 */
@Service
@Singleton
public class ApplicationLoader {
  private static final Logger LOGGER = Logger.getLogger(ApplicationLoader.class.getPackageName());
  private static final String NAME = "__sendfile_console";
  private static final String ARCHIVE = "sendfile-console.war";

  /** State of the loading. */
  public enum State {
    /** The application answers, or will in a moment. */
    LOADED,
    /** A thread is loading it, or will once the server has started. */
    LOADING,
    /** The loading failed; the log has the reason. */
    FAILED
  }

  private final ServiceLocator locator;
  private final ServerEnvironment server;
  private boolean loading;
  private boolean failed;

  @Inject
  public ApplicationLoader(ServiceLocator locator, ServerEnvironment server) {
    this.locator = locator;
    this.server = server;
  }

  /**
   * Begins to load it, unless it is loaded. A failure is logged once; the next call tries again.
   */
  public synchronized State load() {
    if (loading || server.getStatus() != ServerEnvironment.Status.started) {
      return State.LOADING;
    }
    // Loading it twice would fail, and take down the first copy.
    if (locator.getService(ApplicationRegistry.class).get(NAME) != null) {
      return State.LOADED;
    }
    if (failed) {
      failed = false;
      return State.FAILED;
    }
    loading = true;
    // On another thread: deployment changes the context of its thread.
    Thread thread = new Thread(this::run, "sendfile-console-loader");
    thread.setContextClassLoader(ApplicationLoader.class.getClassLoader());
    thread.setDaemon(true);
    thread.start();
    return State.LOADING;
  }

  private void run() {
    boolean done = false;
    try {
      deploy(archive());
      done = true;
    } catch (IOException | RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "sendfile: the pages of the admin console could not be loaded", e);
    } finally {
      ended(done);
    }
  }

  private synchronized void ended(boolean done) {
    loading = false;
    failed = !done;
  }

  /** GlassFish requires a file: a new copy of the one in the bundle. */
  private File archive() throws IOException {
    Path file = server.getInstanceRoot().toPath().resolve("generated/sendfile").resolve(ARCHIVE);
    Files.createDirectories(file.getParent());
    try (InputStream in = ApplicationLoader.class.getResourceAsStream("/META-INF/" + ARCHIVE)) {
      if (in == null) {
        throw new FileNotFoundException("The bundle has no META-INF/" + ARCHIVE);
      }
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file.toFile();
  }

  private void deploy(File archive) throws IOException {
    DeployCommandParameters parameters = new DeployCommandParameters(archive);
    parameters.name = NAME;
    parameters.contextroot = ConsoleAdapter.CONTEXT_ROOT;
    parameters.virtualservers = "__asadmin";
    parameters.enabled = true;
    parameters.origin = OpsParams.Origin.load;
    parameters.command = OpsParams.Command.startup_server;
    parameters.target = server.getInstanceName();
    ActionReport report = locator.getService(ActionReport.class, "plain");
    Deployment deployment = locator.getService(Deployment.class);
    ExtendedDeploymentContext context =
        deployment.getBuilder(LOGGER, parameters, report).source(archive).build();
    Properties properties = context.getAppProps();
    properties.setProperty("object-type", "system-admin");
    properties.setProperty("context-root", ConsoleAdapter.CONTEXT_ROOT);
    deployment.deploy(context);
    if (report.getActionExitCode() != ActionReport.ExitCode.SUCCESS) {
      throw new IOException(String.valueOf(report.getMessage()), report.getFailureCause());
    }
  }
}
