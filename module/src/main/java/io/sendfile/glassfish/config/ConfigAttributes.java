package io.sendfile.glassfish.config;

import io.sendfile.core.settings.Setting;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.Dom;
import org.jvnet.hk2.config.WriteableView;

/** Attributes of config beans, found by their row of the settings table. */
public final class ConfigAttributes {
  private static final ClassValue<Map<Setting, Method>> GETTERS =
      new ClassValue<>() {
        @Override
        protected Map<Setting, Method> computeValue(Class<?> bean) {
          Map<Setting, Method> getters = new EnumMap<>(Setting.class);
          for (Method getter : bean.getMethods()) {
            Allowed allowed = getter.getAnnotation(Allowed.class);
            if (allowed != null) {
              getters.put(allowed.value(), getter);
            }
          }
          return getters;
        }
      };

  private ConfigAttributes() {}

  /** The value, or the default when domain.xml has none. */
  public static String value(ConfigBeanProxy bean, Setting setting) {
    String value = read(bean, setting);
    return value == null ? setting.defaultValue() : value.trim();
  }

  /** The value as domain.xml has it, with tokens such as {@code ${com.sun.aas.instanceName}}. */
  public static String written(ConfigBeanProxy bean, Setting setting) {
    String value = Objects.requireNonNull(Dom.unwrap(bean)).rawAttribute(setting.attribute());
    return value == null ? setting.defaultValue() : value.trim();
  }

  /** The elements with that value: a hand-edited domain.xml may hold more than one. */
  public static <T extends ConfigBeanProxy> List<T> having(
      List<T> elements, Setting setting, String value) {
    return elements.stream().filter(each -> value.equals(value(each, setting))).toList();
  }

  /** The listener's own value; null where it inherits. */
  public static @Nullable String own(SendfileListener listener, Setting setting) {
    String value = read(listener, setting);
    return value == null || value.isBlank() ? null : value.trim();
  }

  /**
   * Sets an attribute of a bean that takes part in a transaction.
   *
   * @param value null removes the attribute
   */
  public static void set(ConfigBeanProxy bean, Setting setting, @Nullable String value) {
    WriteableView view = (WriteableView) Proxy.getInvocationHandler(bean);
    view.setter(view.getProperty(setting.attribute()), value, String.class);
  }

  /** HK2 gives each bean a proxy of its one interface. */
  private static @Nullable String read(ConfigBeanProxy bean, Setting setting) {
    Map<Setting, Method> getters = GETTERS.get(bean.getClass().getInterfaces()[0]);
    try {
      return (String) Objects.requireNonNull(getters.get(setting)).invoke(bean);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
