package io.sendfile.glassfish.monitoring;

import io.sendfile.grizzly.jmx.ServerBeans;
import jakarta.inject.Singleton;
import java.lang.management.ManagementFactory;
import org.jvnet.hk2.annotations.Service;

/**
 * The module's MXBeans. They are in the platform MBean server while this server is ready, as
 * GlassFish opens its own JMX connector then: a start does not wait until the platform's is made.
 */
@Service
@Singleton
public class PlatformBeans extends ServerBeans {
  /** Shows the beans, and from now on each new one. */
  public void publish() {
    publish(ManagementFactory.getPlatformMBeanServer());
  }
}
