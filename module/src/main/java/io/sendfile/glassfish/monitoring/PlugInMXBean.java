package io.sendfile.glassfish.monitoring;

/**
 * {@code io.sendfile.glassfish:type=PlugIn,name=…}: events delivered to one plug-in, since its
 * start. Thread-safe.
 */
public interface PlugInMXBean {
  /** Delivered events. */
  long getTold();

  /** Waiting events. */
  long getQueued();

  /** Events dropped for lack of room, as it is too slow. */
  long getDropped();

  /** Events on which it threw. */
  long getFailed();

  /** Whether it wants events. */
  boolean isWanting();

  /** The reason why it is off; empty if it is on. */
  String getProblem();
}
