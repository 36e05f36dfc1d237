package io.sendfile.glassfish.config;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.jvnet.hk2.config.Attribute;
import org.jvnet.hk2.config.types.Property;

/** Config beans as they come out of a domain.xml that nobody checked. */
final class Beans {
  private Beans() {}

  static SendfileConfig config(Map<String, String> attributes, SendfileRoot... roots) {
    return config(attributes, List.of(roots), List.of());
  }

  static SendfileConfig configWithListeners(
      Map<String, String> attributes, List<Map<String, String>> listeners) {
    return config(attributes, List.of(), listeners.stream().map(Beans::listener).toList());
  }

  private static SendfileConfig config(
      Map<String, String> attributes, List<SendfileRoot> roots, List<SendfileListener> listeners) {
    return bean(
        SendfileConfig.class,
        attributes,
        Map.of(
            "getSendfileRoot", roots,
            "getSendfileListener", listeners,
            "getSendfilePlugin", List.of()));
  }

  static SendfileConfig configWithPlugIns(
      Map<String, String> attributes,
      List<Map<String, String>> listeners,
      SendfilePlugin... plugIns) {
    return bean(
        SendfileConfig.class,
        attributes,
        Map.of(
            "getSendfileRoot", List.of(),
            "getSendfileListener", listeners.stream().map(Beans::listener).toList(),
            "getSendfilePlugin", List.of(plugIns)));
  }

  static SendfilePlugin plugIn(Map<String, String> attributes, Property... properties) {
    return bean(SendfilePlugin.class, attributes, Map.of("getProperty", List.of(properties)));
  }

  static Property property(Map<String, String> attributes) {
    return bean(Property.class, attributes, Map.of());
  }

  static SendfileListener listener(Map<String, String> attributes) {
    return bean(SendfileListener.class, attributes, Map.of());
  }

  static SendfileRoot root(Map<String, String> attributes) {
    return bean(SendfileRoot.class, attributes, Map.of());
  }

  /** The name of the attribute a getter reads: {@code getBurstBytes} is {@code burst-bytes}. */
  static String attribute(Method getter) {
    return getter.getName().substring(3).replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase();
  }

  private static <T> T bean(
      Class<T> type, Map<String, String> attributes, Map<String, ?> children) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              Attribute attribute = method.getAnnotation(Attribute.class);
              if (attribute == null) {
                return children.get(method.getName());
              }
              String absent =
                  attribute.defaultValue().equals("\0") ? null : attribute.defaultValue();
              return attributes.getOrDefault(attribute(method), absent);
            }));
  }
}
