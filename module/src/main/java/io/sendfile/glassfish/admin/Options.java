package io.sendfile.glassfish.admin;

import io.sendfile.glassfish.settings.Element;
import io.sendfile.glassfish.settings.Setting;
import java.lang.reflect.Field;
import java.util.EnumMap;
import java.util.Map;
import org.glassfish.api.Param;
import org.jspecify.annotations.Nullable;

/** Options of a command that are attributes of an element: they have the names of attributes. */
final class Options {
  private Options() {}

  /** The options that were given, but for the name of the element, as domain.xml has them. */
  static Map<Setting, String> given(SendfileCommand command, Element element) {
    Map<Setting, String> given = new EnumMap<>(Setting.class);
    for (Class<?> type = command.getClass();
        type != null && type != SendfileCommand.class;
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        Setting setting = setting(field, element);
        String value = setting == null ? null : value(field, command);
        if (setting != null && value != null) {
          given.put(setting, setting.rule().plain(value.trim()));
        }
      }
    }
    return given;
  }

  private static @Nullable Setting setting(Field field, Element element) {
    Param option = field.getAnnotation(Param.class);
    return option == null
        ? null
        : Setting.changeable(element).stream()
            .filter(setting -> setting.attribute().equals(option.name()))
            .findFirst()
            .orElse(null);
  }

  private static @Nullable String value(Field field, SendfileCommand command) {
    try {
      field.setAccessible(true);
      return (String) field.get(command);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
