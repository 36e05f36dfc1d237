package io.sendfile.glassfish.monitoring;

/**
 * {@code io.sendfile.glassfish:type=ApplicationListeners}: results of hand-offs delivered to web
 * applications, since the start of the server. Thread-safe.
 */
public interface ApplicationListenersMXBean {
  /** Hand-offs whose application waits for a result. */
  long getWaiting();

  /** Delivered results. */
  long getTold();

  /** Results dropped for lack of room, or of the application. */
  long getDropped();

  /** Results on which an application threw. */
  long getFailed();
}
