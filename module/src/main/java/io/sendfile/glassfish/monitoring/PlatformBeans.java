package io.sendfile.glassfish.monitoring;

import jakarta.inject.Singleton;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jvnet.hk2.annotations.Service;

/**
 * The module's MXBeans. They are in the platform MBean server while this server is ready, as
 * GlassFish opens its own JMX connector then: a start does not wait until the platform's is made.
 * Thread-safe; no exception escapes, except for a wrong name.
 */
@Service
@Singleton
public class PlatformBeans {
  private static final Logger LOGGER = Logger.getLogger(PlatformBeans.class.getPackageName());
  private static final String DOMAIN = "io.sendfile.glassfish:";

  private final Map<ObjectName, Object> beans = new LinkedHashMap<>();
  private boolean published;

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

  /** Shows the beans, and from now on each new one. */
  public synchronized void publish() {
    published = true;
    beans.forEach(PlatformBeans::show);
  }

  /** Hides the beans, as the server goes down. */
  public synchronized void withdraw() {
    published = false;
    beans.keySet().forEach(PlatformBeans::hide);
  }

  /** Adds a bean. */
  public synchronized void register(ObjectName name, Object bean) {
    beans.put(name, bean);
    if (published) {
      show(name, bean);
    }
  }

  /** Removes a bean, if present. */
  public synchronized void unregister(ObjectName name) {
    if (beans.remove(name) != null && published) {
      hide(name);
    }
  }

  /** In place of one left behind by an embedded server that was not stopped cleanly. */
  private static void show(ObjectName name, Object bean) {
    hide(name);
    try {
      server().registerMBean(bean, name);
    } catch (JMException | RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, e, () -> "sendfile: monitoring is missing: " + name);
    }
  }

  private static void hide(ObjectName name) {
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
