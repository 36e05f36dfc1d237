package io.sendfile.glassfish.core;

import io.sendfile.glassfish.monitoring.TransfersMonitor;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.glassfish.api.StartupRunLevel;
import org.glassfish.hk2.api.IterableProvider;
import org.glassfish.hk2.runlevel.RunLevel;
import org.jvnet.hk2.annotations.Service;

/**
 * Registers the MXBean of running transfers while this server runs. An exception during GlassFish's
 * start would stop it: failures are logged, and the bean is missing.
 */
@Service
@RunLevel(StartupRunLevel.VAL)
public class TransfersMonitoring {
  private static final Logger LOGGER = Logger.getLogger(TransfersMonitoring.class.getPackageName());

  private final IterableProvider<SendfileCore> core;

  @Inject
  public TransfersMonitoring(IterableProvider<SendfileCore> core) {
    this.core = core;
  }

  @PostConstruct
  void start() {
    try {
      // A server embedded in this JVM that was not stopped cleanly leaves its bean behind.
      unregister();
      server().registerMBean(new TransfersMonitor(core.get().transfers()), name());
    } catch (JMException | RuntimeException | LinkageError e) {
      LOGGER.log(Level.WARNING, "Sendfile MXBean is missing: " + TransfersMonitor.NAME, e);
    }
  }

  @PreDestroy
  void stop() {
    try {
      unregister();
    } catch (JMException | RuntimeException e) {
      LOGGER.log(Level.FINE, "Not unregistered: " + TransfersMonitor.NAME, e);
    }
  }

  private static void unregister() throws JMException {
    if (server().isRegistered(name())) {
      server().unregisterMBean(name());
    }
  }

  private static ObjectName name() throws JMException {
    return new ObjectName(TransfersMonitor.NAME);
  }

  private static MBeanServer server() {
    return ManagementFactory.getPlatformMBeanServer();
  }
}
