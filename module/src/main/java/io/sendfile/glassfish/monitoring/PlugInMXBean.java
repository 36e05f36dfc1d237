package io.sendfile.glassfish.monitoring;

/**
 * {@code io.sendfile.glassfish:type=PlugIn,name=…}: what one plug-in was told of results, since its
 * start. Thread-safe.
 */
public interface PlugInMXBean {
  /** Events it has taken. */
  long getTold();

  /** Events that wait for it. */
  long getQueued();

  /** Events for which there was no room, as it is too slow. */
  long getDropped();

  /** Events with which it threw. */
  long getFailed();

  /** Whether it wants to be told. */
  boolean isWanting();

  /** Why it is off; empty if nothing is wrong. */
  String getProblem();
}
