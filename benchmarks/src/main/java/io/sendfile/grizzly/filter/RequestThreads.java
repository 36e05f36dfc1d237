package io.sendfile.grizzly.filter;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.memory.HeapMemoryManager;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/** Threads as Grizzly creates them, each with a pool of buffers, for JMH. */
public final class RequestThreads extends ThreadPoolExecutor {
  /** Constructor for JMH. */
  public RequestThreads(int threads, String name) {
    super(
        threads,
        threads,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        work ->
            new DefaultWorkerThread(
                Grizzly.DEFAULT_ATTRIBUTE_BUILDER,
                name,
                new HeapMemoryManager().createThreadLocalPool(),
                work));
  }
}
