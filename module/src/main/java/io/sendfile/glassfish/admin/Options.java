package io.sendfile.glassfish.admin;

import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import java.lang.reflect.Field;
import java.util.EnumMap;
import java.util.Map;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ParameterMap;
import org.jspecify.annotations.Nullable;

/** Reads the values of a command's fields that are options. */
final class Options {
  /** GlassFish's name for operands. */
  private static final String OPERANDS = "DEFAULT";

  private Options() {}

  /** The attributes that were given, but for the name of the element, as domain.xml has them. */
  static Map<Setting, String> given(SendfileCommand command, Element element) {
    Map<Setting, String> given = new EnumMap<>(Setting.class);
    for (Class<?> type = command.getClass();
        type != null && type != SendfileCommand.class;
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        Setting setting = setting(field, element);
        String value = setting == null ? null : (String) value(field, command);
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
        : element.changeable().stream()
            .filter(setting -> setting.attribute().equals(option.name()))
            .findFirst()
            .orElse(null);
  }

  /** The options and operands that were given, for the same command on another server. */
  static ParameterMap given(RuntimeCommand command) {
    ParameterMap given = new ParameterMap();
    for (Field field : command.getClass().getDeclaredFields()) {
      Param option = field.getAnnotation(Param.class);
      Object value = option == null ? null : value(field, command);
      if (option == null || value == null) {
        continue;
      }
      String name = option.primary() ? OPERANDS : option.name();
      Object[] all = value instanceof Object[] several ? several : new Object[] {value};
      for (Object each : all) {
        if (option.primary() || !each.equals("")) {
          given.add(name, each.toString());
        }
      }
    }
    return given;
  }

  private static @Nullable Object value(Field field, SendfileCommand command) {
    try {
      field.setAccessible(true);
      return field.get(command);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
