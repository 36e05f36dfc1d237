package io.sendfile.glassfish.admin;

import com.sun.enterprise.admin.remote.ServerRemoteRestAdminCommand;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.glassfish.versions.VersionedCall;
import io.sendfile.spi.CleanThreads;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.logging.Logger;
import org.glassfish.api.ActionReport;
import org.glassfish.api.admin.CommandException;
import org.glassfish.api.admin.ParameterMap;
import org.glassfish.hk2.api.ServiceLocator;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/** Runs a command on other servers of the domain, and collects their rows. Thread-safe. */
@Service
@Singleton
public class RunningServers {
  private static final Logger LOGGER = Logger.getLogger(RunningServers.class.getPackageName());

  /**
   * Timeout of a connection: enough for TCP's second try; a machine that is off does not answer at
   * all.
   */
  private static final int CONNECT_MILLIS = 2_000;

  private static final int MOST_AT_ONCE = 16;

  /**
   * A command for other servers.
   *
   * @param rowsName key of the rows in a response
   * @param timeout longest wait for each server
   */
  record Query(String command, String rowsName, Duration timeout) {}

  /** A server has answered that it does not do it. */
  private static final class AnsweredNo extends CommandException {
    private static final long serialVersionUID = 1L;

    AnsweredNo(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Memory of servers that did not answer in time. They are asked again, but with a short timeout,
   * so that one of them does not hold up each page about many servers.
   */
  static final class Unresponsive {
    private static final Duration REMEMBERED = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final LongSupplier nanos;
    private final Map<String, Long> timedOut = new ConcurrentHashMap<>();

    /**
     * @param nanos a clock that is never set
     */
    Unresponsive(LongSupplier nanos) {
      this.nanos = nanos;
    }

    /** The time to wait for a server's answer. */
    Duration timeout(String server, Duration usual) {
      Long since = timedOut.get(server);
      return since != null && nanos.getAsLong() - since < REMEMBERED.toNanos() ? SHORT : usual;
    }

    /** Remembers that a server did not answer in time. */
    void timedOut(String server) {
      timedOut.put(server, nanos.getAsLong());
    }

    /** Forgets the timeout of a server that has answered. */
    void answered(String server) {
      timedOut.remove(server);
    }
  }

  private final ServiceLocator locator;
  private final Unresponsive unresponsive = new Unresponsive(System::nanoTime);

  @Inject
  public RunningServers(ServiceLocator locator) {
    this.locator = locator;
  }

  /**
   * Asks the servers; a dead one does not delay the others, unless they are asked in turn.
   *
   * @param parameters without the target
   */
  Answers ask(List<Server> servers, Query query, ParameterMap parameters) {
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.min(servers.size(), MOST_AT_ONCE),
            task -> CleanThreads.make("sendfile-asks-servers", task));
    try {
      List<CompletableFuture<Answers>> asked =
          servers.stream()
              .map(
                  server ->
                      CompletableFuture.supplyAsync(
                          () -> answers(server, query, parameters), threads))
              .toList();
      return asked.stream().map(CompletableFuture::join).reduce(Answers.NONE, Answers::plus);
    } finally {
      threads.shutdown();
    }
  }

  private Answers answers(Server server, Query query, ParameterMap parameters) {
    try {
      Properties data = ask(server, query, parameters);
      return new Answers(
          rows(data, query.rowsName), rows(data.get(RuntimeCommand.SERVERS)), Map.of(), Set.of());
    } catch (CommandException | RuntimeException e) {
      return Answers.failed(
          server.getName(), String.valueOf(e.getMessage()), e instanceof AnsweredNo);
    }
  }

  private Properties ask(Server server, Query query, ParameterMap parameters)
      throws CommandException {
    // Longer timeouts belong to work that an administrator has started and waits for.
    Duration wait =
        query.timeout.compareTo(RuntimeCommand.TIMEOUT) > 0
            ? query.timeout
            : unresponsive.timeout(server.getName(), query.timeout);
    ServerRemoteRestAdminCommand remote =
        new ServerRemoteRestAdminCommand(
            locator,
            query.command,
            server.getAdminHost(),
            adminPort(server),
            false,
            "admin",
            "",
            LOGGER);
    remote.setConnectTimeout(CONNECT_MILLIS);
    remote.setReadTimeout((int) wait.toMillis());
    ParameterMap toOne = new ParameterMap(parameters);
    toOne.set("target", server.getName());
    try {
      remote.executeCommand(toOne);
      if (remote.getActionReport() == null) {
        // After an update of the module, GlassFish learns the new parameters from the first try
        // only.
        remote.executeCommand(toOne);
      }
    } catch (CommandException e) {
      if (e.getCause() instanceof SocketTimeoutException) {
        unresponsive.timedOut(server.getName());
        throw new CommandException(
            "it does not answer within " + wait.toSeconds() + " s; it hangs or is overloaded", e);
      }
      throw refusedBy(remote.getActionReport(), e);
    }
    unresponsive.answered(server.getName());
    Properties data = remote.getActionReport().getExtraProperties();
    return data == null ? new Properties() : data;
  }

  private static int adminPort(Server server) throws CommandException {
    if (VersionedCall.ADMIN_PORT.on(server) instanceof Integer port) {
      return port;
    }
    throw new CommandException("it has no administration port");
  }

  /** The server's own message, if it answered; else the failure. */
  private static CommandException refusedBy(@Nullable ActionReport report, CommandException e) {
    String told = report == null ? null : report.getMessage();
    return told == null || told.isBlank() ? e : new AnsweredNo(told.strip(), e);
  }

  private static List<Map<String, Object>> rows(Properties data, String rowsName)
      throws CommandException {
    if (!(data.get(rowsName) instanceof Iterable<?>)) {
      throw new CommandException(
          ("its response has no %s; install the same version of the sendfile module on all"
                  + " servers, and restart them")
              .formatted(rowsName));
    }
    return rows(data.get(rowsName));
  }

  /** The maps of a list; empty for anything but a list of maps. */
  static List<Map<String, Object>> rows(@Nullable Object list) {
    List<Map<String, Object>> copies = new ArrayList<>();
    for (Object row : list instanceof Iterable<?> rows ? rows : List.of()) {
      if (row instanceof Map<?, ?> map) {
        copies.add(plain(map));
      }
    }
    return copies;
  }

  private static Map<String, Object> plain(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((name, value) -> copy.put(String.valueOf(name), plain(value)));
    return copy;
  }

  /** Payara leaves values of JSON, whose own texts are in quotation marks. */
  private static Object plain(Object value) {
    if (value instanceof Map<?, ?> map) {
      return plain(map);
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(RunningServers::plain).toList();
    }
    if (value instanceof JsonString json) {
      return json.getString();
    }
    return value instanceof JsonValue ? value.toString() : value;
  }
}
