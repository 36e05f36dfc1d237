package io.sendfile.glassfish.it.app;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** The server's process from inside: the module's MXBean, threads and descriptors. */
public final class Probe {
  private static final String MODULE = "io.sendfile.";
  private static final String THREADS = "sendfile-";
  private static final String TESTS = "io.sendfile.glassfish.it.";

  private Probe() {}

  /**
   * Takes only what a finished test must have given back: it is asked for after each.
   *
   * @param folder files open below it are counted
   */
  public static Map<String, String> leaks(String folder) {
    Map<String, String> values = new TreeMap<>();
    bean("Sendfile", "", values, "Active", "Waiting");
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long ours =
        Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
            .filter(thread -> thread != null && thread.getThreadName().startsWith(THREADS))
            .count();
    put(values, "threads.sendfile", ours);
    descriptors(folder, values);
    return values;
  }

  /**
   * Takes all values now.
   *
   * @param folder files open below it are counted
   */
  public static Map<String, String> take(String folder) {
    Map<String, String> values = new TreeMap<>();
    bean("Sendfile", "", values);
    transfers(values);
    bean("ApplicationListeners", "applications.", values);
    bean("Drain", "drain.", values);
    parts(values);
    sender(values);
    buffers(values);
    values.putAll(process(folder));
    return values;
  }

  /**
   * Takes what there is to know without the module's MXBeans.
   *
   * @param folder files open below it are counted
   */
  public static Map<String, String> process(String folder) {
    Map<String, String> values = new TreeMap<>();
    threads(values);
    descriptors(folder, values);
    Runtime runtime = Runtime.getRuntime();
    put(values, "process.id", ProcessHandle.current().pid());
    put(values, "java.feature", Runtime.version().feature());
    put(values, "heap.used", runtime.totalMemory() - runtime.freeMemory());
    return values;
  }

  private static void transfers(Map<String, String> values) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName name = new ObjectName("io.sendfile.glassfish:type=Transfers");
      CompositeData limits = (CompositeData) server.getAttribute(name, "UsedLimits");
      put(values, "claimed.bytes", (long) limits.get("claimedBytes"));
      CompositeData[] transfers = (CompositeData[]) server.getAttribute(name, "Running");
      put(values, "transfers.running", transfers.length);
      put(
          values,
          "transfers.waiting-peer",
          Arrays.stream(transfers).filter(t -> "waiting-peer".equals(t.get("state"))).count());
    } catch (JMException e) {
      values.put("mxbean.problem", e.toString());
    }
  }

  /** Reads these attributes of a bean, all without any. */
  private static void bean(
      String type, String prefix, Map<String, String> values, String... attributes) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName name = new ObjectName("io.sendfile.glassfish:type=" + type);
      String[] read = attributes.length > 0 ? attributes : attributesOf(server, name);
      for (String attribute : read) {
        flatten(prefix + attribute, server.getAttribute(name, attribute), values);
      }
    } catch (JMException e) {
      values.put("mxbean.problem", e.toString());
    }
  }

  private static String[] attributesOf(MBeanServer server, ObjectName name) throws JMException {
    return Arrays.stream(server.getMBeanInfo(name).getAttributes())
        .map(MBeanAttributeInfo::getName)
        .toArray(String[]::new);
  }

  private static void parts(Map<String, String> values) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      for (String type : new String[] {"Listener", "Root"}) {
        ObjectName all = new ObjectName("io.sendfile.glassfish:type=" + type + ",*");
        for (ObjectName name : server.queryNames(all, null)) {
          String prefix = type + "." + name.getKeyProperty("name") + ".";
          for (String attribute : attributesOf(server, name)) {
            flatten(prefix + attribute, server.getAttribute(name, attribute), values);
          }
        }
      }
    } catch (InstanceNotFoundException e) {
      values.put("parts.gone", e.toString());
    } catch (JMException e) {
      values.put("mxbean.problem", e.toString());
    }
  }

  /** Its MBean is absent while the plug-in is off. */
  private static void sender(Map<String, String> values) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName name = new ObjectName("io.sendfile.glassfish:type=ResultSender");
      if (server.isRegistered(name)) {
        for (String attribute : new String[] {"Queued", "Retried", "Problem"}) {
          values.put("ResultSender." + attribute, "" + server.getAttribute(name, attribute));
        }
      }
    } catch (JMException e) {
      values.put("mxbean.problem", e.toString());
    }
  }

  private static void buffers(Map<String, String> values) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName all = new ObjectName("io.sendfile.glassfish:type=BufferPolicy,*");
      for (ObjectName name : server.queryNames(all, null)) {
        String prefix = "buffers." + name.getKeyProperty("listener") + ".";
        for (String attribute : attributesOf(server, name)) {
          values.put(prefix + attribute, String.valueOf(server.getAttribute(name, attribute)));
        }
      }
    } catch (InstanceNotFoundException e) {
      values.put("buffers.gone", e.toString());
    } catch (JMException e) {
      values.put("mxbean.problem", e.toString());
    }
  }

  private static void flatten(String name, Object value, Map<String, String> values) {
    if (value instanceof TabularData table) {
      for (Object row : table.values()) {
        CompositeData entry = (CompositeData) row;
        values.put(name + "." + entry.get("key"), String.valueOf(entry.get("value")));
      }
    } else if (value instanceof CompositeData statistic) {
      String number = statistic.containsKey("count") ? "count" : "current";
      values.put(name, String.valueOf(statistic.get(number)));
      if (statistic.containsKey("highWaterMark")) {
        values.put(name + ".high", String.valueOf(statistic.get("highWaterMark")));
      }
    } else {
      values.put(name, value instanceof Object[] array ? Arrays.toString(array) : "" + value);
    }
  }

  private static void threads(Map<String, String> values) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long inModule = 0;
    long ours = 0;
    long cpu = 0;
    for (ThreadInfo thread : threads.dumpAllThreads(false, false)) {
      if (thread.getThreadName().startsWith(THREADS)) {
        ours++;
        cpu += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      } else if (Arrays.stream(thread.getStackTrace()).anyMatch(Probe::isModule)
          && Arrays.stream(thread.getStackTrace()).noneMatch(Probe::isApplication)) {
        inModule++;
      }
    }
    put(values, "threads.sendfile", ours);
    put(values, "threads.sendfile.cpu.nanos", cpu);
    put(values, "threads.others.in.module", inModule);
    put(values, "threads.all", threads.getThreadCount());
  }

  private static boolean isModule(StackTraceElement frame) {
    return frame.getClassName().startsWith(MODULE) && !isApplication(frame);
  }

  /** A busy application has the module's handler below it on the stack. */
  private static boolean isApplication(StackTraceElement frame) {
    return frame.getClassName().startsWith(TESTS);
  }

  /** Files made by tests; and all descriptors that are no file: sockets, pipes, selectors. */
  private static void descriptors(String folder, Map<String, String> values) {
    long files = 0;
    long others = 0;
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path link : open) {
        String target = target(link);
        files += target.startsWith(folder + "/") ? 1 : 0;
        others += target.startsWith("/") ? 0 : 1;
      }
    } catch (IOException e) {
      values.put("descriptors.problem", e.toString());
    }
    put(values, "descriptors.files", files);
    put(values, "descriptors.others", others);
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      // Closed in the meantime.
      return "/";
    }
  }

  private static void put(Map<String, String> values, String name, long value) {
    values.put(name, Long.toString(value));
  }
}
