package io.sendfile.glassfish.it.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The server of the scenarios, through the interfaces of an administrator. */
public interface ServerUnderTest {
  /** The server of this run. */
  static ServerUnderTest current() {
    if (Settings.grizzly()) {
      return GrizzlyServer.INSTANCE;
    }
    return Settings.embedded() ? EmbeddedServer.INSTANCE : ManagedServer.INSTANCE;
  }

  /** The clear listener's name. */
  String httpListener();

  /** The TLS listener's name. */
  default String httpsListener() {
    return httpListener().equals("http-listener") ? "https-listener" : "http-listener-2";
  }

  /** Port of the clear listener. */
  default int httpPort() {
    return Ports.of(Ports.HTTP);
  }

  /** Port of the TLS listener, which speaks HTTP/2 too. */
  default int httpsPort() {
    return Ports.of(Ports.HTTPS);
  }

  /** Port of the admin listener; embedded GlassFish does not listen there. */
  default int adminPort() {
    return Ports.of(Ports.ADMIN);
  }

  /** Port of a clear listener with port unification. */
  default int unitedPort() {
    return Ports.of(Ports.UNITED);
  }

  /** A port for one more listener. */
  default int freePort() {
    try {
      return Ports.free();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /**
   * Runs an administration command, as {@code asadmin} would.
   *
   * @param arguments options as {@code --name value}, then operands
   * @return what it printed
   * @throws CommandFailed with what it printed
   */
  String command(String name, String... arguments);

  /** A snapshot of the server's process; files below the folder count as open files. */
  Snapshot probe();

  /** The part of it that tells of leaks, for the checks after each test. */
  Snapshot leaks();

  /** Sets attributes of sendfile-config: {@code name value name value …}. */
  default void configure(String... settings) {
    String[] arguments = settings.clone();
    for (int i = 0; i < arguments.length; i += 2) {
      arguments[i] = "--" + arguments[i];
    }
    command("set-sendfile-configuration", arguments);
  }

  /**
   * Creates a root; {@link #probe} watches its files.
   *
   * @param attributes {@code name value name value …}
   */
  default void createRoot(String name, Path folder, String... attributes) {
    List<String> arguments = new ArrayList<>(List.of("--path", folder.toString()));
    for (int i = 0; i < attributes.length; i += 2) {
      arguments.add("--" + attributes[i]);
      arguments.add(attributes[i + 1]);
    }
    arguments.add(name);
    command("create-sendfile-root", arguments.toArray(String[]::new));
  }

  /** Deletes a root. */
  default void deleteRoot(String name) {
    command("delete-sendfile-root", name);
  }

  /**
   * Creates a clear listener.
   *
   * @return its port
   */
  default int createListener(String name) {
    int port = freePort();
    command(
        "create-http-listener",
        "--listeneraddress",
        "127.0.0.1",
        "--listenerport",
        Integer.toString(port),
        "--default-virtual-server",
        "server",
        name);
    return port;
  }

  /** Sets an attribute of a protocol's http element, which restarts its listener. */
  default void setHttp(String listener, String attribute, String value) {
    command(
        "set",
        "configs.config.server-config.network-config.protocols.protocol."
            + listener
            + ".http."
            + attribute
            + "="
            + value);
  }

  /** A failed command. */
  final class CommandFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandFailed(String message) {
      super(message);
    }
  }
}
