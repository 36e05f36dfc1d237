package io.sendfile.grizzly.sockets;

import static io.sendfile.grizzly.sockets.WritePoller.CollectingPause.LEAST_WAITING;
import static io.sendfile.grizzly.sockets.WritePoller.CollectingPause.MOST_NANOS;
import static io.sendfile.grizzly.sockets.WritePoller.CollectingPause.MOST_NANOS_BY_NUMBER;
import static io.sendfile.grizzly.sockets.WritePoller.CollectingPause.NANOS_PER_SOCKET;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.grizzly.sockets.WritePoller.CollectingPause;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CollectingPauseTest {
  private static final int WAITING = 50;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final CollectingPause pause = new CollectingPause();

  private long after(long... waits) {
    for (long wait : waits) {
      pause.waited(wait);
    }
    return pause.next(WAITING);
  }

  @Test
  void growsWithTheNumberOfFastReaders() {
    pause.waited(1);
    assertThat(pause.next(LEAST_WAITING - 1)).isZero();
    pause.waited(1);
    assertThat(pause.next(LEAST_WAITING)).isEqualTo(LEAST_WAITING * NANOS_PER_SOCKET);
    assertThat(after(1)).isEqualTo(WAITING * NANOS_PER_SOCKET);
    pause.waited(1);
    assertThat(pause.next(1_000_000)).isEqualTo(MOST_NANOS_BY_NUMBER);
  }

  @Test
  void growsStepByStepForSlowReaders() {
    assertThat(after(SECOND)).isEqualTo(WAITING * NANOS_PER_SOCKET);
    assertThat(after(SECOND)).isEqualTo(2 * WAITING * NANOS_PER_SOCKET);
    assertThat(after(SECOND)).isEqualTo(4 * WAITING * NANOS_PER_SOCKET);
    assertThat(after(SECOND)).isEqualTo(8 * WAITING * NANOS_PER_SOCKET);
    assertThat(after(SECOND)).isEqualTo(16 * WAITING * NANOS_PER_SOCKET);
    assertThat(after(SECOND)).isEqualTo(32 * WAITING * NANOS_PER_SOCKET);
    assertThat(after(SECOND)).isEqualTo(MOST_NANOS);
    assertThat(after(SECOND)).isEqualTo(MOST_NANOS);
  }

  @Test
  void doesNotGrowByLooksThatFindNone() {
    assertThat(after(80_000)).isEqualTo(WAITING * NANOS_PER_SOCKET);
    assertThat(after()).isEqualTo(WAITING * NANOS_PER_SOCKET);
    assertThat(after(SECOND)).isEqualTo(2 * WAITING * NANOS_PER_SOCKET);
    assertThat(after()).isEqualTo(2 * WAITING * NANOS_PER_SOCKET);
  }

  @Test
  void followsTheFastestReaderAtOnce() {
    for (int i = 0; i < 10; i++) {
      assertThat(after(SECOND)).isPositive();
    }
    assertThat(after(SECOND, 24_000_000, SECOND)).isEqualTo(3_000_000);
    assertThat(after(80_000, SECOND)).isEqualTo(WAITING * NANOS_PER_SOCKET);
  }

  /** A client that never reads does not keep the others from being collected. */
  @Test
  void isShortWhileANewcomerMayBeFast() {
    assertThat(CollectingPause.besideNewcomer(MOST_NANOS, 0)).isEqualTo(MOST_NANOS_BY_NUMBER);
    assertThat(CollectingPause.besideNewcomer(MOST_NANOS, MOST_NANOS - 1))
        .isEqualTo(MOST_NANOS_BY_NUMBER);
    assertThat(CollectingPause.besideNewcomer(1, 0)).isEqualTo(1);
    assertThat(CollectingPause.besideNewcomer(MOST_NANOS, MOST_NANOS)).isEqualTo(MOST_NANOS);
  }
}
