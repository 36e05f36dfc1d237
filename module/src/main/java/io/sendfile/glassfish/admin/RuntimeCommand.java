package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import com.sun.enterprise.config.serverbeans.Server;
import io.sendfile.glassfish.admin.RunningServers.Query;
import io.sendfile.spi.Escapes;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ParameterMap;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.internal.api.Target;
import org.jvnet.hk2.annotations.Service;

/**
 * A command about running servers, not about their configuration. A server answers with rows; the
 * administration server asks the servers of another target, and merges their rows.
 */
public abstract class RuntimeCommand extends SendfileCommand {
  public static final String INSTANCE = "instance";

  /** The column of a server that did not answer. */
  private static final String ERROR = "error";

  /** A command whose rows can be had as CSV. */
  abstract static class Listing extends RuntimeCommand {
    @Param(name = "csv", optional = true, defaultValue = "false")
    boolean csv;

    @Override
    final boolean isCsv() {
      return csv;
    }

    @Override
    protected abstract Collection<String> columns();
  }

  /** GlassFish's name for operands. */
  private static final String OPERANDS = "DEFAULT";

  /** Key of {@link #server} of each server in the data. */
  static final String SERVERS = "servers";

  /** Timeout of a request for present figures: half of a console page's timeout. */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Timeout of a request that makes a server do some work. */
  protected static final Duration WORK_TIMEOUT = Duration.ofSeconds(30);

  /** Key of the rows in the data. */
  protected abstract String rowsName();

  /**
   * The rows of this server; texts unescaped.
   *
   * @param config its configuration
   */
  protected abstract List<? extends Map<String, ?>> rows(Config config) throws RefusedException;

  /** Facts about this server as a whole, shown below the rows; empty by default. */
  protected Map<String, ?> server() {
    return Map.of();
  }

  /** The facts of {@link #server} as a line for the console. */
  protected String serverText(Map<String, ?> server) {
    return "";
  }

  /**
   * Data besides the rows themselves.
   *
   * @param several whether the rows may be of several servers, as their {@link #INSTANCE} says
   */
  protected Map<String, Object> data(List<? extends Map<String, ?>> rows, boolean several) {
    return Map.of();
  }

