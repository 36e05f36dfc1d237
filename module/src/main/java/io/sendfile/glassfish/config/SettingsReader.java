package io.sendfile.glassfish.config;

import io.sendfile.core.files.Root;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns the strings of domain.xml into settings. No content of domain.xml is an error here: a bad
 * attribute gets its default, one of a listener the common value, a bad root is left out, and each
 * of them becomes a problem in words.
 */
public final class SettingsReader {
  private final KnownNames known;
  private final Map<Setting, String> values = new EnumMap<>(Setting.class);
  private final List<Root> roots = new ArrayList<>();
  private final List<Root.LeftOut> leftOut = new ArrayList<>();
  private final Map<String, Map<Setting, String>> listeners = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();
  private final PlugInReader plugIns = new PlugInReader(problems);

  private SettingsReader(KnownNames known) {
    this.known = known;
  }

  /**
   * The result.
   *
   * @param settings the settings in force
   * @param values the value in force of each attribute of sendfile-config
   * @param problems one sentence for each bad value, with attribute, value, allowed values and
   *     substitute
   */
  public record Reading(
      SendfileSettings settings, Map<Setting, String> values, List<String> problems) {
    public Reading {
      values = Map.copyOf(values);
      problems = List.copyOf(problems);
    }

    /** A listener's own values by attribute, in the order of the table. */
    public Map<String, String> own(String listener) {
      Map<String, String> own = new LinkedHashMap<>();
      SendfileSettings.Listener found = settings.listeners().get(listener);
      if (found != null) {
        new TreeMap<>(found.own()).forEach((setting, value) -> own.put(setting.attribute(), value));
      }
      return own;
    }

    /** The value in force of an attribute of sendfile-config. */
    public String value(Setting setting) {
      return values.getOrDefault(setting, setting.defaultValue());
    }
  }

  /**
   * Reads the element.
   *
   * @param config the element, or null when domain.xml has none: the defaults apply
   * @param known names that exist
   */
  public static Reading read(@Nullable SendfileConfig config, KnownNames known) {
    SettingsReader reader = new SettingsReader(known);
    if (config != null) {
      // Plug-ins come first, because one that is switched off cannot be chosen.
      config.getSendfilePlugin().forEach(reader.plugIns::read);
      Element.CONFIG.settings().forEach(setting -> reader.readAttribute(config, setting));
      config.getSendfileRoot().forEach(reader::readRoot);
      config.getSendfileListener().forEach(reader::readListener);
    }
    SendfileSettings settings =
        SendfileSettings.of(
            setting -> reader.values.getOrDefault(setting, setting.defaultValue()),
            reader.roots,
            reader.listeners);
    return new Reading(
        settings.withLeftOut(reader.leftOut).withPlugIns(reader.plugIns.found()),
        reader.values,
        reader.problems);
  }

  private void readAttribute(SendfileConfig config, Setting setting) {
    String value = ConfigAttributes.value(config, setting);
    Optional<String> problem = problem(setting, value);
    problem.ifPresent(
        sentence ->
            problems.add(
                sentence
                    + (setting.defaultValue().isEmpty()
                        ? "; it counts as empty."
                        : "; the default " + setting.defaultValue() + " holds.")));
    values.put(setting, problem.isPresent() ? setting.defaultValue() : value);
  }

  private Optional<String> problem(Setting setting, String value) {
    return setting
        .problem(value, known)
        .or(
            () ->
                isOff(setting, value)
                    ? Optional.of(switchedOff(setting, value))
                    : Optional.empty());
  }

  private boolean isOff(Setting setting, String value) {
    PlugInSettings plugIn = plugIns.found().get(value);
    return setting.rule().namesPlugIns() && plugIn != null && !plugIn.enabled();
  }

  private static String switchedOff(Setting setting, String value) {
    return setting.attribute() + " names the plug-in " + value + ", which is switched off";
  }

  private void readListener(SendfileListener bean) {
    String name = ConfigAttributes.value(bean, Setting.LISTENER_NAME);
    Optional<String> wrong = Setting.LISTENER_NAME.problem(name, known);
    if (wrong.isEmpty() && listeners.containsKey(name)) {
      wrong = Optional.of("name must be unique");
    }
    if (wrong.isPresent()) {
      problems.add("sendfile-listener \"" + name + "\" is left out: " + wrong.get() + ".");
      return;
    }
    Map<Setting, String> own = new EnumMap<>(Setting.class);
    for (Setting setting : Element.LISTENER.changeable()) {
      String value = ConfigAttributes.own(bean, setting);
      if (value != null) {
        problem(setting, value)
            .ifPresentOrElse(
                sentence -> problems.add(inherits(name, setting, sentence)),
                () -> own.put(setting, value));
      }
    }
    listeners.put(name, own);
  }

  private String inherits(String listener, Setting setting, String sentence) {
    String common = values.getOrDefault(setting, setting.defaultValue());
    return "sendfile-listener \""
        + listener
        + "\": "
        + sentence
        + "; the value of all listeners, "
        + common
        + ", holds.";
  }

  private void readRoot(SendfileRoot bean) {
    Map<Setting, String> root = new EnumMap<>(Setting.class);
    List<String> wrong = new ArrayList<>();
    for (Setting setting : Element.ROOT.settings()) {
      String value = ConfigAttributes.value(bean, setting);
      root.put(setting, value);
      setting.problem(value, known).ifPresent(wrong::add);
    }
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
    } else {
      leftOut.add(leftOut(root));
      problems.add("sendfile-root \"" + name + "\" is left out: " + String.join("; ", wrong) + ".");
    }
  }

  /** The valid parts of a bad root, so that its files do not fall to a root around it. */
  private Root.LeftOut leftOut(Map<Setting, String> values) {
    String prefix = values.getOrDefault(Setting.ROOT_URI_PREFIX, "");
    return new Root.LeftOut(
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
}
