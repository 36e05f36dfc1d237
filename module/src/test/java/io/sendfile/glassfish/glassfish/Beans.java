package io.sendfile.glassfish.glassfish;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.jvnet.hk2.config.Attribute;

/** Config beans as they come out of a domain.xml that nobody checked. */
final class Beans {
  private Beans() {}

  static SendfileConfig config(Map<String, String> attributes, SendfileRoot... roots) {
    return bean(SendfileConfig.class, attributes, List.of(roots));
  }

  static SendfileRoot root(Map<String, String> attributes) {
    return bean(SendfileRoot.class, attributes, List.of());
  }

  /** The name of the attribute a getter reads: {@code getBurstBytes} is {@code burst-bytes}. */
  static String attribute(Method getter) {
    return getter.getName().substring(3).replaceAll("(?<=.)(?=[A-Z])", "-").toLowerCase();
  }

  private static <T> T bean(Class<T> type, Map<String, String> attributes, List<?> children) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              Attribute attribute = method.getAnnotation(Attribute.class);
              if (attribute == null) {
                return children;
              }
              String absent =
                  attribute.defaultValue().equals("\0") ? null : attribute.defaultValue();
              return attributes.getOrDefault(attribute(method), absent);
            }));
  }
}
