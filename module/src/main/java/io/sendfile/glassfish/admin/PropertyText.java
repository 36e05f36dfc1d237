package io.sendfile.glassfish.admin;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Properties as asadmin takes them: {@code name=value:name=value}, where a backslash before a
 * character keeps it from dividing. Unlike GlassFish's own, a value may be empty.
 */
final class PropertyText {
  private final String text;
  private int next;

  private PropertyText(String text) {
    this.text = text;
  }

  /** The properties, in the order given; a name that comes twice has the last value. */
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

  /** What stands before one of these characters or the end, without its backslashes. */
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
