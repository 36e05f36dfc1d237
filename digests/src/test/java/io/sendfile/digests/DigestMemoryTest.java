package io.sendfile.digests;

import static io.sendfile.digests.DigestAlgorithm.SHA_256;
import static io.sendfile.digests.DigestAlgorithm.SHA_512;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.spi.Panel.Fact;
import io.sendfile.spi.SentFile;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Digests that are remembered, for how long, and those that are ordered to be found out. */
class DigestMemoryTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");
  private static final FileState STATE = new FileState(5, TIME, TIME, "key");

  private final List<DigestOrder> orders = new ArrayList<>();
  private long now = Long.MAX_VALUE - 5;
  private boolean full;
  private DigestMemory memory = memory(0);

  private DigestMemory memory(int requests) {
    return new DigestMemory(
        new DigestSettings(true, true, true, requests, 10_000, 3, 60),
        () -> now,
        order -> !full && orders.add(order));
  }

  private static SentFile file(String name) {
    return new SentFile("root", name, Path.of("/" + name), null, 5, TIME, null, "key", null);
  }

  private void pass(long time, TimeUnit unit) {
    now += unit.toNanos(time);
  }

  @Test
  void firstRequestHasTheFileLookedAtOnce() {
    assertThat(memory.ask(file("a"))).isEmpty();
    assertThat(memory.ask(file("a"))).isEmpty();
    assertThat(orders).containsExactly(new DigestOrder(file("a"), false));
    memory.looked(file("a"), STATE, Map.of(SHA_512, "x"));
    assertThat(memory.ask(file("a"))).isEqualTo(Map.of(SHA_512, "x"));
    assertThat(orders).hasSize(1);
  }

  @Test
  void digestsAreOfOneVersionOnly() {
    memory.ask(file("a"));
    memory.looked(file("a"), STATE, Map.of(SHA_256, "x"));
    SentFile other = new SentFile("root", "a", Path.of("/a"), null, 5, TIME, null, "other", null);
    assertThat(memory.ask(other)).isEmpty();
    assertThat(orders)
        .containsExactly(new DigestOrder(file("a"), false), new DigestOrder(other, false));
  }

  @Test
  void thatThereIsNoneIsKeptAndCheckedAgainInTime() {
    memory.ask(file("a"));
    memory.looked(file("a"), STATE, Map.of());
    pass(59, TimeUnit.SECONDS);
    memory.ask(file("a"));
    assertThat(orders).hasSize(1);
    pass(1, TimeUnit.SECONDS);
    memory.ask(file("a"));
    memory.ask(file("a"));
    assertThat(orders).hasSize(2);
  }

  @Test
  void knownOneIsSentWhileItIsCheckedAgain() {
    memory.ask(file("a"));
    memory.looked(file("a"), STATE, Map.of(SHA_256, "x"));
    pass(1, TimeUnit.HOURS);
    assertThat(memory.ask(file("a"))).isEqualTo(Map.of(SHA_256, "x"));
    assertThat(orders).hasSize(2);
    memory.looked(file("a"), null, Map.of());
    assertThat(memory.ask(file("a"))).isEmpty();
  }

  @Test
  void youngFilesAreLookedAtSoonAgain() {
    memory.ask(file("a"));
    memory.postponed(file("a"));
    memory.ask(file("a"));
    assertThat(orders).hasSize(1);
    pass(2, TimeUnit.SECONDS);
    memory.ask(file("a"));
    assertThat(orders).hasSize(2);
  }

  @Test
  void orderThatIsRefusedIsGivenAgain() {
    full = true;
    memory.ask(file("a"));
    full = false;
    memory.ask(file("a"));
    assertThat(orders).hasSize(1);
  }

  @Test
  void filesThatWereNotAskedForLongestMakeRoom() {
    for (String name : List.of("a", "b", "c")) {
      memory.ask(file(name));
      memory.looked(file(name), STATE, Map.of(SHA_256, name));
    }
    memory.ask(file("a"));
    memory.ask(file("d"));
    assertThat(memory.size()).isEqualTo(3);
    assertThat(memory.ask(file("a"))).isNotEmpty();
    assertThat(memory.ask(file("b"))).isEmpty();
    memory.looked(file("c"), STATE, Map.of(SHA_256, "late"));
    memory.read(file("c"), SHA_256, STATE, "late");
    assertThat(memory.size()).isEqualTo(3);
  }

  @Test
  void fileAskedForOftenEnoughIsReadWithoutAnotherRequest() {
    memory = memory(1);
    memory.ask(file("a"));
    orders.clear();
    memory.looked(file("a"), STATE, Map.of());
    assertThat(orders).containsExactly(new DigestOrder(file("a"), true));
    memory.ask(file("a"));
    assertThat(orders).hasSize(1);
  }

  @Test
  void filesAskedForOftenWithinAnHourAreRead() {
    memory = memory(3);
    memory.ask(file("a"));
    memory.looked(file("a"), STATE, Map.of());
    memory.ask(file("a"));
    pass(1, TimeUnit.HOURS);
    memory.ask(file("a"));
    memory.looked(file("a"), STATE, Map.of());
    memory.ask(file("a"));
    orders.clear();
    memory.ask(file("a"));
    memory.ask(file("a"));
    assertThat(orders).containsExactly(new DigestOrder(file("a"), true));
    memory.read(file("a"), SHA_256, STATE, "x");
    assertThat(memory.ask(file("a"))).isEqualTo(Map.of(SHA_256, "x"));
    assertThat(orders).hasSize(1);
  }

  private void readOnce() {
    memory = memory(1);
    memory.ask(file("a"));
    memory.looked(file("a"), STATE, Map.of());
    memory.ask(file("a"));
    memory.read(file("a"), SHA_256, STATE, "x");
  }

  @Test
  void filesWithAStoredDigestAreNotRead() {
    memory = memory(1);
    memory.ask(file("a"));
    memory.looked(file("a"), STATE, Map.of(SHA_512, "x"));
    memory.ask(file("a"));
    assertThat(orders).hasSize(1);
  }

  @Test
  void fileThatCouldNotBeReadIsTriedAfterAsManyRequestsMore() {
    memory = memory(2);
    memory.ask(file("a"));
    memory.looked(file("a"), STATE, Map.of());
    memory.ask(file("a"));
    memory.read(file("a"), SHA_256, null, null);
    memory.ask(file("a"));
    assertThat(orders).hasSize(2);
    memory.ask(file("a"));
    assertThat(orders).hasSize(3);
  }

  @Test
  void numbersAndWaitingFilesAreTold() {
    memory = memory(1);
    for (String name : List.of("a", "b")) {
      memory.ask(file(name));
      memory.looked(file(name), STATE, Map.of());
      memory.ask(file(name));
    }
    assertThat(memory.toBeRead()).hasSize(2);
    memory.read(file("a"), SHA_256, STATE, "x");
    memory.read(file("b"), SHA_256, null, null);

    assertThat(memory.toBeRead()).isEmpty();
    assertThat(memory.facts())
        .extracting(Fact::value)
        .as("remembered, with a digest, computed, not computed")
        .containsExactly("2", "1", "1", "1");
  }

  @Test
  void computedOnesStayWhileTheStateDoes() {
    readOnce();
    memory.looked(file("a"), STATE, Map.of(SHA_256, "wrong", SHA_512, "y"));
    assertThat(memory.ask(file("a"))).isEqualTo(Map.of(SHA_256, "x", SHA_512, "y"));
    memory.looked(file("a"), new FileState(5, TIME, TIME.plusNanos(1), "key"), Map.of());
    assertThat(memory.ask(file("a"))).isEmpty();
  }
}
