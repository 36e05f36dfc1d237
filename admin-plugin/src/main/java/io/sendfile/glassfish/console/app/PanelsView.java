package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.answers.AdminCommands;
import io.sendfile.glassfish.answers.CommandAnswer;
import io.sendfile.glassfish.answers.CommandLine;
import io.sendfile.glassfish.answers.PlugInPanel;
import io.sendfile.glassfish.command.PlugInCommand;
import io.sendfile.glassfish.command.ServersCommand;
import io.sendfile.spi.Panel.Action;
import io.sendfile.spi.Panel.Field;
import jakarta.annotation.PostConstruct;
import jakarta.faces.context.FacesContext;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Panels of plug-ins, and the form of a command of theirs. The address names the command, and the
 * row that it is about by its cells, as rows move.
 */
@Named("panels")
@ViewScoped
public class PanelsView implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Begin of the parameter of the address for a cell. */
  private static final String CELL = "cell-";

  private final Map<String, String> given = new HashMap<>();
  private final Map<String, String> values = new HashMap<>();
  private transient @Nullable List<PlugInPanel> all;
  private List<String> made = List.of();

  @Inject private Commands commands;
  @Inject private TargetView target;
  @Inject private ExplainView explain;

  @PostConstruct
  void open() {
    given.putAll(FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap());
    Action action = getChosen();
    for (Field field : action == null ? List.<Field>of() : action.fields()) {
      values.put(field.name(), given.getOrDefault(CELL + field.name(), field.value()));
    }
  }

  private String plugIn() {
    return given.getOrDefault("plugin", "");
  }

  /** Reads them before the messages are shown, which name servers that do not answer. */
  public void read() {
    all = null;
    if (target.isFound()) {
      all();
    }
  }

  private List<PlugInPanel> all() {
    List<PlugInPanel> known = all;
    if (known == null) {
      CommandLine question = target.at(CommandLine.of("_get-sendfile-panels"));
      known = PlugInPanel.together(commands.rows(question, "panels"), target.isCluster());
      all = known;
    }
    return known;
  }

  /** The plug-ins that a search finds, by name. */
  public List<PlugInPanel> getFound() {
    return PlugInPanel.found(all(), getSearch());
  }

  /** Words that plug-ins, or the rows of their tables, have; empty for all. */
  public String getSearch() {
    return given.getOrDefault("search", "");
  }

  /** A foreign text for the page; a moment by the clock of the reader, and truth in a word. */
  public String text(@Nullable String value) {
    String text =
        Objects.toString(value, "").replaceFirst("^true$", "yes").replaceFirst("^false$", "no");
    return Text.clock(text).orElseGet(() -> Text.line(text));
  }

  /** Whether it is a command that a bundle brings, as this server knows it. */
  public boolean offers(Action action) {
    return AdminCommands.has(action.command(), PlugInCommand.class, ServersCommand.class);
  }

  /** The address of the form of a command, about a row if there is one. */
  public String address(PlugInPanel of, Action action, @Nullable Map<String, String> row) {
    Map<String, String> conditions = new LinkedHashMap<>();
    conditions.put("plugin", of.name());
    conditions.put("command", action.command());
    Map<String, String> cells = row == null ? Map.of() : row;
    for (Field field : action.fields()) {
      conditions.put(CELL + field.name(), cells.getOrDefault(field.name(), ""));
    }
    return target.address("plug-ins", conditions);
  }

  /** The command of the form; null for none. */
  public @Nullable Action getChosen() {
    String command = given.getOrDefault("command", "");
    return command.isEmpty()
        ? null
        : PlugInPanel.action(all(), plugIn(), command).filter(this::offers).orElse(null);
  }

  /** The row that the command is about, by column, without the cells that its form has. */
  public Map<String, String> getAbout() {
    Map<String, String> cells = new HashMap<>(values);
    cells.keySet().removeIf(field -> !fixes(field));
    return PlugInPanel.row(all(), plugIn(), cells);
  }

  /** Whether a parameter is a cell of the row that the command is about. */
  public boolean fixes(String field) {
    return !given.getOrDefault(CELL + field, "").isEmpty();
  }

  /** Values of the form, by parameter. */
  public Map<String, String> getValues() {
    return values;
  }

  /** Runs the command; the form closes if that succeeds. */
  public void run() {
    Map<String, String> filled = new HashMap<>(values);
    filled.values().removeIf(String::isBlank);
    Action action = getChosen();
    if (action == null) {
      return;
    }
    CommandAnswer answer = commands.run(target.at(CommandLine.of(action.command()).with(filled)));
    if (answer.succeeded() && answer.data().get(action.link()) instanceof String path) {
      made = addresses(path);
      explain.getTexts().put("value", made.get(0));
      explain.open();
    } else {
      Commands.tell(answer);
    }
    if (answer.succeeded()) {
      given.remove("command");
    }
  }

  private List<String> addresses(String path) {
    CommandLine listeners = CommandLine.of("list-sendfile-listeners");
    String host = FacesContext.getCurrentInstance().getExternalContext().getRequestServerName();
    return target.getParameter().isEmpty()
        ? addresses(path, commands.rows(listeners, "listeners"), host)
        : List.of(path);
  }

  /**
   * The addresses of a path at the listeners of this server, those with TLS first; the path alone
   * if there are none.
   *
   * @param host by which the browser reaches this server
   */
  static List<String> addresses(String path, List<Map<String, Object>> listeners, String host) {
    String whole = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    List<String> found =
        listeners.stream()
            .filter(each -> "yes".equals(each.get("attached")))
            .map(each -> Text.of(each.get("url")).replace("*", whole))
            .filter(url -> url.startsWith("http"))
            .sorted(Comparator.comparing(url -> !url.startsWith("https:")))
            .map(url -> url + path)
            .toList();
    return found.isEmpty() ? List.of(path) : found;
  }

  /** Addresses of a link that was made just now, or its path if none is known; or nothing. */
  public List<String> getMade() {
    return made;
  }
}
