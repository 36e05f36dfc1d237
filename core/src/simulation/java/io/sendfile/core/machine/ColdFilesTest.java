package io.sendfile.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.algorithm.Algorithms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Ten fast clients of files in memory, alone and beside 64 whose files are on one slow disk. */
@TestInstance(Lifecycle.PER_CLASS)
class ColdFilesTest {
  private static final int HOT = 10;
  private static final int COLD = 64;
  private static final long SECONDS = 20;
  private static final int READERS = 16;

  /**
   * What the clients of files in memory got.
   *
   * @param p99Millis time to first byte of all but one in a hundred
   * @param bytes received by all of them together
   * @param coldBytes received by the others
   */
  private record Got(double p99Millis, double bytes, double coldBytes) {}

  private final Got besideReaders = beside(COLD, READERS);
  private final Got besideNone = beside(COLD, 0);

  private static Got beside(int cold, int readers) {
    World world = new World(0, null);
    Processors processors = new Processors(world, Crowd.PROCESSORS);
    CrowdServer server =
        CrowdServer.of(world, processors, Algorithms.ADAPTIVE, new Disk(processors, readers));
    List<Client> others = clients(processors, server, cold, true);
    List<Client> hot = clients(processors, server, HOT, false);
    server.runUntil(SECONDS * 1_000_000_000L);
    List<Long> inits = hot.stream().flatMap(c -> c.initNanos().stream()).sorted().toList();
    return new Got(
        inits.get(inits.size() * 99 / 100) / 1e6,
        hot.stream().mapToDouble(Client::received).sum(),
        others.stream().mapToDouble(Client::received).sum());
  }

  private static List<Client> clients(
      Processors processors, CrowdServer server, int number, boolean cold) {
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Client client = Client.of(processors, server, new Socket(processors, 2 << 20, 1e9), i, cold);
      client.count();
      client.ask();
      clients.add(client);
    }
    return clients;
  }

  @Test
  void costTheOthersNothingWhereReadersWaitForTheDisk() {
    Got alone = beside(0, READERS);
    assertThat(besideReaders.p99Millis()).isLessThan(1.2 * alone.p99Millis());
    assertThat(besideReaders.bytes()).isGreaterThan(0.9 * alone.bytes());
  }

  @Test
  void stopTheOthersWhereWorkersWaitForTheDisk() {
    Got alone = beside(0, 0);
    assertThat(besideNone.bytes()).isLessThan(alone.bytes() / 10);
  }

  @Test
  void comeFasterThemselvesWithReaders() {
    assertThat(besideReaders.coldBytes()).isGreaterThan(2 * besideNone.coldBytes());
  }
}
