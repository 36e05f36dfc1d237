package io.sendfile.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.engine.Caller;
import io.sendfile.core.files.Origin;
import io.sendfile.core.settings.Setting;
import io.sendfile.spi.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An hour of clients whose systems tell late of what they read, and of some that stop reading. */
class SteadyReadersTest {
  private static final long SECONDS = 3600;
  private static final long STALL_SECONDS = 60;

  /** Bytes of a download that does not end in a test. */
  private static final long ENDLESS = 1L << 40;

  private static final long SEND_BUFFER = 4 << 20;

  private final World world = new World(0, null);
  private final Processors processors = new Processors(world, Crowd.PROCESSORS);

  private CrowdServer server(long lowestRate) {
    return new CrowdServer(
        world,
        processors,
        new Disk(processors, 0),
        Map.of(
            Setting.WORKER_THREADS, Integer.toString(Crowd.WORKERS),
            Setting.MIN_RATE_BYTES_PER_SECOND, Long.toString(lowestRate)));
  }

  private Client begun(CrowdServer server, double bytesPerSecond, long window, long lump) {
    Socket socket = new LumpySocket(processors, SEND_BUFFER, bytesPerSecond, window, lump);
    Caller caller = new Caller(Origin.UNKNOWN, server.newAddress(), null);
    Client client = new Client(processors, server, caller, socket, () -> ENDLESS, false);
    client.ask();
    return client;
  }

  /** The first ones were measured on loopback, with receive buffers of up to 32 MiB. */
  @ParameterizedTest
  @CsvSource({
    "20000, 33554432, 2097152",
    "30720, 3072000, 3072000",
    "10240, 1024000, 1024000",
    "61440, 6144000, 6144000",
    "9000, 33554432, 2097152",
    "6600, 6291456, 393216",
    "3000, 131072, 8192",
    "100, 65536, 4096"
  })
  void steadyReadersLive(double bytesPerSecond, long window, long lump) {
    CrowdServer server = server(0);
    Client client = begun(server, bytesPerSecond, window, lump);
    server.runUntil(SECONDS * World.SECOND);
    assertThat(client.failure()).isNull();
    assertThat(client.received()).isGreaterThanOrEqualTo(SECONDS * bytesPerSecond - lump);
  }

  @Test
  void steadyReaderAboveTheLowestRateLives() {
    CrowdServer server = server(20_000);
    Client client = begun(server, 30_000, 32 << 20, 2 << 20);
    Client slow = begun(server, 10_000, 32 << 20, 2 << 20);
    server.runUntil(SECONDS * World.SECOND);
    assertThat(client.failure()).isNull();
    assertThat(slow.failure()).isEqualTo(Outcome.TOO_SLOW);
  }

  /** It has taken much before, or little. */
  @ParameterizedTest
  @CsvSource({"33554432, 5", "1048576, 3", "400000, 1", "65536, 1"})
  void clientsThatStopReadingAreGivenUpInTime(long window, long timeouts) {
    CrowdServer server = server(0);
    Client client = begun(server, 0, window, 1);
    server.runUntil(SECONDS * World.SECOND);
    assertThat(client.failure()).isEqualTo(Outcome.STALLED);
    assertThat(client.failedNanos() / World.SECOND)
        .isLessThanOrEqualTo(timeouts * STALL_SECONDS + STALL_SECONDS / 8 + 3);
  }
}
