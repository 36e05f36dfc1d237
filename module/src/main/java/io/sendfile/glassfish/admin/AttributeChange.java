package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.KnownNames;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.config.ConfigAttributes;
import io.sendfile.glassfish.config.SendfileConfig;
import io.sendfile.glassfish.config.SendfileListener;
import io.sendfile.glassfish.config.SettingsSource;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.glassfish.api.Param;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.ConfigSupport;
import org.jvnet.hk2.config.SingleConfigCode;
import org.jvnet.hk2.config.TransactionFailure;

/**
 * New values for attributes of one element, all in one transaction. GlassFish checks the whole
 * element at the end of a transaction, so two bad attributes of a hand-edited domain.xml can only
 * be fixed together; the refusal of one change names the other value.
 *
 * @param element the kind of element
 * @param wanted the new values
 * @param known the names that exist
 */
record AttributeChange(Element element, Map<Setting, String> wanted, KnownNames known) {
  /** The change to the values that were given as options, as domain.xml has them. */
  static AttributeChange given(SendfileCommand command, Element element) {
    Map<Setting, String> given = new EnumMap<>(Setting.class);
    for (Class<?> type = command.getClass();
        type != SendfileCommand.class;
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        Setting setting = setting(field, element);
        String value = setting == null ? null : (String) command.value(field);
        if (setting != null && value != null) {
          given.put(setting, setting.rule().plain(value.trim()));
        }
      }
    }
    return new AttributeChange(element, given, command.known());
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

  /** Refuses a change of nothing. */
  void refuseEmpty() throws RefusedException {
    if (wanted.isEmpty()) {
      StringJoiner options = new StringJoiner("\n  --", "Give at least one of\n  --", "");
      element
          .changeable()
          .forEach(s -> options.add(s.attribute() + "  " + s.rule().allowed(known)));
      throw new RefusedException(options.toString());
    }
  }

  /** Refuses to touch the element itself, or its children, while it holds bad values. */
  static void refuseWhileBad(Config config, KnownNames known) throws RefusedException {
    SendfileConfig present = SettingsSource.find(config);
    if (present != null) {
      new AttributeChange(Element.CONFIG, Map.of(), known).refuseWhileOthersBad(present);
    }
  }

  /** A sentence for each new value that is not allowed. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    wanted.forEach(
        (setting, value) -> {
          if (!removes(setting, value)) {
            setting.problemAsWritten(value, known).ifPresent(problems::add);
          }
        });
    return problems;
  }

  /** The end of a sentence after "in force": a condition if the module is switched off. */
  static String whenInForce(SendfileSettings settings, String on, String off) {
    return settings.isOff() ? off + " once the module is switched on (enabled is false)" : on;
  }

  /** The sentence about a change of settings, without its end. */
  static String inForce(SendfileSettings settings) {
    return "In force"
        + whenInForce(settings, " at once", "")
        + "; running transfers end under the settings they began with";
  }

  /** A line about each new value that is not in force at once. */
  List<String> delays() {
    return wanted.keySet().stream()
        .filter(setting -> !setting.live())
        .map(
            setting ->
                setting.attribute()
                    + " takes effect when the server starts anew, or the listener, after its"
                    + " enabled was set to false and to true.")
        .toList();
  }

  /** Refuses the change of an element while attributes that are not part of it hold bad values. */
  void refuseWhileOthersBad(ConfigBeanProxy bean) throws RefusedException {
    List<String> problems = new ArrayList<>();
    for (Setting setting : element.changeable()) {
      String value = wanted.containsKey(setting) ? null : present(bean, setting);
      if (value != null) {
        setting.problemAsWritten(value, known).ifPresent(problems::add);
      }
    }
    String kind = element.tag().replace("sendfile-", "");
    RefusedException.refuse(
        ("Nothing was changed: domain.xml holds bad values%s, which GlassFish does not write"
                + " back. Set them too, all in one asadmin set-sendfile-%s")
            .formatted(
                element == Element.CONFIG ? "" : " for this " + kind,
                element == Element.CONFIG ? "configuration" : kind),
        problems);
  }

  private static @Nullable String present(ConfigBeanProxy bean, Setting setting) {
    return bean instanceof SendfileListener listener
        ? ConfigAttributes.own(listener, setting)
        : ConfigAttributes.value(bean, setting);
  }

  /** Writes the new values in a transaction of its own. */
  <T extends ConfigBeanProxy> void write(T bean) throws TransactionFailure {
    SingleConfigCode<T> code = this::fill;
    ConfigSupport.apply(code, bean);
  }

  /** Writes the new values, but for the name, within the transaction of the bean. */
  <T extends ConfigBeanProxy> T fill(T bean) {
    wanted.forEach(
        (setting, value) -> {
          if (!setting.key()) {
            ConfigAttributes.set(bean, setting, removes(setting, value) ? null : value);
          }
        });
    return bean;
  }

  /** Omits defaults of sendfile-config, and values that a listener inherits. */
  private boolean removes(Setting setting, String value) {
    return switch (element) {
      case CONFIG -> value.equals(setting.defaultValue());
      case LISTENER -> value.isEmpty();
      case LIMIT -> value.isEmpty();
      case ROOT, PLUGIN -> false;
    };
  }
}
