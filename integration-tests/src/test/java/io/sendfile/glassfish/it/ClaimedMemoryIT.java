package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.ServerProcess;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.StalledCrowd;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Claims on memory against the live objects of the server's heap, which has no remains of earlier
 * scenarios that may go meanwhile. Its hundreds of handshakes need the server's second compiler.
 */
@Timeout(240)
@OwnProcess
@Release
@Tag("handshakes")
class ClaimedMemoryIT extends Scenario {
  /** Clients for whose sake classes are loaded. */
  private static final int FIRST = 60;

  /**
   * So many that buffers of 33 KB count little, some of which Grizzly keeps for its threads, and
   * more of them on a busy machine.
   */
  private static final int CLIENTS = 400;

  private static final int ADDRESSES = 4;

  private final String target = Play.steps(sendfile(TestFiles.ofLength(20 << 20)));

  @BeforeAll
  static void beginAnew() throws IOException {
    ServerProcess.restart();
  }

  /** A closed connection stays in the server's memory for a while: so none is closed meanwhile. */
  @Test
  void stalledDownloadsOverTlsHoldNoMoreThanTheyClaim() throws Exception {
    try (StalledCrowd crowd = new StalledCrowd(server.httpsPort(), target, ADDRESSES)) {
      crowd.join(FIRST);
      long claimedBefore = claimedByStalled(FIRST);
      long before = liveBytes();
      crowd.joinIdle(CLIENTS);
      long connections = liveBytes() - before;
      crowd.join(CLIENTS);
      long claimed = claimedByStalled(FIRST + CLIENTS) - claimedBefore;
      long held = liveBytes() - before - 2 * connections;
      System.out.printf(
          "%d stalled downloads over TLS claim %d bytes each and hold %d, connections %d%n",
          CLIENTS, claimed / CLIENTS, held / CLIENTS, connections / CLIENTS);
      assertThat(held).isPositive().isLessThanOrEqualTo(claimed);
    }
    Await.until("all are gone", SOON, () -> server.probe().transfers() == 0);
  }

  private long claimedByStalled(int clients) {
    Await.until(
        "all wait for their clients",
        SOON,
        () -> server.probe().number("transfers.waiting-peer") == clients);
    return server.probe().number("claimed.bytes");
  }

  /**
   * Bytes of the objects that are left by a collection, but for the fillers of gaps in the heap,
   * which the histogram has as well, and which come and go by hundreds of kilobytes.
   */
  private long liveBytes() throws IOException {
    long process = server.probe().number("process.id");
    String java = ProcessHandle.of(process).orElseThrow().info().command().orElseThrow();
    String histogram =
        Command.run(
                Settings.work(),
                Path.of(java).resolveSibling("jcmd").toString(),
                String.valueOf(process),
                "GC.class_histogram")
            .output();
    return histogram
        .lines()
        .map(line -> line.trim().split("\\s+"))
        .filter(
            row ->
                row.length > 3
                    && row[0].endsWith(":")
                    && !row[3].contains("jdk.internal.vm.Filler"))
        .mapToLong(row -> Long.parseLong(row[2]))
        .sum();
  }
}
