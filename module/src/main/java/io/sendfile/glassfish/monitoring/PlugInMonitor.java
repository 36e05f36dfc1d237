package io.sendfile.glassfish.monitoring;

import io.sendfile.grizzly.jmx.ServerBeans;
import io.sendfile.operations.events.IsolatedListener;
import javax.management.ObjectName;

/** One plug-in as an MXBean. */
public final class PlugInMonitor implements PlugInMXBean {
  private final IsolatedListener plugIn;

  public PlugInMonitor(IsolatedListener plugIn) {
    this.plugIn = plugIn;
  }

  /** Name of the MXBean of the plug-in with that name. */
  public static ObjectName name(String plugIn) {
    return ServerBeans.name("PlugIn", "name", plugIn);
  }

  @Override
  public long getTold() {
    return plugIn.figures().told();
  }

  @Override
  public long getQueued() {
    return plugIn.figures().queued();
  }

  @Override
  public long getDropped() {
    return plugIn.figures().dropped();
  }

  @Override
  public long getFailed() {
    return plugIn.figures().failed();
  }

  @Override
  public boolean isWanting() {
    return plugIn.wanting();
  }

  @Override
  public String getProblem() {
    return plugIn.problem();
  }
}
