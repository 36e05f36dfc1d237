package io.sendfile.s3;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.core.Pause;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SharedClientTest {
  private final ExecutorService closer = Executors.newSingleThreadExecutor();
  private final CountDownLatch closes = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);
  private final List<Hanging> made = new CopyOnWriteArrayList<>();
  private final SharedClient<Hanging> client = new SharedClient<>(Hanging::new, closer);

  /** One whose close waits. */
  private final class Hanging implements AutoCloseable {
    private volatile boolean closed;

    Hanging() {
      made.add(this);
    }

    @Override
    public void close() {
      closes.countDown();
      await(goesOn);
      closed = true;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void end() throws InterruptedException {
    goesOn.countDown();
    closer.shutdown();
    assertThat(closer.awaitTermination(10, SECONDS)).isTrue();
  }

  @Test
  void callsShareOneThatIsClosedAfterTheLast() {
    goesOn.countDown();
    Hanging first = client.take();
    assertThat(client.take()).isSameAs(first);
    client.release();
    client.release();
    assertThat(client.isUnused()).isFalse();
    assertThat(first.closed).isFalse();

    client.release();
    while (!first.closed) {
      Pause.make();
    }
    assertThat(client.isUnused()).isTrue();
  }

  @Test
  void closeThatHangsHoldsNoCall() throws InterruptedException {
    Hanging first = client.take();
    client.release();
    client.release();
    closes.await();

    Hanging second = client.take();
    assertThat(second).isNotSameAs(first);
    assertThat(client.take()).isSameAs(second);
    assertThat(first.closed).isFalse();
  }

  @Test
  void callThatComesBeforeTheCloseKeepsIt() throws InterruptedException {
    CountDownLatch free = new CountDownLatch(1);
    closer.execute(() -> await(free));
    Hanging first = client.take();
    client.release();
    client.release();
    assertThat(client.take()).isSameAs(first);
    free.countDown();
    closer.shutdown();
    assertThat(closer.awaitTermination(10, SECONDS)).isTrue();
    assertThat(first.closed).isFalse();
    assertThat(made).containsExactly(first);
  }

  @Test
  void noneIsMadeForNoCall() throws InterruptedException {
    client.release();
    closer.shutdown();
    assertThat(closer.awaitTermination(10, SECONDS)).isTrue();
    assertThat(made).isEmpty();
  }

  @Test
  void oneThatCannotBeMadeIsTriedAgain() {
    boolean[] fails = {true};
    SharedClient<Hanging> failing =
        new SharedClient<>(
            () -> {
              if (fails[0]) {
                throw new IllegalStateException("no network");
              }
              return new Hanging();
            },
            closer);
    assertThatThrownBy(failing::take).hasMessage("no network");
    failing.release();
    fails[0] = false;
    assertThat(failing.take()).isSameAs(made.get(0));
  }
}
