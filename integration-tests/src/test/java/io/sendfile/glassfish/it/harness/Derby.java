package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/** The database that GlassFish brings, in a process of its own. */
public final class Derby implements AutoCloseable {
  private static final List<String> DRIVER = List.of("derbyclient", "derbyshared", "derbytools");
  private static final Duration SOON = Duration.ofSeconds(120);

  private final Command program;
  private final int port;

  private Derby(Command program, int port) {
    this.program = program;
    this.port = port;
  }

  /**
   * Starts it.
   *
   * @param folder of its databases
   * @param java the program that runs it
   * @param home folder of the GlassFish that brings it
   */
  public static Derby start(Path folder, Path java, Path home, int port) throws IOException {
    Command program =
        Command.start(
            folder,
            java.toString(),
            "-jar",
            home.resolve("javadb/lib/derbyrun.jar").toString(),
            "server",
            "start",
            "-p",
            Integer.toString(port),
            "-noSecurityManager");
    Await.until("the database", SOON, () -> program.output().contains("ready to accept"));
    return new Derby(program, port);
  }

  /**
   * Gives its driver to a domain, as that of any database: the common class loader of GlassFish 8
   * has none. A server finds it when it starts.
   */
  public static void addDriver(Path home, Path domain) throws IOException {
    for (String jar : DRIVER) {
      Files.copy(
          home.resolve("javadb/lib/" + jar + ".jar"),
          driver(domain, jar),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Takes it away. */
  public static void removeDriver(Path domain) throws IOException {
    for (String jar : DRIVER) {
      Files.deleteIfExists(driver(domain, jar));
    }
  }

  private static Path driver(Path domain, String jar) {
    return domain.resolve("lib/" + jar + ".jar");
  }

  /** The options by which a command makes a pool of connections to its database {@code links}. */
  public String[] poolOptions(String name) {
    return new String[] {
      "--datasourceclassname",
      "org.apache.derby.jdbc.ClientDataSource",
      "--restype",
      "javax.sql.DataSource",
      "--property",
      "serverName=localhost:portNumber=%d:databaseName=links:user=app:password=app:connectionAttributes=create\\=true"
          .formatted(port),
      name
    };
  }

  /** Ends it at once, as a loss of power does. */
  public void kill() {
    program.kill();
  }

  @Override
  public void close() throws IOException {
    program.close();
  }
}
