package io.sendfile.glassfish.server;

import io.sendfile.operations.problems.Observation.Descriptors;
import java.lang.management.ManagementFactory;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Number and limit of the file descriptors of this process, by its platform MXBean. */
final class ProcessDescriptors {
  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish");

  private ProcessDescriptors() {}

  /** The numbers now; unknown on systems other than Unix. */
  static Descriptors now() {
    try {
      return new Descriptors(number("OpenFileDescriptorCount"), number("MaxFileDescriptorCount"));
    } catch (JMException | RuntimeException e) {
      LOG.log(Level.FINEST, "no descriptors here", e);
      return Descriptors.UNKNOWN;
    }
  }

  private static long number(String attribute) throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName system = new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME);
    return ((Number) server.getAttribute(system, attribute)).longValue();
  }
}