  /** The command's options and operands as given, for another server; without the target. */
  protected ParameterMap parameters() {
    ParameterMap given = new ParameterMap();
    for (Class<?> type = getClass(); type != RuntimeCommand.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        Param option = field.getAnnotation(Param.class);
        Object value = option == null ? null : value(field);
        if (option == null || value == null) {
          continue;
        }
        Object[] all = value instanceof Object[] several ? several : new Object[] {value};
        for (Object each : all) {
          if (option.primary() || !each.equals("")) {
            given.add(option.primary() ? OPERANDS : option.name(), each.toString());
          }
        }
      }
    }
    return given;
  }

  /** The texts of some options, by name; those not given are empty. */
  final Map<String, String> texts(Collection<String> options) {
    ParameterMap given = parameters();
    Map<String, String> texts = new LinkedHashMap<>();
    options.forEach(name -> texts.put(name, Objects.requireNonNullElse(given.getOne(name), "")));
    return texts;
  }

  /**
   * The parameters of each round of requests to other servers; the last round's answers are used.
   */
  protected List<ParameterMap> rounds() {
    return List.of(parameters());
  }

  /** Whether the text is CSV. */
  boolean isCsv() {
    return false;
  }

  /** The columns of {@link #csv}, which a file without rows has, too; without the instance. */
  protected Collection<String> columns() {
    return List.of();
  }

  /** The rows as CSV has them. */
  protected List<? extends Map<String, ?>> csv(List<? extends Map<String, ?>> rows) {
    return rows;
  }

  /**
   * Rows in the place of those of servers that did not answer; none where only a line says it.
   *
   * @param failures the reasons, by server
   */
  protected List<Map<String, String>> rowsOf(Map<String, String> failures) {
    return List.of();
  }

  /**
   * The rows as text for a terminal; none by default.
   *
   * @param rows with all texts escaped
   * @param several whether they may be of several servers, as their {@link #INSTANCE} says
   */
  protected String text(List<Map<String, String>> rows, boolean several) {
    return "";
  }

  /** The same out of rows as they are. */
  String table(List<? extends Map<String, ?>> rows, boolean several) {
    return text(rows.stream().map(RuntimeCommand::escaped).toList(), several);
  }

  @Override
  protected final Answer answer(Config config) throws RefusedException {
    ServerEnvironment environment = service(ServerEnvironment.class);
    String self = environment.getInstanceName();
    if (environment.isInstance() || target().equals(self)) {
      List<Map<String, Object>> rows =
          rows(config).stream().map(row -> RuntimeCommand.<Object>from(self, row)).toList();
      Map<String, ?> server = server();
      return told(
          new Answers(
              rows,
              server.isEmpty() ? List.of() : List.of(RuntimeCommand.<Object>from(self, server)),
              Map.of(),
              Set.of()),
          0);
    }
    List<Server> servers = service(Target.class).getInstances(target());
    if (servers.isEmpty()) {
      throw new RefusedException("Target \"" + target() + "\" has no instance.");
    }
    Query query = new Query(name(), rowsName(), timeout());
    Answers answers = Answers.NONE;
    for (ParameterMap round : rounds()) {
      answers = service(RunningServers.class).ask(servers, query, round);
    }
    boolean noneDidIt = subjects() > 0 && answers.rows().isEmpty();
    boolean noRow = rowsOf(answers.failures()).isEmpty();
    if (noneDidIt || (noRow && answers.failures().size() == servers.size())) {
      throw new RefusedException(
          answers.failures().entrySet().stream()
              .map(failure -> failure.getKey() + ": " + failure.getValue())
              .collect(Collectors.joining("\n")));
    }
    return told(subjects() > 0 ? answers.about(subjects()) : answers, servers.size());
  }

  /**
   * Longest wait for each server.
   *
   * @throws RefusedException for a request that cannot be served
   */
  protected Duration timeout() throws RefusedException {
    return TIMEOUT;
  }

  /**
   * Number of subjects, each of which only one server can have; the others then report that they
   * lack it. 0 for a command about the servers themselves.
   */
  protected int subjects() {
    return 0;
  }

  /**
   * The whole answer; it fails if a server is missing, as scripts look at nothing but the status.
   *
   * @param asked number of other servers that were asked; 0 for the rows of this one
   */
  final Answer told(Answers answers, int asked) {
    boolean several = asked > 0;
    Map<String, String> failures = answers.failures();
    List<Map<String, String>> inPlace = rowsOf(failures);
    List<Map<String, ?>> rows = Answers.joined(inPlace, answers.rows());
    Map<String, Object> data = new LinkedHashMap<>();
    data.put(rowsName(), rows);
    data.put("failures", failures);
    if (several) {
      data.put("asked", asked);
      data.put("answered", answers.answered(asked));
    }
    if (!answers.servers().isEmpty()) {
      data.put(SERVERS, answers.servers());
    }
    data.putAll(data(answers.rows(), several));
    Map<String, String> silent = inPlace.isEmpty() ? failures : Map.of();
    String first =
        failures.isEmpty()
            ? ""
            : "%d of %d servers answered.\n".formatted(answers.answered(asked), asked);
    return new Answer(
        () -> first + text(rows, silent, answers.servers(), several), data, failures.isEmpty());
  }

  private String text(
      List<Map<String, ?>> rows,
      Map<String, String> silent,
      List<Map<String, Object>> servers,
      boolean several) {
    if (isCsv()) {
      return csv(csv(rows), silent, columns());
    }
    StringJoiner text = new StringJoiner("\n");
    errors(silent).forEach(row -> text.add(row.get(INSTANCE) + "  error    " + row.get(ERROR)));
    text.add(table(rows, several));
    for (Map<String, Object> server : servers) {
      String told = serverText(server);
      if (!told.isEmpty()) {
        text.add((several ? server.get(INSTANCE) + ": " : "") + told);
      }
    }
    return text.toString();
  }

  /**
   * A heading, a row for each server that did not answer, and the rows.
   *
   * @param failures the reasons, by server
   * @param columns those of the rows but {@link #INSTANCE}
   */
  public static String csv(
      List<? extends Map<String, ?>> rows,
      Map<String, String> failures,
      Collection<String> columns) {
    List<Map<String, String>> errors = errors(failures);
    List<String> first = errors.isEmpty() ? List.of(INSTANCE) : List.of(INSTANCE, ERROR);
    return new TextTable(
            Answers.joined(errors, rows.stream().map(RuntimeCommand::escaped).toList()),
            Stream.concat(first.stream(), columns.stream()).toList())
        .csv();
  }

  private static List<Map<String, String>> errors(Map<String, String> failures) {
    return failures.entrySet().stream()
        .map(failure -> escaped(from(failure.getKey(), Map.of(ERROR, failure.getValue()))))
        .toList();
  }

  /** These cells of a row, behind the name of its server if there may be several. */
  public static Map<String, String> shown(
      Map<String, String> row, boolean several, Map<String, String> cells) {
    Map<String, String> shown = new LinkedHashMap<>();
    if (several) {
      shown.put(INSTANCE, row.getOrDefault(INSTANCE, ""));
    }
    cells.forEach(
        (name, value) -> {
          if (!name.equals(INSTANCE)) {
            shown.put(name, value);
          }
        });
    return shown;
  }

  /** Cells in which an empty one, which is hard to see, is a dash. */
  static Map<String, String> dashed(Map<String, String> cells) {
    Map<String, String> dashed = new LinkedHashMap<>(cells);
    dashed.replaceAll((column, value) -> value.isEmpty() ? "-" : value);
    return dashed;
  }

  private String name() {
    Service service = getClass().getAnnotation(Service.class);
    return service == null ? "" : service.name();
  }

  static <T> Map<String, T> from(T instance, Map<String, ? extends T> row) {
    Map<String, T> marked = new LinkedHashMap<>();
    marked.put(INSTANCE, instance);
    row.forEach(marked::putIfAbsent);
    return marked;
  }

  /** A row with its texts as a terminal may show them. */
  private static Map<String, String> escaped(Map<String, ?> row) {
    Map<String, String> escaped = new LinkedHashMap<>();
    row.forEach((name, value) -> escaped.put(name, Escapes.forTerminal(String.valueOf(value))));
    return escaped;
  }
}
