package io.sendfile.core.settings;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Java that repeats the table of settings, between two comments of a class. */
final class JavaBlocks {
  private static final Pattern WORD_BEGIN = Pattern.compile("-(.)");

  private JavaBlocks() {}

  /** The getters of a config bean, which GlassFish wants with annotations. */
  static UnaryOperator<String> getters(Element element) {
    return block(element.settings(), setting -> getter(element, setting));
  }

  /** The options of a command, which GlassFish wants as fields. Required options differ. */
  static UnaryOperator<String> options(Element element) {
    return block(
        element.changeable().stream().filter(setting -> !setting.required()).toList(),
        JavaBlocks::option);
  }

  private static String getter(Element element, Setting setting) {
    String name = camelCase(setting);
    boolean inherits = element == Element.LISTENER && !setting.key();
    return """
      @Attribute%s
      @Allowed(Setting.%s)
      %sString get%s();
    """
        .formatted(
            setting.key()
                ? "(key = true)"
                : setting.required() || inherits
                    ? ""
                    : "(defaultValue = \"" + setting.defaultValue() + "\")",
            setting.name(),
            inherits ? "@Nullable " : "",
            name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1));
  }

  private static String option(Setting setting) {
    return """
      @Param(name = "%s", optional = true)
      @Nullable String %s;
    """
        .formatted(setting.attribute(), camelCase(setting));
  }

  private static String camelCase(Setting setting) {
    return WORD_BEGIN
        .matcher(setting.attribute())
        .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
  }

  private static UnaryOperator<String> block(
      List<Setting> settings, Function<Setting, String> member) {
    String members = settings.stream().map(member).collect(Collectors.joining("\n"));
    return text -> renew(text, "  // <settings>", members, "  // </settings>");
  }

  /** The text with other lines between one that begins so and the end; blank lines stay. */
  static String renew(String text, String begin, String lines, String end) {
    int from = text.indexOf('\n', text.indexOf(begin)) + 1;
    int to = text.indexOf(end, from);
    int blank = text.substring(0, to).stripTrailing().length();
    return text.substring(0, from) + lines.stripTrailing() + text.substring(blank);
  }
}
