package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.NamedElements;
import io.sendfile.glassfish.config.ReadSettings;
import io.sendfile.glassfish.config.SendfileRoot;
import io.sendfile.operations.problems.RootState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code list-sendfile-roots}: the names, or with {@code --long} all attributes. */
@Service(name = "list-sendfile-roots")
@PerLookup
@I18n("list-sendfile-roots")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(RuntimeType.DAS)
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        description = "Sendfile roots",
        params = @RestParam(name = "target", value = "$parent")))
public class ListSendfileRoots extends SendfileCommand {
  @Param(name = "long", shortName = "l", optional = true, defaultValue = "false")
  private boolean everything;

  @Param(name = "csv", optional = true, defaultValue = "false")
  private boolean csv;

  @Override
  protected Answer answer(Config config) {
    ReadSettings reading = read(config);
    boolean own = isOwn(config);
    Map<String, RootState> states = own ? states(reading) : Map.of();
    List<Map<String, String>> rows =
        NamedElements.ROOTS.all(config).stream()
            .map(root -> row(root, reading, own, states))
            .toList();
    return new Answer(
        () -> csv ? new TextTable(rows, columns()).csv() : text(rows), Map.of("roots", rows));
  }

  private static List<String> columns() {
    return Stream.concat(
            Element.ROOT.settings().stream().map(Setting::attribute), Stream.of("state"))
        .toList();
  }

  /**
   * The attributes and the state of a root.
   *
   * @param own whether this server uses it; if not, its attributes are as domain.xml has them
   * @param states of its own roots, by name
   */
  static Map<String, String> row(
      SendfileRoot bean, ReadSettings reading, boolean own, Map<String, RootState> states) {
    Map<String, String> row = new LinkedHashMap<>();
    for (Setting setting : Element.ROOT.settings()) {
      row.put(
          setting.attribute(),
          own ? ConfigAttributes.value(bean, setting) : ConfigAttributes.written(bean, setting));
    }
    row.put("state", state(bean, reading, own, states));
    return row;
  }

  private static String state(
      SendfileRoot bean, ReadSettings reading, boolean own, Map<String, RootState> states) {
    boolean isLeftOut = reading.settings().roots().stream().noneMatch(root -> isMadeOf(root, bean));
    if (isLeftOut && (own || !ConfigAttributes.value(bean, Setting.ROOT_PATH).contains("${"))) {
      return "left out: asadmin get-sendfile-configuration says why";
    }
    String name = ConfigAttributes.value(bean, Setting.ROOT_NAME);
    return own ? states.getOrDefault(name, RootState.MISSING).label() : RootState.ELSEWHERE;
  }

  private static boolean isMadeOf(Root root, SendfileRoot bean) {
    return root.name().equals(ConfigAttributes.value(bean, Setting.ROOT_NAME))
        && root.path().toString().equals(ConfigAttributes.value(bean, Setting.ROOT_PATH));
  }

  private String text(List<Map<String, String>> rows) {
    return rows.isEmpty()
        ? "Nothing to list."
        : rows.stream()
            .map(row -> everything ? block(row) : row.get("name"))
            .collect(Collectors.joining("\n"));
  }

  /** The name, then one line per attribute: a single line would be too wide. */
  static String block(Map<String, String> row) {
    StringJoiner lines = new StringJoiner("\n");
    lines.add(row.getOrDefault("name", ""));
    row.forEach(
        (attribute, value) -> {
          if (!attribute.equals("name")) {
            lines.add(String.format("  %-15s  %s", attribute, value.isEmpty() ? "-" : value));
          }
        });
    return lines.toString();
  }
}
