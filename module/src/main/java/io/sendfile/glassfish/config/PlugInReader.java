package io.sendfile.glassfish.config;

import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.Setting;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.glassfish.internal.api.RelativePathResolver;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.ConfigView;
import org.jvnet.hk2.config.Dom;
import org.jvnet.hk2.config.types.Property;

/** Reads unchecked sendfile-plugin elements of domain.xml into values. */
final class PlugInReader {
  private final List<String> problems;
  private final Map<String, PlugInSettings> found = new TreeMap<>();

  /**
   * @param problems receives the problems, in words
   */
  PlugInReader(List<String> problems) {
    this.problems = problems;
  }

  /** The settings read, by name. */
  Map<String, PlugInSettings> found() {
    return found;
  }

  /** Of two elements with one name, the first is used. */
  void read(SendfilePlugin bean) {
    String name = ConfigAttributes.value(bean, Setting.PLUGIN_NAME);
    Optional<String> wrong = Setting.PLUGIN_NAME.problem(name, KnownNames.BUILT_IN);
    if (wrong.isEmpty() && found.containsKey(name)) {
      wrong = Optional.of("name must be unique");
    }
    if (wrong.isPresent()) {
      problems.add("sendfile-plugin \"" + name + "\" is left out: " + wrong.get() + ".");
      return;
    }
    Map<String, String> properties = new HashMap<>();
    Map<String, String> written = new HashMap<>();
    readProperties(name, bean, properties, written);
    found.put(name, new PlugInSettings(name, enabled(name, bean), properties, written));
  }

  private boolean enabled(String name, SendfilePlugin bean) {
    String value = ConfigAttributes.value(bean, Setting.PLUGIN_ENABLED);
    Optional<String> wrong = Setting.PLUGIN_ENABLED.problem(value, KnownNames.BUILT_IN);
    String byDefault = Setting.PLUGIN_ENABLED.defaultValue();
    wrong.ifPresent(
        sentence ->
            problems.add(
                "sendfile-plugin \""
                    + name
                    + "\": "
                    + sentence
                    + "; the default "
                    + byDefault
                    + " holds."));
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
        properties.put(name, PasswordAliases.resolve(trimmed(property.getValue())));
      } else {
        problems.add(
            "sendfile-plugin \""
                + plugIn
                + "\": the second property \""
                + name
                + "\" is left out: its name must be unique.");
      }
    }
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

  /**
   * Password aliases of the domain anywhere in a value. GlassFish itself resolves only values of
   * domain.xml that are a single alias.
   */
  static final class PasswordAliases {
    private static final Logger LOGGER = Logger.getLogger(PasswordAliases.class.getPackageName());
    private static final Pattern ALIAS = Pattern.compile("\\$\\{ALIAS=[^}]*+}");

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

    private static String password(String alias) {
      try {
        return RelativePathResolver.getRealPasswordFromAlias(alias);
      } catch (Exception e) {
        // GlassFish 7 and 8 declare different methods; embedded GlassFish has no passwords at all.
        LOGGER.log(Level.FINE, e, () -> alias + " cannot be resolved");
        return alias;
      }
    }
  }
}
