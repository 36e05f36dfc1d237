package io.sendfile.glassfish.config;

import com.sun.enterprise.security.store.DomainScopedPasswordAliasStore;
import io.sendfile.core.files.LeftOutRoot;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.core.transfer.LimitRule;
import io.sendfile.spi.Unit;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.glassfish.api.admin.PasswordAliasStore;
import org.glassfish.internal.api.Globals;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.ConfigView;
import org.jvnet.hk2.config.Dom;
import org.jvnet.hk2.config.types.Property;

/**
 * Turns the strings of domain.xml into settings. No content of domain.xml is an error here: a bad
 * attribute gets its default, one of a listener the common value, a bad root is left out, and each
 * of them becomes a problem in words.
 */
public final class SettingsReader {
  private final KnownNames known;
  private final Map<Setting, String> values = new EnumMap<>(Setting.class);
  private final List<Root> roots = new ArrayList<>();
  private final Map<String, Map<Setting, String>> rootValues = new HashMap<>();
  private final List<LeftOutRoot> leftOut = new ArrayList<>();
  private final List<LimitRule> limits = new ArrayList<>();
  private final Map<String, Map<Setting, String>> limitValues = new HashMap<>();
  private final Map<String, Map<Setting, String>> listeners = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<String, PlugInSettings> plugIns = new TreeMap<>();

  private SettingsReader(KnownNames known) {
    this.known = known;
  }

  /**
   * Reads the element.
   *
   * @param config the element, or null when domain.xml has none: the defaults apply
   * @param known names that exist
   */
  public static ReadSettings read(@Nullable SendfileConfig config, KnownNames known) {
    SettingsReader reader = new SettingsReader(known);
    if (config != null) {
      // Plug-ins come first, because one that is switched off cannot be chosen.
      for (SendfilePlugin plugIn : config.getSendfilePlugin()) {
        reader.readPlugIn(plugIn);
      }
      for (Setting setting : Element.CONFIG.settings()) {
        reader.readAttribute(config, setting);
      }
      for (SendfileRoot root : config.getSendfileRoot()) {
        reader.readRoot(root);
      }
      for (SendfileLimit limit : config.getSendfileLimit()) {
        reader.readLimit(limit);
      }
      for (SendfileListener listener : config.getSendfileListener()) {
        reader.readListener(listener);
      }
    }
    SendfileSettings settings =
        SendfileSettings.of(
            setting -> reader.values.getOrDefault(setting, setting.defaultValue()),
            reader.roots,
            reader.listeners);
    return new ReadSettings(
        settings.withLeftOut(reader.leftOut).withPlugIns(reader.plugIns).withLimits(reader.limits),
        reader.values,
        reader.rootValues,
        reader.limitValues,
        reader.problems);
  }

  private void readAttribute(SendfileConfig config, Setting setting) {
    String value = ConfigAttributes.value(config, setting);
    Optional<String> problem = problem(setting, value);
    if (problem.isPresent()) {
      problems.add(
          problem.get()
              + (setting.defaultValue().isEmpty()
                  ? "; it counts as empty."
                  : "; the default " + setting.defaultValue() + " holds."));
    }
    values.put(setting, problem.isPresent() ? setting.defaultValue() : value);
  }

  private Optional<String> problem(Setting setting, String value) {
    PlugInSettings plugIn = setting.rule().namesPlugIns() ? plugIns.get(value) : null;
    Optional<String> wrong = setting.problem(value, known);
    return wrong.isPresent() || plugIn == null || plugIn.enabled()
        ? wrong
        : Optional.of(
            setting.attribute() + " names the plug-in \"" + value + "\", which is switched off");
  }

  /** The name of an element; null if it is left out: of two with one name, the first is used. */
  private @Nullable String nameOf(ConfigBeanProxy bean, Setting key, Set<String> taken) {
    String name = ConfigAttributes.value(bean, key);
    String wrong =
        key.problem(name, known).orElse(taken.contains(name) ? "name must be unique" : "");
    if (wrong.isEmpty()) {
      return name;
    }
    problems.add("%s \"%s\" is left out: %s.".formatted(key.element().tag(), name, wrong));
    return null;
  }

