package io.sendfile.grizzly.filter;

import io.sendfile.grizzly.filter.HeldRequest.RequestGate;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The application returns while the transfer finishes: one of the two completes the request. */
@Tag("interleavings")
class RequestGateInterleavingsTest {
  @Test
  void requestIsCompletedOnce() {
    Lincheck.runConcurrentTest(
        200,
        () -> {
          RequestGate gate = new RequestGate();
          AtomicInteger completed = new AtomicInteger();
          gate.transferStarts();
          Thread transfer =
              new Thread(
                  () -> {
                    if (gate.transferFinished()) {
                      completed.incrementAndGet();
                    }
                  });
          transfer.start();
          if (!gate.end() || !gate.hold()) {
            completed.incrementAndGet();
          }
          join(transfer);
          if (completed.get() != 1 || !gate.done()) {
            throw new IllegalStateException("completed " + completed + " times");
          }
        });
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
