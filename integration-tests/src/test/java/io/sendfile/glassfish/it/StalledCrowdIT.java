package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.Hello;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.StalledCrowd;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An attack on the heap: thousands of clients request a large file over TLS, and take nothing.
 * {@code -Dscenario.crowd=9000} runs it at full size with the server's own settings, under which
 * all clients of HTTP/1.1 are served, but not all streams; otherwise it is scaled down, and the
 * memory is too small for both. {@code /hello} answers throughout, and all memory is released while
 * the clients still hold on.
 */
@Timeout(600)
@OwnProcess
@Release
class StalledCrowdIT extends Scenario {
  private static final int FULL = 9000;
  private static final int CROWD = Integer.getInteger("scenario.crowd", 400);
  private static final int STREAMS = 100;

  /** Enough source addresses for max-client-transfers to refuse no client. */
  private static final int ADDRESSES = 10;

  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final long MIB = 1 << 20;

  private final Path large = TestFiles.ofLength(100 * MIB);
  private Duration stallTimeout = Duration.ofSeconds(60);

  @BeforeEach
  void scaleDown() {
    if (CROWD < FULL) {
      stallTimeout = Duration.ofSeconds(6);
      configure("stall-timeout-seconds", "6", "max-buffered-bytes", String.valueOf(MIB));
      configure("max-waiting-transfers", "40");
    }
  }

  @Test
  void streamsThatTakeNothingFillNoHeap() throws Exception {
    long refused =
        withstand(
            crowd -> {
              for (int i = 0; i < CROWD / STREAMS; i++) {
                crowd.joinWithStreams(STREAMS);
              }
            });
    assertThat(refused).isPositive();
  }

  @Test
  void clientsThatTakeNothingFillNoHeap() throws Exception {
    long refused = withstand(crowd -> crowd.join(CROWD));
    assertThat(refused > 0).isEqualTo(CROWD < FULL);
  }

  /** The clients connect. */
  @FunctionalInterface
  private interface Coming {
    void to(StalledCrowd crowd) throws IOException;
  }

  /** The number of refused ones. */
  private long withstand(Coming coming) throws Exception {
    Snapshot before = server.probe();
    String target = Play.steps(sendfile(large));
    try (StalledCrowd crowd = new StalledCrowd(server.httpsPort(), target, ADDRESSES);
        Hello hello = new Hello(server.httpsPort())) {
      Instant first = Instant.now();
      coming.to(crowd);
      Instant last = Instant.now();
      long heap = server.probe().number("heap.used") / MIB;
      awaitNone("Waiting", before);
      awaitNone("Active", before);
      System.out.printf(
          "%d clients came in %d s: %s; heap %d MiB; the last had gone %d s after; %s%n",
          CROWD,
          Duration.between(first, last).toSeconds(),
          told(before),
          heap,
          Duration.between(last, Instant.now()).toSeconds(),
          hello.told());
      assertThat(grown("Stalled", before)).isPositive();
      Path small = TestFiles.ofLength(200 << 10);
      Browser.HTTP_2.ask(Play.steps(sendfile(small))).isFile(small);
      return refused(server.probe()) - refused(before);
    }
  }

  /** The stall timeout of a waiting client begins when it gets a place. */
  private void awaitNone(String gauge, Snapshot before) {
    Await.until(
        () -> gauge + " is 0, not " + server.probe().number(gauge) + "; " + told(before),
        stallTimeout.plus(GRACE),
        () -> server.probe().number(gauge) == 0);
  }

  private static long refused(Snapshot snapshot) {
    return snapshot.refused("buffers-full") + snapshot.refused("client-limit");
  }

  private String told(Snapshot before) {
    return "%d admitted (%d stalled, %d client-abort, %d io-error), %d refused"
        .formatted(
            grown("Started", before),
            grown("Stalled", before),
            grown("ClientAborted", before),
            grown("IoErrors", before),
            grown("Refused", before));
  }
}
