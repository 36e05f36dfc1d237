package io.sendfile.glassfish.glassfish;

import java.lang.management.ManagementFactory;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** MXBeans in the platform MBean server. What fails is logged: monitoring is missing then. */
final class PlatformBeans {
  private static final Logger LOGGER = Logger.getLogger(PlatformBeans.class.getPackageName());

  private PlatformBeans() {}

  /** Registers a bean, in the place of one of that name that another server left behind. */
  static void register(String name, Object bean) {
    unregister(name);
    try {
      server().registerMBean(bean, new ObjectName(name));
    } catch (JMException | RuntimeException e) {
      LOGGER.log(Level.WARNING, e, () -> "Monitoring is missing: " + name);
    }
  }

  /** Takes a bean away, if it is there. */
  static void unregister(String name) {
    try {
      server().unregisterMBean(new ObjectName(name));
    } catch (InstanceNotFoundException e) {
      LOGGER.log(Level.FINEST, "Nothing to unregister", e);
    } catch (JMException | RuntimeException e) {
      LOGGER.log(Level.FINE, e, () -> "Not unregistered: " + name);
    }
  }

  private static MBeanServer server() {
    return ManagementFactory.getPlatformMBeanServer();
  }
}
