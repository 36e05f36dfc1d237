package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.settings.XmlText;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.NamedElements;
import io.sendfile.glassfish.config.ReadSettings;
import io.sendfile.glassfish.config.SendfilePlugin;
import io.sendfile.glassfish.config.SettingsReader;
import io.sendfile.glassfish.plugins.DiscoveredPlugIn;
import io.sendfile.glassfish.plugins.PlugInStates;
import io.sendfile.glassfish.plugins.PlugIns;
import io.sendfile.spi.PlugIn;
import io.sendfile.spi.Unit;
import java.beans.PropertyVetoException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.ConfigSupport;
import org.jvnet.hk2.config.SingleConfigCode;
import org.jvnet.hk2.config.Transaction;
import org.jvnet.hk2.config.TransactionFailure;
import org.jvnet.hk2.config.types.Property;

/** {@code set-sendfile-plugin}: switches a plug-in on or off, and sets its properties. */
@Service(name = "set-sendfile-plugin")
@PerLookup
@I18n("set-sendfile-plugin")
@ExecuteOn
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.POST,
        description = "Set properties of a plug-in",
        params = @RestParam(name = "target", value = "$parent")))
public class SetSendfilePlugin extends SendfileCommand {
  @Param(name = "name", primary = true)
  private String name = "";

  @Param(name = "enabled", optional = true)
  private @Nullable String enabled;

  @Param(name = "property", optional = true)
  private @Nullable String property;

  @Override
  protected Answer answer(Config config) throws RefusedException, TransactionFailure {
    name = name.trim();
    if (enabled == null && property == null) {
      throw new RefusedException(
          "Give at least one of\n  --enabled  "
              + Setting.PLUGIN_ENABLED.rule().allowed(known())
              + "\n  --property  name=value:name=value");
    }
    Map<String, String> properties =
        property == null ? new LinkedHashMap<>() : PropertyText.parse(property);
    properties.replaceAll(Unit::plain);
    PlugInSettings before = read(config).settings().plugIn(name);
    List<SendfilePlugin> same = NamedElements.PLUG_INS.named(config, name);
    refuseBad(same, properties);
    refuseUnfit(config, properties);
    SingleConfigCode<SendfilePlugin> change = bean -> fill(bean, properties);
    if (same.isEmpty()) {
      AttributeChange.refuseWhileBad(config, known());
      NamedElements.PLUG_INS.add(config, name, change, same);
    } else {
      ConfigSupport.apply(change, same.get(0));
    }
    return describe(config, changed(config), before, properties.keySet());
  }

  private void refuseBad(List<SendfilePlugin> same, Map<String, String> properties)
      throws RefusedException {
    List<String> bad = new ArrayList<>();
    Setting.PLUGIN_NAME.problem(name, known()).ifPresent(bad::add);
    properties.forEach(
        (property, value) -> {
          XmlText.faultOfProperty(property, value).ifPresent(bad::add);
          if (value.contains(PlugInSettings.HIDDEN)) {
            bad.add(
                property + " must be given whole: " + PlugInSettings.HIDDEN + " hides a secret");
          }
        });
    String wanted =
        enabled == null && !same.isEmpty()
            ? ConfigAttributes.value(same.get(0), Setting.PLUGIN_ENABLED)
            : enabled;
    if (wanted != null && !wanted.isBlank()) {
      Setting.PLUGIN_ENABLED.problemAsWritten(wanted.trim(), known()).ifPresent(bad::add);
    }
    RefusedException.refuse("Nothing was changed", bad);
  }

