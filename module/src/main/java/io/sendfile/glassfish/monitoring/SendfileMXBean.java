package io.sendfile.glassfish.monitoring;

import io.sendfile.grizzly.jmx.TotalsMXBean;

/** The totals of a server of GlassFish, with what is wrong there. Thread-safe. */
public interface SendfileMXBean extends TotalsMXBean {
  /** The settings problems found in domain.xml, one sentence each. */
  String[] getConfigurationProblems();

  /** The problems of the server, one sentence each, the worst first. */
  String[] getProblems();
}
