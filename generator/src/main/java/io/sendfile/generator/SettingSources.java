package io.sendfile.generator;

import static java.util.stream.Collectors.joining;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;

/** Java that follows from the table of settings. */
final class SettingSources {
  private SettingSources() {}

  /** The attributes of a config bean but for its key, which HK2 wants as annotated getters. */
  static JavaSource attributes(Element element) {
    String type = JavaSource.typeCase(element.tag()) + "Attributes";
    String text =
        """
        package io.sendfile.glassfish.config;

        import io.sendfile.core.settings.Setting;
        import org.jspecify.annotations.Nullable;
        import org.jvnet.hk2.config.Attribute;
        import org.jvnet.hk2.config.ConfigBeanProxy;

        /** Attributes of {@code <%s>}, each a row of {@link Setting}. */
        public interface %s extends ConfigBeanProxy {
        %s}
        """;
    String getters =
        element.changeable().stream().map(each -> getter(element, each)).collect(joining("\n"));
    return new JavaSource(
        "io.sendfile.glassfish.config." + type, text.formatted(element.tag(), type, getters));
  }

  /** A listener inherits what it has not. */
  private static String getter(Element element, Setting setting) {
    boolean inherits = element == Element.LISTENER;
    return """
      @Attribute%s
      @Allowed(Setting.%s)
      %sString get%s();
    """
        .formatted(
            setting.required() || inherits
                ? ""
                : "(defaultValue = \"" + setting.defaultValue() + "\")",
            setting.name(),
            inherits ? "@Nullable " : "",
            JavaSource.typeCase(setting.attribute()));
  }

  /** The options of commands, which GlassFish wants as fields. Required ones differ. */
  static JavaSource options(Element element) {
    String type = JavaSource.typeCase(element.tag()) + "Options";
    String text =
        """
        package io.sendfile.glassfish.admin;

        import org.glassfish.api.Param;
        import org.jspecify.annotations.Nullable;

        /** The attributes of {@code <%s>} as options, read by {@link AttributeChange}. */
        abstract class %s extends SendfileCommand {
        %s}
        """;
    String fields =
        element.changeable().stream()
            .filter(setting -> !setting.required())
            .map(SettingSources::option)
            .collect(joining("\n"));
    return new JavaSource(
        "io.sendfile.glassfish.admin." + type, text.formatted(element.tag(), type, fields));
  }

  private static String option(Setting setting) {
    return """
      @Param(name = "%s", optional = true)
      @Nullable String %s;
    """
        .formatted(setting.attribute(), JavaSource.camelCase(setting.attribute()));
  }
}
