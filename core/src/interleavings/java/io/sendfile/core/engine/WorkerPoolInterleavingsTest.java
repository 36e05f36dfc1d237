package io.sendfile.core.engine;

import java.util.concurrent.CountDownLatch;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Turns are asked for, by others and by workers, while the pool shrinks and closes: none is lost.
 */
@Tag("interleavings")
class WorkerPoolInterleavingsTest {
  @Test
  void everyTurnRuns() {
    Lincheck.runConcurrentTest(
        25,
        () -> {
          WorkerPool pool = new WorkerPool(2, "worker-", Thread::new);
          CountDownLatch ran = new CountDownLatch(3);
          Runnable leads =
              () -> {
                pool.execute(ran::countDown);
                ran.countDown();
              };
          Thread other = new Thread(() -> pool.execute(leads));
          other.start();
          pool.execute(ran::countDown);
          pool.resize(1);
          try {
            ran.await();
            other.join();
            pool.close();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
