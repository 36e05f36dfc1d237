package io.sendfile.core.settings;

/**
 * One row of the table {@link Setting}, without its sentence.
 *
 * @param element the element the attribute belongs to
 * @param attribute name in domain.xml
 * @param defaultValue the value while nothing is set; empty as well when there is no default
 * @param rule the rule of accepted values
 * @param required whether there is no default
 * @param perListener whether listeners may override it
 */
record SettingRow(
    Element element,
    String attribute,
    String defaultValue,
    ValueRule rule,
    boolean required,
    boolean perListener) {
  /** The attribute that identifies elements of one kind. */
  static final String KEY = "name";

  /** An attribute of sendfile-config. */
  static SettingRow config(String attribute, String defaultValue, ValueRule rule) {
    return new SettingRow(Element.CONFIG, attribute, defaultValue, rule, false, false);
  }

  /** An attribute of sendfile-root. */
  static SettingRow root(String attribute, String defaultValue, ValueRule rule) {
    return new SettingRow(Element.ROOT, attribute, defaultValue, rule, false, false);
  }

  /** An attribute of sendfile-plugin. */
  static SettingRow plugIn(String attribute, String defaultValue, ValueRule rule) {
    return new SettingRow(Element.PLUGIN, attribute, defaultValue, rule, false, false);
  }

  /** An attribute of sendfile-root without default. */
  static SettingRow requiredOfRoot(String attribute, ValueRule rule) {
    return new SettingRow(Element.ROOT, attribute, "", rule, true, false);
  }

  /** The name of a repeatable element. */
  static SettingRow keyOf(Element element, ValueRule rule) {
    return new SettingRow(element, KEY, "", rule, true, false);
  }

  /** The same attribute for sendfile-config and sendfile-listener. */
  SettingRow overridable() {
    return new SettingRow(element, attribute, defaultValue, rule, required, true);
  }
}
