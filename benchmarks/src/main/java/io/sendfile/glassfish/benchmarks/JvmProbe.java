package io.sendfile.glassfish.benchmarks;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Reads the memory figures of another JVM of the same user, over JMX. */
final class JvmProbe implements AutoCloseable {
  private final JMXConnector connector;
  private final MBeanServerConnection server;
  private final ThreadMXBean threads;
  private final List<GarbageCollectorMXBean> collectors;
  private final List<BufferPoolMXBean> pools;

  private JvmProbe(JMXConnector connector) throws IOException {
    this.connector = connector;
    server = connector.getMBeanServerConnection();
    threads =
        ManagementFactory.newPlatformMXBeanProxy(
            server, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    collectors = ManagementFactory.getPlatformMXBeans(server, GarbageCollectorMXBean.class);
    pools = ManagementFactory.getPlatformMXBeans(server, BufferPoolMXBean.class);
  }

  static JvmProbe of(long pid) {
    try {
      VirtualMachine machine = VirtualMachine.attach("" + pid);
      try {
        JMXServiceURL agent = new JMXServiceURL(machine.startLocalManagementAgent());
        return new JvmProbe(JMXConnectorFactory.connect(agent));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IllegalStateException("Process " + pid + " is no JVM that can be read", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its other MBeans. */
  MBeanServerConnection server() {
    return server;
  }

  Reading read() {
    long[] ids = threads.getAllThreadIds();
    long[] bytes = threads.getThreadAllocatedBytes(ids);
    Map<Long, Long> allocated = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      allocated.put(ids[i], bytes[i]);
    }
    return new Reading(
        System.nanoTime() / 1e9,
        allocated,
        pauses().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(),
        pauses().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum(),
        pools.stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum());
  }

  /** Without the collectors that run concurrently with the application. */
  private java.util.stream.Stream<GarbageCollectorMXBean> pauses() {
    return collectors.stream().filter(collector -> !collector.getName().contains("Concurrent"));
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Figures at one instant.
   *
   * @param seconds on the reader's clock
   * @param allocated bytes on the heap, by thread, since its start
   * @param pauses collections that stopped the application, since the JVM's start
   * @param pausedMillis their duration
   * @param directBytes memory of direct buffers now
   */
  record Reading(
      double seconds, Map<Long, Long> allocated, long pauses, long pausedMillis, long directBytes) {
    /** Heap bytes allocated since then by the present threads. */
    long allocatedSince(Reading earlier) {
      return allocated.entrySet().stream()
          .mapToLong(
              thread ->
                  Math.max(
                      0, thread.getValue() - earlier.allocated.getOrDefault(thread.getKey(), 0L)))
          .sum();
    }
  }
}