  private void readPlugIn(SendfilePlugin bean) {
    String name = nameOf(bean, Setting.PLUGIN_NAME, plugIns.keySet());
    if (name != null) {
      Map<String, String> properties = new HashMap<>();
      Map<String, String> written = new HashMap<>();
      readProperties(name, bean, properties, written);
      plugIns.put(name, new PlugInSettings(name, isEnabled(name, bean), properties, written));
    }
  }

  private boolean isEnabled(String name, SendfilePlugin bean) {
    String value = ConfigAttributes.value(bean, Setting.PLUGIN_ENABLED);
    String byDefault = Setting.PLUGIN_ENABLED.defaultValue();
    Optional<String> wrong = Setting.PLUGIN_ENABLED.problem(value, known);
    wrong.ifPresent(
        sentence ->
            problems.add(
                "sendfile-plugin \"%s\": %s; the default %s holds."
                    .formatted(name, sentence, byDefault)));
    return Boolean.parseBoolean(wrong.isPresent() ? byDefault : value);
  }

  private void readProperties(
      String plugIn,
      SendfilePlugin bean,
      Map<String, String> properties,
      Map<String, String> written) {
    for (Property property : bean.getProperty()) {
      String name = trimmed(property.getName());
      if (name.isEmpty()) {
        problems.add("sendfile-plugin \"" + plugIn + "\": a property without a name is left out.");
      } else if (written.putIfAbsent(name, trimmed(asWritten(property))) == null) {
        properties.put(name, resolved(name, trimmed(property.getValue())));
      } else {
        problems.add(
            "sendfile-plugin \"%s\": the second property \"%s\" is left out: its name must be unique."
                .formatted(plugIn, name));
      }
    }
  }

  /**
   * The value of a plug-in's property as it gets it: with passwords in place of aliases, an amount
   * in digits.
   */
  public static String resolved(String property, String value) {
    return Unit.plain(property, PasswordAliases.resolve(value));
  }

  private void readListener(SendfileListener bean) {
    String name = nameOf(bean, Setting.LISTENER_NAME, listeners.keySet());
    if (name == null) {
      return;
    }
    Map<Setting, String> own = new EnumMap<>(Setting.class);
    for (Setting setting : Element.LISTENER.changeable()) {
      String value = ConfigAttributes.own(bean, setting);
      if (value != null) {
        problem(setting, value)
            .ifPresentOrElse(
                sentence ->
                    problems.add(
                        "sendfile-listener \"%s\": %s; the value of all listeners, %s, holds."
                            .formatted(
                                name,
                                sentence,
                                values.getOrDefault(setting, setting.defaultValue()))),
                () -> own.put(setting, value));
      }
    }
    listeners.put(name, own);
  }

  /** The value as in domain.xml, with password aliases, which a bean's getter would resolve. */
  private static @Nullable String asWritten(Property property) {
    InvocationHandler handler = Proxy.getInvocationHandler(property);
    return handler instanceof Dom || handler instanceof ConfigView
        ? Dom.unwrap(property).rawAttribute("value")
        : property.getValue();
  }

  private static String trimmed(@Nullable String value) {
    return value == null ? "" : value.trim();
  }

  /** Reads all values of an element; returns a sentence for each bad one. */
  private List<String> read(ConfigBeanProxy bean, Element kind, Map<Setting, String> values) {
    List<String> wrong = new ArrayList<>();
    for (Setting setting : kind.settings()) {
      String value = ConfigAttributes.value(bean, setting);
      values.put(setting, value);
      setting.problem(value, known).ifPresent(wrong::add);
    }
    return wrong;
  }

