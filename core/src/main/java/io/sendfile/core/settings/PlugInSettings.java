package io.sendfile.core.settings;

import io.sendfile.spi.AmountForm;
import io.sendfile.spi.Amounts;
import io.sendfile.spi.PlugIn;
import io.sendfile.spi.Unit;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * An administrator's settings of one plug-in. Immutable.
 *
 * @param name the plug-in's name
 * @param enabled whether it may be used
 * @param properties its own settings, by name; their meaning is its own, amounts are in digits
 * @param written the properties as in domain.xml, where passwords may have aliases
 */
public record PlugInSettings(
    String name, boolean enabled, Map<String, String> properties, Map<String, String> written) {
  /** It hides secrets. */
  public static final String HIDDEN = "********";

  /** In place of the value of a property that has none. */
  public static final String UNSET = "not set";

  /** A URL's user before the host, and its query: either may be a secret. */
  private static final Pattern IN_URL = Pattern.compile("(?<=://)[^/?#@]*(?=@)|(?<=\\?).+");

  public PlugInSettings {
    properties = Map.copyOf(properties);
    written = Map.copyOf(written);
  }

  /** Settings without aliases. */
  public PlugInSettings(String name, boolean enabled, Map<String, String> properties) {
    this(name, enabled, properties, properties);
  }

  /** A property for display, with an amount in digits and in words, or the sign of a secret. */
  public String said(String property) {
    String value = shown(property, written.getOrDefault(property, ""));
    String plain = Unit.plain(property, value);
    String words =
        Unit.ofProperty(property)
            .filter(unit -> AmountForm.isNumber(plain))
            .flatMap(unit -> Amounts.words(unit, Long.parseLong(plain)))
            .map(some -> property.endsWith("-per-second") ? some + "/s" : some)
            .orElse("");
    return words.isEmpty() ? plain : plain + " (" + words + ")";
  }

  /** The change of a property, such as {@code is 5, was 4}; a secret is another one. */
  public String said(String property, PlugInSettings before) {
    String is = properties.containsKey(property) ? said(property) : UNSET;
    String was = before.properties.containsKey(property) ? before.said(property) : UNSET;
    if (Objects.equals(properties.get(property), before.properties.get(property))) {
      return "stays " + is;
    }
    return is.equals(was) ? "is another one" : "is " + is + ", was " + was;
  }

  /**
   * The properties for display: secrets without values, URLs without user and query, aliases in
   * place of passwords.
   */
  public Map<String, String> shown() {
    Map<String, String> shown = new TreeMap<>(written);
    shown.replaceAll(PlugInSettings::shown);
    return shown;
  }

  private static String shown(String property, String value) {
    if (PlugIn.Property.isSecret(property)) {
      return HIDDEN;
    }
    return value.contains("://") ? IN_URL.matcher(value).replaceAll(HIDDEN) : value;
  }

  @Override
  public String toString() {
    return name + (enabled ? " " : " (off) ") + shown();
  }

  /** A plug-in without settings: in use, without properties. */
  public static PlugInSettings unset(String name) {
    return new PlugInSettings(name, true, Map.of());
  }
}
