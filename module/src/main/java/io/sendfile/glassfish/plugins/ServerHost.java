package io.sendfile.glassfish.plugins;

import io.sendfile.operations.journal.LoggedRecords;
import io.sendfile.spi.DurableRecords;
import io.sendfile.spi.Host;
import io.sendfile.spi.Losses;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.api.naming.GlassfishNamingManager;
import org.jvnet.hk2.annotations.ContractsProvided;
import org.jvnet.hk2.annotations.Service;

/** This server, for plug-ins. */
@Service
@Singleton
@ContractsProvided(Host.class)
public class ServerHost implements Host {
  private final ServerEnvironment server;
  private final HealthReport health;
  private final Provider<GlassfishNamingManager> naming;

  @Inject
  public ServerHost(
      ServerEnvironment server, HealthReport health, Provider<GlassfishNamingManager> naming) {
    this.server = server;
    this.health = health;
    this.naming = naming;
  }

  @Override
  public boolean runs() {
    return server.getStatus() == ServerEnvironment.Status.started;
  }

  @Override
  public Path folder(String plugIn) {
    return server.getInstanceRoot().toPath().resolve("sendfile").resolve(plugIn);
  }

  @Override
  public DurableRecords records(Path folder, Losses losses) throws IOException {
    return new LoggedRecords(folder, losses);
  }

  @Override
  public void watch(Losses losses, Runnable again) {
    health.watch(losses, again);
  }

  @Override
  public void report(String part, Supplier<String> state) {
    health.report(part, state);
  }

  // An administrator has chosen the name, and the plug-in sees that it leads nowhere else.
  @SuppressWarnings("BanJNDI")
  @Override
  public Connection connect(String resource) throws SQLException {
    if (!runs()) {
      // The first look-up starts connectors, which a starting server has not set up yet.
      throw new SQLException("the server starts or stops");
    }
    try {
      return ((DataSource) naming.get().getInitialContext().lookup(resource)).getConnection();
    } catch (NamingException e) {
      throw new SQLException(e.toString(true), e);
    }
  }
}
