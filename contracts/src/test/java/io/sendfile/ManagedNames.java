package io.sendfile;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.StandardMBean;
import javax.management.openmbean.ArrayType;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenType;

/** Attributes and operations of an MXBean, with their open types, as a client sees them. */
final class ManagedNames {
  private ManagedNames() {}

  /** Sorted lines. */
  static List<String> of(Class<?> bean) {
    return of(info(bean));
  }

  /** Sorted lines. */
  static List<String> of(MBeanInfo info) {
    List<String> lines = new ArrayList<>();
    for (MBeanAttributeInfo attribute : info.getAttributes()) {
      lines.add(
          "  "
              + attribute.getName()
              + " "
              + type(attribute.getDescriptor().getFieldValue("openType")));
    }
    for (MBeanOperationInfo operation : info.getOperations()) {
      lines.add(
          "  %s(%s) %s"
              .formatted(
                  operation.getName(),
                  String.join(
                      ", ", Arrays.stream(operation.getSignature()).map(p -> p.getType()).toList()),
                  type(operation.getDescriptor().getFieldValue("openType"))));
    }
    Collections.sort(lines);
    return lines;
  }

  private static <T> MBeanInfo info(Class<T> bean) {
    Object none =
        Proxy.newProxyInstance(
            bean.getClassLoader(), new Class<?>[] {bean}, (proxy, method, arguments) -> null);
    return new StandardMBean(bean.cast(none), bean, true).getMBeanInfo();
  }

  private static String type(Object type) {
    if (type instanceof CompositeType composite) {
      return composite.keySet().stream()
          .map(key -> key + " " + type(composite.getType(key)))
          .toList()
          .toString();
    }
    if (type instanceof ArrayType<?> array) {
      return "array of " + type(array.getElementOpenType());
    }
    return type instanceof OpenType<?> simple ? simple.getTypeName() : String.valueOf(type);
  }
}