  /**
   * Refuses names that the plug-in does not know, and values that it would refuse. Of another
   * configuration the names alone are checked: its tokens have values only where it is used.
   */
  private void refuseUnfit(Config config, Map<String, String> wanted) throws RefusedException {
    PlugIns plugIns = service(PlugIns.class);
    if (wanted.isEmpty() || plugIns.all().stream().noneMatch(each -> each.name().equals(name))) {
      return;
    }
    Map<String, String> next = new HashMap<>(read(config).settings().plugIn(name).properties());
    wanted.forEach(
        (property, value) -> {
          if (value.isEmpty()) {
            next.remove(property);
          } else {
            next.put(property, SettingsReader.resolved(property, value));
          }
        });
    try {
      PlugIn plugIn = plugIns.configurable(name);
      if (plugIn == null) {
        PlugIn.requireKnown(List.of(), next.keySet());
      } else {
        PlugIn.requireKnown(plugIn.properties(), next.keySet());
        if (isOwn(config) && next.values().stream().noneMatch(SetSendfilePlugin::hasToken)) {
          plugIn.check(next);
        }
      }
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          "Nothing was changed: plug-in " + name + " would be off: " + e.getMessage());
    }
  }

  private static boolean hasToken(String value) {
    return value.replace("${ALIAS=", "").contains("${");
  }

  private SendfilePlugin fill(SendfilePlugin plugIn, Map<String, String> properties)
      throws TransactionFailure, PropertyVetoException {
    if (enabled != null) {
      ConfigAttributes.set(
          plugIn,
          Setting.PLUGIN_ENABLED,
          enabled.isBlank() ? Setting.PLUGIN_ENABLED.defaultValue() : enabled.trim());
    }
    set(plugIn, properties);
    return plugIn;
  }

  /** Sets properties in a transaction; an empty value removes one. */
  private static void set(SendfilePlugin plugIn, Map<String, String> properties)
      throws PropertyVetoException, TransactionFailure {
    for (Map.Entry<String, String> wanted : properties.entrySet()) {
      Property present = find(plugIn, wanted.getKey());
      if (present != null && wanted.getValue().isEmpty()) {
        plugIn.getProperty().remove(present);
      } else if (present != null) {
        Transaction.getTransaction(plugIn).enroll(present).setValue(wanted.getValue());
      } else if (!wanted.getValue().isEmpty()) {
        Property property = plugIn.createChild(Property.class);
        property.setName(wanted.getKey());
        property.setValue(wanted.getValue());
        plugIn.getProperty().add(property);
      }
    }
  }

  private static @Nullable Property find(SendfilePlugin plugIn, String name) {
    return plugIn.getProperty().stream()
        .filter(property -> name.equals(property.getName()))
        .findFirst()
        .orElse(null);
  }

  private Answer describe(
      Config config, ReadSettings reading, PlugInSettings before, Set<String> changed) {
    PlugInSettings now = reading.settings().plugIn(name);
    List<DiscoveredPlugIn> all = service(PlugInStates.class).all(reading.settings());
    List<String> there =
        all.stream().filter(each -> each.loaded() != null).map(DiscoveredPlugIn::name).toList();
    String state =
        isOwn(config)
            ? all.stream()
                .filter(each -> each.name().equals(name))
                .map(DiscoveredPlugIn::state)
                .findFirst()
                .orElse("without settings")
            : now.enabled() ? "switched on" : "switched off";
    StringJoiner lines = new StringJoiner("\n");
    lines.add("Plug-in " + name + " is " + state + ".");
    for (String each : changed) {
      lines.add("  " + each + " " + now.said(each, before));
    }
    reading.problems().stream().filter(line -> line.contains('"' + name + '"')).forEach(lines::add);
    if (!there.contains(name)) {
      lines.add(
          "Warning: there is no plug-in \"%s\"; this holds once it is installed. There are: %s."
              .formatted(name, String.join(", ", there)));
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("config", config.getName());
    data.put("name", name);
    data.put("enabled", now.enabled());
    data.put("properties", now.shown());
    data.put("state", state);
    return new Answer(lines::toString, data, !state.startsWith(DiscoveredPlugIn.OFF));
  }

  /**
   * Syntax of properties for asadmin: {@code name=value:name=value}, where a backslash escapes the
   * next character. Unlike in GlassFish's own syntax, a value may be empty.
   */
  static final class PropertyText {
    private final String text;
    private int next;

    private PropertyText(String text) {
      this.text = text;
    }

    /** The properties in their order; the last value of a repeated name wins. */
    static Map<String, String> parse(String text) throws RefusedException {
      PropertyText rest = new PropertyText(text.strip());
      Map<String, String> properties = new LinkedHashMap<>();
      while (rest.next < rest.text.length()) {
        int start = rest.next;
        String name = rest.until("=:").strip();
        if (name.isEmpty()
            || rest.next == rest.text.length()
            || rest.text.charAt(rest.next) == ':') {
          throw new RefusedException(
              ("property must be name=value:name=value, with a backslash before each ':' of a"
                      + " value (found \"%s\")")
                  .formatted(text.substring(start)));
        }
        rest.next++;
        properties.put(name, rest.until(":").strip());
        rest.next++;
      }
      return properties;
    }

    /** The text before one of these characters or the end, unescaped. */
    private String until(String ends) {
      StringBuilder part = new StringBuilder();
      while (next < text.length() && ends.indexOf(text.charAt(next)) < 0) {
        boolean escape = text.charAt(next) == '\\' && next + 1 < text.length();
        next += escape ? 1 : 0;
        part.append(text.charAt(next++));
      }
      return part.toString();
    }
  }
}
