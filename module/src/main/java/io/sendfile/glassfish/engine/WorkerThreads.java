package io.sendfile.glassfish.engine;

/** Makes the threads that move downloads. */
@FunctionalInterface
public interface WorkerThreads {
  /** A thread of that name, not started yet. */
  Thread make(Runnable work, String name);
}
