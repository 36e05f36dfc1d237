package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.records.Records;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.ReadSettings;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SettingsSource;
import io.sendfile.glassfish.plugins.FilePlugIns;
import io.sendfile.glassfish.plugins.HealthReport;
import io.sendfile.glassfish.plugins.ListenerPlugIns;
import io.sendfile.glassfish.plugins.PlugInStates;
import io.sendfile.operations.problems.RootState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.glassfish.api.I18n;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * {@code get-sendfile-configuration}: the values in force, their problems, and the health of the
 * parts.
 */
@Service(name = "get-sendfile-configuration")
@PerLookup
@I18n("get-sendfile-configuration")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(RuntimeType.DAS)
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        description = "Sendfile attributes in force",
        params = @RestParam(name = "target", value = "$parent")))
public class GetSendfileConfiguration extends SendfileCommand {
  @Override
  protected Answer answer(Config config) {
    ReadSettings reading = read(config);
    List<Map<String, String>> attributes = attributes(SettingsSource.find(config), reading);
    List<String> health = health(config, reading);
    StringJoiner text = new StringJoiner("\n");
    text.add(new TextTable(attributes, "attribute", "value", "default", "change", "source").text());
    section(
        text,
        "Listeners with values of their own",
        listeners(reading).entrySet().stream()
            .map(listener -> listener.getKey() + ": " + listener.getValue().entrySet())
            .toList());
    List<String> problems = problems(config, reading);
    section(text, "Problems", problems);
    section(text, "Health", health);
    Map<String, Object> data = Records.write(known());
    data.put("config", config.getName());
    data.put("attributes", attributes);
    data.put("listeners", listeners(reading));
    data.put("problems", problems);
    data.put("health", health);
    return new Answer(text::toString, data);
  }

  private List<Map<String, String>> attributes(
      @Nullable SendfileConfig element, ReadSettings reading) {
    List<Map<String, String>> rows = new ArrayList<>();
    for (Setting setting : Element.CONFIG.settings()) {
      Map<String, String> row = new LinkedHashMap<>();
      row.put("attribute", setting.attribute());
      row.put("value", reading.value(setting));
      row.put("default", setting.defaultValue());
      row.put("change", setting.live() ? "live" : "restart");
      row.put("source", source(element, setting, reading));
      row.put("allowed", setting.rule().allowed(known()));
      row.put("unit", setting.rule().unit());
      row.put("help", setting.help());
      rows.add(row);
    }
    return rows;
  }

  private static Map<String, Map<String, String>> listeners(ReadSettings reading) {
    Map<String, Map<String, String>> listeners = new TreeMap<>();
    reading.settings().listeners().keySet().forEach(name -> listeners.put(name, reading.own(name)));
    return listeners;
  }

  private static String source(
      @Nullable SendfileConfig element, Setting setting, ReadSettings reading) {
    String written =
        element == null ? setting.defaultValue() : ConfigAttributes.value(element, setting);
    if (!written.equals(reading.value(setting))) {
      return "default, as domain.xml is wrong";
    }
    return written.equals(setting.defaultValue()) ? "default" : "domain.xml";
  }

  /** Problems with the properties of plug-ins, which only the plug-ins know. */
  private List<String> problems(Config config, ReadSettings reading) {
    List<String> problems = new ArrayList<>(reading.problems());
    if (isOwn(config)) {
      problems.addAll(service(ListenerPlugIns.class).problems());
      problems.addAll(service(FilePlugIns.class).offs());
      problems.addAll(service(PlugInStates.class).notInstalled(reading.settings()));
    }
    problems.addAll(names(config).missing(reading.settings()));
    return problems;
  }

  /** The health of the answering server's parts, and its roots. */
  private List<String> health(Config config, ReadSettings reading) {
    List<String> lines = new ArrayList<>();
    if (isOwn(config)) {
      service(HealthReport.class).states().forEach((part, state) -> lines.add(part + ": " + state));
      service(PlugInStates.class).all(reading.settings()).stream()
          .filter(plugIn -> plugIn.loaded() != null)
          .map(plugIn -> plugIn.counted() + ": " + plugIn.state())
          .forEach(lines::add);
      states(reading).forEach((name, state) -> lines.add("root " + name + ": " + state.label()));
    } else {
      reading
          .settings()
          .roots()
          .forEach(root -> lines.add("root " + root.name() + ": " + RootState.ELSEWHERE));
    }
    if (reading.settings().roots().isEmpty()) {
      lines.add("no root: everything is refused; make one with asadmin create-sendfile-root");
    }
    return lines;
  }

  private static void section(StringJoiner text, String title, List<String> lines) {
    if (!lines.isEmpty()) {
      text.add("").add(title + ":");
      lines.forEach(line -> text.add("  " + line));
    }
  }
}
