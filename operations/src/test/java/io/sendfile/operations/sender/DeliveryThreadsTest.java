package io.sendfile.operations.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.operations.journal.DiskQueue;
import io.sendfile.operations.journal.JournalRecord;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deliveries one by one, to a destination where nobody listens, by two clocks. */
@Timeout(30)
class DeliveryThreadsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir Path temp;
  private Instant now = Instant.EPOCH.plus(HOUR);
  private long nanos = Long.MAX_VALUE - 5;
  private final DeliveryThreads.Counts counts = new DeliveryThreads.Counts();
  private final Losses losses =
      new Losses("results", Severity.ERROR, "", Logger.getLogger("deliveries"), () -> nanos);
  private Outbox outbox;
  private DeliveryThreads deliveries;

  @BeforeEach
  void open() throws IOException {
    int nobodysPort;
    try (Receiver receiver = new Receiver()) {
      nobodysPort = receiver.port();
    }
    SenderOptions options =
        SenderOptions.read(
            Map.of("destination-url", "http://localhost:" + nobodysPort + "/", "keep-hours", "1"));
    DiskQueue queue = new DiskQueue(temp, 1 << 20, losses, () -> nanos);
    outbox =
        new Outbox(
            queue,
            new Outbox.BackOff(Duration.ofSeconds(1), Duration.ofMinutes(5)),
            () -> nanos,
            () -> 1);
    HttpDestination destination =
        new HttpDestination(HttpClient::newHttpClient, options, () -> now);
    deliveries = new DeliveryThreads(options, outbox, destination, () -> now, counts, losses);
  }

  @AfterEach
  void close() throws IOException {
    outbox.close();
  }

  private void add(String key) {
    assertThat(outbox.add(new JournalRecord(key, now.toEpochMilli(), "event=x"))).isTrue();
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  private void deliver(String key) throws InterruptedException {
    DiskQueue.Entry next = Objects.requireNonNull(outbox.poll(), "no event may be tried now");
    assertThat(next.event().key()).isEqualTo(key);
    deliveries.handle(next);
  }

  @Test
  void clockThatIsAheadForAMomentTakesNothingAway() throws InterruptedException {
    add("a");
    now = now.plus(Duration.ofDays(365));
    deliver("a");
    assertThat(counts.failed.sum()).isZero();
    assertThat(outbox.size()).isEqualTo(1);
    pass(HOUR.plusSeconds(1));
    deliver("a");
    assertThat(counts.failed.sum()).isEqualTo(1);
    assertThat(outbox.size()).isZero();
  }

  /** Its clock is set right after the start, and results from before have a wrong time. */
  @Test
  void clockThatWasBehindTakesNothingAway() throws InterruptedException {
    now = Instant.EPOCH;
    add("a");
    now = Instant.parse("2026-11-28T12:00:00Z");
    deliver("a");
    assertThat(outbox.size()).isEqualTo(1);
  }

  @Test
  void resultThatIsTooOldIsNoAnswerOfTheDestination() throws InterruptedException {
    add("old");
    pass(HOUR.plusSeconds(1));
    now = now.plus(HOUR).plusSeconds(1);
    add("new");
    DiskQueue.Entry old = Objects.requireNonNull(outbox.poll());
    deliver("new");
    pass(Duration.ofSeconds(1));
    deliver("new");
    deliveries.handle(old);
    assertThat(counts.failed.sum()).isEqualTo(1);
    pass(Duration.ofMillis(1999));
    assertThat(outbox.poll()).as("the pause after two failures").isNull();
    pass(Duration.ofMillis(1));
    deliver("new");
    pass(Duration.ofMillis(3999));
    assertThat(outbox.poll()).as("the pause after three failures").isNull();
  }
}
