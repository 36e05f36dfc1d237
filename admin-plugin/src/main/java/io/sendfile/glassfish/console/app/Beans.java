package io.sendfile.glassfish.console.app;

import io.sendfile.glassfish.glassfish.jmx.BufferPolicyMXBean;
import io.sendfile.glassfish.glassfish.jmx.TransferStatistics;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The MXBeans of the module in this server. Any of them may be gone at any moment. */
final class Beans {
  private static final String DOMAIN = "io.sendfile.glassfish:";

  private final MBeanServer server;

  Beans(MBeanServer server) {
    this.server = server;
  }

  /** Those of this server. */
  static Beans here() {
    return new Beans(ManagementFactory.getPlatformMBeanServer());
  }

  /** The totals. */
  TransferStatistics totals() {
    return proxy(name(DOMAIN + "type=Sendfile"), TransferStatistics.class);
  }

  /** Those of each listener, by name. */
  Map<String, TransferStatistics> listeners() {
    return all("Listener", "name", TransferStatistics.class);
  }

  /** Those of each root, by name. */
  Map<String, TransferStatistics> roots() {
    return all("Root", "name", TransferStatistics.class);
  }

  /** The buffers of each listener, by its name. */
  Map<String, BufferPolicyMXBean> buffers() {
    return all("BufferPolicy", "listener", BufferPolicyMXBean.class);
  }

  private <T> Map<String, T> all(String type, String key, Class<T> contract) {
    Map<String, T> found = new TreeMap<>();
    for (ObjectName name : server.queryNames(name(DOMAIN + "type=" + type + ",*"), null)) {
      String value = name.getKeyProperty(key);
      if (value != null) {
        found.put(
            value.startsWith("\"") ? ObjectName.unquote(value) : value, proxy(name, contract));
      }
    }
    return found;
  }

  private <T> T proxy(ObjectName name, Class<T> contract) {
    return JMX.newMXBeanProxy(server, name, contract);
  }

  private static ObjectName name(String name) {
    try {
      return new ObjectName(name);
    } catch (JMException e) {
      throw new IllegalArgumentException(name, e);
    }
  }
}
