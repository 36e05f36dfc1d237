package io.sendfile.core.engine;

/** Creates the threads of download workers. */
@FunctionalInterface
public interface WorkerThreads {
  /** A thread of that name, not yet started. */
  Thread make(Runnable work, String name);
}
