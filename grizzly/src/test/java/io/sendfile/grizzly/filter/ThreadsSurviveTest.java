package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.TransferState;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An Error on a shared thread costs at most one transfer: the thread serves the next one. */
class ThreadsSurviveTest extends ServerFixture {
  private volatile String nextToFail = "none";
  private volatile CountDownLatch failed = new CountDownLatch(1);

  @Override
  String[] settings() {
    return new String[] {"STALL_TIMEOUT_SECONDS", "1"};
  }

  /** The shared threads all read the clock. */
  @Override
  long nanoTime() {
    if (Thread.currentThread().getName().startsWith(nextToFail)) {
      nextToFail = "none";
      failed.countDown();
      throw new OutOfMemoryError("scripted");
    }
    return System.nanoTime();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sendfile-worker-", "sendfile-poller", "sendfile-timer-"})
  void errorCostsOneTransferAtMost(String thread) throws Exception {
    byte[] bytes = file("f", STALLING);
    try (RawClient client = new RawClient(connectPlain(4096))) {
      client.send("GET /?files:f HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
      awaitState(TransferState.WAITING_PEER);
      List<Thread> before = threads(thread);
      nextToFail = thread;
      client.drain();
      assertThat(failed.await(10, TimeUnit.SECONDS)).as("the Error was thrown").isTrue();
      awaitEnd();
      assertThat(threads(thread)).containsAll(before);
    }
    try (RawClient client = client()) {
      assertBytes(client.get("/?files:f").body(), bytes);
    }
    awaitEnd(Outcome.COMPLETED);
  }

  private static List<Thread> threads(String name) {
    Thread[] all = new Thread[Thread.activeCount() + 100];
    int n = Thread.enumerate(all);
    return Arrays.stream(all, 0, n).filter(t -> t.getName().startsWith(name)).toList();
  }

  @Test
  void requestIsLetGoOfWhenItsTransferCannotBegin() throws IOException {
    byte[] bytes = file("f", 3_000_000);
    application =
        (request, response) -> {
          nextToFail = Thread.currentThread().getName();
          response.setHeader("X-Sendfile", "files:f");
        };
    try (RawClient client = client()) {
      client.send("GET /?files:f HTTP/1.1\r\nHost: test\r\n\r\n");
      client.drain();
    }
    application = (request, response) -> response.setHeader("X-Sendfile", "files:f");
    try (RawClient client = client()) {
      assertBytes(client.get("/?files:f").body(), bytes);
    }
  }
}
