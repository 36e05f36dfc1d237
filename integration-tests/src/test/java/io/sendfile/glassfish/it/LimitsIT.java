package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Highest and lowest rates of downloads. */
@Timeout(120)
@OnGrizzly
class LimitsIT extends Scenario {
  private static final int MIB = 1 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private final Path file = TestFiles.ofLength(4L * MIB);

  /** The bytes of a quarter of a second may go out at once; the rest takes its time. */
  private static void assertTakesTheTimeOf(Duration least, Work work) throws Exception {
    long start = System.nanoTime();
    work.run();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(least);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rate-bytes-per-second", "client-rate-bytes-per-second"})
  void oneDownloadKeepsEachRate(String rate) throws Exception {
    configure(rate, String.valueOf(4 * MIB));
    assertTakesTheTimeOf(Duration.ofMillis(700), () -> play(sendfile(file)).isFile(file));
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void rateHoldsOverEveryProtocol(Browser browser) throws Exception {
    configure("total-rate-bytes-per-second", String.valueOf(4 * MIB));
    assertTakesTheTimeOf(
        Duration.ofMillis(700), () -> browser.ask(Play.steps(sendfile(file))).isFile(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"client-rate-bytes-per-second", "total-rate-bytes-per-second"})
  void connectionsShareTheRate(String rate) throws Exception {
    configure(rate, String.valueOf(16 * MIB));
    assertTakesTheTimeOf(Duration.ofMillis(700), () -> downloadAtOnce(4));
  }

  private void downloadAtOnce(int connections) {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      all.add(CompletableFuture.runAsync(this::download));
    }
    all.forEach(CompletableFuture::join);
  }

  private void download() {
    try {
      play(sendfile(file)).isFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** At the first rate it would take half an hour. */
  @ParameterizedTest
  @ValueSource(strings = {"client-rate-bytes-per-second", "total-rate-bytes-per-second"})
  void sharedRateChangesUnderARunningDownload(String rate) throws Exception {
    configure(rate, "10000");
    try (RawConnection connection = begin()) {
      RawConnection.Head head = connection.head();
      configure(rate, "");
      connection.answerBody(head).isFile(TestFiles.ofLength(20L * MIB));
    }
  }

  @Test
  void downloadThatTakesTooLongEnds() throws Exception {
    configure("max-duration-seconds", "2", "rate-bytes-per-second", "100000");
    Snapshot before = server.probe();
    try (RawConnection connection = begin()) {
      assertThat(connection.head().status()).isEqualTo(200);
      Await.until("it is ended", PATIENCE, () -> grown("TooSlow", before) == 1);
    }
  }

  private RawConnection begin() throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    Path large = TestFiles.ofLength(20L * MIB);
    return connection.send(RawConnection.get(Play.steps(sendfile(large))));
  }
}
