package io.sendfile.glassfish.monitoring;

import java.lang.management.ManagementFactory;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The module's MXBeans in the platform MBean server. No exception escapes, except for a wrong name.
 */
public final class PlatformBeans {
  private static final Logger LOGGER = Logger.getLogger(PlatformBeans.class.getPackageName());
  private static final String DOMAIN = "io.sendfile.glassfish:";

  private PlatformBeans() {}

  /** The only bean of a type. */
  public static ObjectName name(String type) {
    return parse(DOMAIN + "type=" + type);
  }

  /**
   * A bean of a type.
   *
   * @param key distinguishes beans of its type, e.g. {@code listener}
   * @param value quoted where necessary
   */
  public static ObjectName name(String type, String key, String value) {
    boolean quote = value.isEmpty() || value.chars().anyMatch(c -> ",=:\"*?\n".indexOf(c) >= 0);
    return parse(
        DOMAIN + "type=" + type + "," + key + "=" + (quote ? ObjectName.quote(value) : value));
  }

  private static ObjectName parse(String name) {
    try {
      return new ObjectName(name);
    } catch (JMException e) {
      throw new IllegalArgumentException("not the name of a bean: " + name, e);
    }
  }

  /**
   * Registers a bean, in place of one left behind by an embedded server that was not stopped
   * cleanly.
   */
  public static void register(ObjectName name, Object bean) {
    unregister(name);
    try {
      server().registerMBean(bean, name);
    } catch (JMException | RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, e, () -> "sendfile monitoring is missing: " + name);
    }
  }

  /** Removes a bean, if present. */
  public static void unregister(ObjectName name) {
    try {
      server().unregisterMBean(name);
    } catch (InstanceNotFoundException e) {
      LOGGER.log(Level.FINEST, "nothing to replace", e);
    } catch (JMException | RuntimeException e) {
      LOGGER.log(Level.FINE, e, () -> "not unregistered: " + name);
    }
  }

  private static MBeanServer server() {
    return ManagementFactory.getPlatformMBeanServer();
  }
}