  private void readLimit(SendfileLimit bean) {
    Map<Setting, String> values = new EnumMap<>(Setting.class);
    List<String> wrong = read(bean, Element.LIMIT, values);
    String name = values.getOrDefault(Setting.LIMIT_NAME, "");
    if (limitValues.containsKey(name)) {
      wrong.add("name must be unique");
    }
    wrong.addAll(SendfileSettings.lackOfLimit(setting -> values.getOrDefault(setting, "")));
    if (wrong.isEmpty()) {
      limits.add(SendfileSettings.limit(setting -> values.getOrDefault(setting, "")));
      limitValues.put(name, values);
    } else {
      problems.add(
          "sendfile-limit \"" + name + "\" is left out: " + String.join("; ", wrong) + ".");
    }
  }

  private void readRoot(SendfileRoot bean) {
    Map<Setting, String> root = new EnumMap<>(Setting.class);
    List<String> wrong = read(bean, Element.ROOT, root);
    String name = root.getOrDefault(Setting.ROOT_NAME, "");
    if (isTaken(Root::name, name)) {
      wrong.add("name must be unique");
    }
    String prefix = root.getOrDefault(Setting.ROOT_URI_PREFIX, "");
    if (isTaken(Root::uriPrefix, prefix)) {
      wrong.add("uri-prefix must be unique (found \"" + prefix + "\" again)");
    }
    if (wrong.isEmpty()) {
      roots.add(SendfileSettings.root(setting -> root.getOrDefault(setting, "")));
      rootValues.put(name, root);
    } else {
      leftOut.add(leftOut(root));
      problems.add("sendfile-root \"" + name + "\" is left out: " + String.join("; ", wrong) + ".");
    }
  }

  /** The valid parts of a bad root, so that its files do not fall to a root around it. */
  private LeftOutRoot leftOut(Map<Setting, String> values) {
    String prefix = values.getOrDefault(Setting.ROOT_URI_PREFIX, "");
    return new LeftOutRoot(
        values.getOrDefault(Setting.ROOT_NAME, ""),
        folder(values.getOrDefault(Setting.ROOT_PATH, "")),
        Root.isUriPrefix(prefix) ? prefix : null);
  }

  private static @Nullable Path folder(String path) {
    try {
      Path folder = Path.of(path).normalize();
      return folder.isAbsolute() ? folder : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private boolean isTaken(Function<Root, @Nullable String> key, String value) {
    return roots.stream().anyMatch(root -> value.equals(key.apply(root)));
  }

  /**
   * Password aliases of the domain anywhere in a value. GlassFish itself resolves only values of
   * domain.xml that are a single alias.
   */
  static final class PasswordAliases {
    private static final Logger LOGGER = Logger.getLogger(PasswordAliases.class.getPackageName());
    private static final String BEGIN = "${ALIAS=";
    private static final Pattern ALIAS = Pattern.compile(Pattern.quote(BEGIN) + "[^}]*+}");

    private PasswordAliases() {}

    /** The value with passwords in place of their aliases; an unknown alias stays. */
    static String resolve(String value) {
      return resolve(value, PasswordAliases::password);
    }

    static String resolve(String value, UnaryOperator<String> passwords) {
      return ALIAS
          .matcher(value)
          .replaceAll(alias -> Matcher.quoteReplacement(passwords.apply(alias.group())));
    }

    /**
     * By a store of its own, as each reads the file once: GlassFish's own resolver knows only
     * aliases that were there when it first met one.
     */
    private static String password(String alias) {
      String name = alias.substring(BEGIN.length(), alias.length() - 1);
      try {
        PasswordAliasStore store =
            Globals.getDefaultHabitat().getService(DomainScopedPasswordAliasStore.class);
        return store != null && store.containsKey(name) ? new String(store.get(name)) : alias;
      } catch (RuntimeException e) {
        // Embedded GlassFish has no passwords at all.
        LOGGER.log(Level.FINE, e, () -> alias + " cannot be resolved");
        return alias;
      }
    }
  }
}
