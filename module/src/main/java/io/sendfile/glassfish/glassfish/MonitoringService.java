package io.sendfile.glassfish.glassfish;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.glassfish.api.StartupRunLevel;
import org.glassfish.hk2.api.IterableProvider;
import org.glassfish.hk2.runlevel.RunLevel;
import org.jspecify.annotations.Nullable;
import org.jvnet.hk2.annotations.Service;

/**
 * Registers the MXBean with the platform MBean server while this server runs. An exception while
 * GlassFish starts would stop it: whatever fails is logged, and monitoring is missing.
 */
@Service
@RunLevel(StartupRunLevel.VAL)
public class MonitoringService {
  /** Name of the MXBean with the totals. */
  public static final String NAME = "io.sendfile.glassfish:type=Sendfile";

  private static final Logger LOGGER = Logger.getLogger(MonitoringService.class.getPackageName());

  private final IterableProvider<SendfileCore> core;
  private @Nullable SendfileMXBean registered;

  @Inject
  public MonitoringService(IterableProvider<SendfileCore> core) {
    this.core = core;
  }

  @PostConstruct
  void start() {
    try {
      SendfileCore found = core.get();
      if (found == null) {
        LOGGER.warning("No sendfile core, so no sendfile monitoring");
        return;
      }
      SendfileMonitor monitor =
          new SendfileMonitor(found.stats(), () -> found.settings().problems());
      // A server embedded in this JVM that was not stopped cleanly leaves its bean behind.
      unregister();
      server().registerMBean(monitor, name());
      registered = monitor;
    } catch (JMException | RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "Sendfile monitoring is missing: " + NAME, e);
    }
  }

  @PreDestroy
  void stop() {
    if (registered == null) {
      return;
    }
    registered = null;
    try {
      unregister();
    } catch (JMException | RuntimeException e) {
      LOGGER.log(Level.FINE, "Not unregistered: " + NAME, e);
    }
  }

  private static void unregister() throws JMException {
    try {
      server().unregisterMBean(name());
    } catch (InstanceNotFoundException e) {
      LOGGER.log(Level.FINEST, "Nothing to replace", e);
    }
  }

  private static ObjectName name() throws JMException {
    return new ObjectName(NAME);
  }

  private static MBeanServer server() {
    return ManagementFactory.getPlatformMBeanServer();
  }
}
