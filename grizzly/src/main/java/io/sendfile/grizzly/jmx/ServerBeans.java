package io.sendfile.grizzly.jmx;

import io.sendfile.core.stats.Statistics;
import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.spi.BufferFigures;
import io.sendfile.spi.FileStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The MXBeans of one server. They are in an MBean server while they are published, and those that
 * come later, too. Thread-safe; no exception escapes, except for a wrong name, or a taken one.
 */
public class ServerBeans {
  /** Name of the MXBean with the totals. */
  public static final ObjectName TOTALS = name("Sendfile");

  private static final Logger LOGGER = Logger.getLogger("io.sendfile.glassfish.monitoring");
  private static final String DOMAIN = "io.sendfile.glassfish:";

  private final Map<ObjectName, Object> beans = new LinkedHashMap<>();
  private final Set<String> roots = new HashSet<>();
  private final Map<String, FileStore> stores = new HashMap<>();
  private final String suffix;
  private @Nullable MBeanServer published;

  /** Beans of the only server in an MBean server. */
  public ServerBeans() {
    this.suffix = "";
  }

  /**
   * Beans of one of several servers in an MBean server.
   *
   * @param server its name, a further property of the names of all beans
   */
  public ServerBeans(String server) {
    this.suffix = property("server", server);
  }

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
    return parse(DOMAIN + "type=" + type + property(key, value));
  }

  private static String property(String key, String value) {
    boolean quote = value.isEmpty() || value.chars().anyMatch(c -> ",=:\"*?\n".indexOf(c) >= 0);
    return "," + key + "=" + (quote ? ObjectName.quote(value) : value);
  }

  private static ObjectName parse(String name) {
    try {
      return new ObjectName(name);
    } catch (JMException e) {
      throw new IllegalArgumentException("not the name of a bean: " + name, e);
    }
  }

  /** Name of the MXBean of a listener. */
  public static ObjectName ofListener(String listener) {
    return name("Listener", "name", listener);
  }

  /** Name of the MXBean for the buffers of a listener. */
  private static ObjectName buffers(String listener) {
    return name("BufferPolicy", "listener", listener);
  }

  /** Name of the MXBean of a root. */
  public static ObjectName ofRoot(String root) {
    return name("Root", "name", root);
  }

  /** Shows the beans, and from now on each new one; in place of any of the same name. */
  public synchronized void publish(MBeanServer server) {
    published = server;
    beans.forEach((name, bean) -> show(server, name, bean));
  }

  /**
   * Shows the beans, and from now on each new one; a bean of the same name stays, and is an error.
   *
   * @throws IllegalStateException with a sentence, if a name is taken, or the MBean server refuses
   *     a bean; it has none of them then
   */
  public synchronized void publishNew(MBeanServer server) {
    List<ObjectName> shown = new ArrayList<>();
    for (Map.Entry<ObjectName, Object> bean : beans.entrySet()) {
      ObjectName name = bean.getKey();
      try {
        server.registerMBean(bean.getValue(), name);
        shown.add(name);
      } catch (JMException | RuntimeException e) {
        shown.forEach(other -> hide(server, other));
        throw new IllegalStateException(
            e instanceof InstanceAlreadyExistsException
                ? "sendfile: the MBean server has "
                    + name
                    + " already; give this Sendfile object a name of its own by publish(server,"
                    + " name)"
                : "sendfile: the MBean server refuses " + name + ": " + e.getMessage(),
            e);
      }
    }
    published = server;
  }

  /** Hides the beans, as the server goes down. */
  public synchronized void withdraw() {
    MBeanServer server = published;
    published = null;
    if (server != null) {
      beans.keySet().forEach(name -> hide(server, name));
    }
  }

  /** Adds a bean, or replaces the one of that name. */
  public synchronized void register(ObjectName name, Object bean) {
    ObjectName full = parse(name + suffix);
    beans.put(full, bean);
    if (published != null) {
      show(published, full, bean);
    }
  }

  /** Removes a bean, if present. */
  public synchronized void unregister(ObjectName name) {
    ObjectName full = parse(name + suffix);
    if (beans.remove(full) != null && published != null) {
      hide(published, full);
    }
  }

  /** Adds those of a listener. */
  public synchronized void addListener(String listener, Statistics stats, ListenerMemory memory) {
    register(buffers(listener), ofBuffers(memory));
    register(ofListener(listener), TransferMonitor.of(() -> stats.ofListener(listener)));
  }

  /**
   * The buffers of one listener, since its policy was set; with {@code server-default} all numbers
   * are 0, as the server's own buffers are not counted.
   */
  public static FigureBean ofBuffers(ListenerMemory memory) {
    Supplier<BufferFigures> now =
        () -> Objects.requireNonNullElse(memory.figures(), new BufferFigures(0, 0, 0, 0, 0, 0, 0));
    return new FigureBean()
        .text(
            "Policy",
            "Buffer-allocation policy in force, as in buffer-policy",
            () -> memory.choice().policy())
        .number(
            "Taken", "Buffers handed out since the policy was set (count)", () -> now.get().taken())
        .number("InUse", "Buffers in use (count)", () -> now.get().inUse())
        .number(
            "InUseBytes",
            "Memory in use, as rounded by the policy (bytes)",
            () -> now.get().inUseBytes())
        .number(
            "HighWaterBytes",
            "The most memory in use at once (bytes)",
            () -> now.get().highWaterBytes())
        .number("ReservedBytes", "Memory held for slabs (bytes)", () -> now.get().reservedBytes())
        .number(
            "Exhausted",
            "Times a plain buffer stood in, as no slab had room (count)",
            () -> now.get().exhausted())
        .number(
            "Misuses",
            "Buffers released twice or left to the garbage collector (count)",
            () -> now.get().misuses());
  }

  /** Removes those of a listener, if present. */
  public synchronized void removeListener(String listener) {
    unregister(buffers(listener));
    unregister(ofListener(listener));
  }

  /** Has one for each of these roots, and for no other. */
  public synchronized void setRoots(Set<String> names, Statistics stats) {
    roots.stream().filter(root -> !names.contains(root)).forEach(root -> unregister(ofRoot(root)));
    roots.retainAll(names);
    for (String root : names) {
      if (roots.add(root)) {
        register(ofRoot(root), TransferMonitor.of(() -> stats.ofRoot(root)));
      }
    }
  }

  /** Has the statistics of each of these stores, by name, and of no other. */
  public synchronized void setStores(Map<String, FileStore> used) {
    for (String name : List.copyOf(stores.keySet())) {
      if (used.get(name) != stores.get(name)) {
        stores.remove(name);
        unregister(name("Store", "name", name));
      }
    }
    used.forEach(
        (name, store) -> {
          if (stores.putIfAbsent(name, store) == null) {
            addStore(name, store);
          }
        });
  }

  private void addStore(String name, FileStore store) {
    try {
      Map<String, LongSupplier> figures = store.statistics();
      if (!figures.isEmpty()) {
        FigureBean bean = new FigureBean();
        figures.forEach((figure, value) -> bean.number(figure, figure, value));
        register(name("Store", "name", name), bean);
      }
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.WARNING, e, () -> "sendfile: " + name + " tells no statistics");
    }
  }

  /** Replaces a bean left behind by an embedded server that was not stopped cleanly. */
  private static void show(MBeanServer server, ObjectName name, Object bean) {
    hide(server, name);
    try {
      server.registerMBean(bean, name);
    } catch (JMException | RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, e, () -> "sendfile: monitoring is missing: " + name);
    }
  }

  private static void hide(MBeanServer server, ObjectName name) {
    try {
      server.unregisterMBean(name);
    } catch (InstanceNotFoundException e) {
      LOGGER.log(Level.FINEST, "nothing to replace", e);
    } catch (JMException | RuntimeException e) {
      LOGGER.log(Level.FINE, e, () -> "not unregistered: " + name);
    }
  }
}
