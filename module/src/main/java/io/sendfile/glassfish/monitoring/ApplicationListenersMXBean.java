package io.sendfile.glassfish.monitoring;

/**
 * {@code io.sendfile.glassfish:type=ApplicationListeners}: what web applications were told of their
 * own hand-offs, since the start of the server. Thread-safe.
 */
public interface ApplicationListenersMXBean {
  /** Hand-offs whose application is to be told, and is not yet. */
  long getWaiting();

  /** Results that applications have taken. */
  long getTold();

  /** Results for which there was no room, or no application any more. */
  long getDropped();

  /** Results with which an application threw. */
  long getFailed();
}
