package io.sendfile.grizzly.jmx;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.ImmutableDescriptor;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;
import javax.management.openmbean.OpenMBeanAttributeInfoSupport;
import javax.management.openmbean.SimpleType;

/**
 * An MXBean of figures without an interface: each is a row of a table. All are read at the moment
 * of the call. Thread-safe once it has its rows.
 */
public final class FigureBean implements DynamicMBean {
  private final Map<String, Supplier<?>> values = new HashMap<>();
  private final Map<String, MBeanAttributeInfo> attributes = new TreeMap<>();

  /** Adds a number. */
  public FigureBean number(String name, String description, LongSupplier value) {
    return row(name, description, SimpleType.LONG, value::getAsLong);
  }

  /** Adds a truth value. */
  public FigureBean flag(String name, String description, BooleanSupplier value) {
    return row(name, description, SimpleType.BOOLEAN, value::getAsBoolean);
  }

  /** Adds a text. */
  public FigureBean text(String name, String description, Supplier<String> value) {
    return row(name, description, SimpleType.STRING, value);
  }

  private FigureBean row(String name, String description, SimpleType<?> type, Supplier<?> value) {
    values.put(name, value);
    attributes.put(
        name, new OpenMBeanAttributeInfoSupport(name, description, type, true, false, false));
    return this;
  }

  @Override
  public Object getAttribute(String name) throws AttributeNotFoundException {
    Supplier<?> value = values.get(name);
    if (value == null) {
      throw new AttributeNotFoundException(name);
    }
    return value.get();
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    AttributeList found = new AttributeList();
    for (String name : names) {
      Supplier<?> value = values.get(name);
      if (value != null) {
        found.add(new Attribute(name, value.get()));
      }
    }
    return found;
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException(attribute.getName() + " cannot be set");
  }

  @Override
  public AttributeList setAttributes(AttributeList given) {
    return new AttributeList();
  }

  @Override
  public Object invoke(String operation, Object[] arguments, String[] signature)
      throws ReflectionException {
    throw new ReflectionException(new NoSuchMethodException(operation));
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    return new MBeanInfo(
        getClass().getName(),
        "Figures",
        attributes.values().toArray(MBeanAttributeInfo[]::new),
        null,
        null,
        null,
        new ImmutableDescriptor("mxbean=true"));
  }
}
