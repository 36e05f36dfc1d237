package io.sendfile.glassfish.admin;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Syntax of properties for asadmin: {@code name=value:name=value}, where a backslash escapes the
 * next character. Unlike in GlassFish's own syntax, a value may be empty.
 */
final class PropertyText {
  private final String text;
  private int next;

  private PropertyText(String text) {
    this.text = text;
  }

  /** The properties in their order; the last value of a repeated name wins. */
  static Map<String, String> parse(String text) throws RefusedException {
    PropertyText rest = new PropertyText(text.trim());
    Map<String, String> properties = new LinkedHashMap<>();
    while (rest.next < rest.text.length()) {
      int start = rest.next;
      String name = rest.until("=:").trim();
      if (name.isEmpty() || rest.next == rest.text.length() || rest.text.charAt(rest.next) == ':') {
        throw new RefusedException(
            "property must be name=value:name=value, with a backslash before each ':' of a value"
                + " (found \""
                + text.substring(start)
                + "\")");
      }
      rest.next++;
      properties.put(name, rest.until(":").trim());
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
