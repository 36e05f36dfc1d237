package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.engine.TransferControl;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult.Course;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlownessVerdictTest extends SchedulerFixture {
  private static final int LENGTH = 100_000;

  private Transfer begin(ScriptedSink sink) {
    return begin(sink, Downloads.CLAIM);
  }

  private Transfer begin(ScriptedSink sink, Claim claim) {
    downloads.claim(claim);
    Transfer transfer = transfer(sink, LENGTH, 0);
    Admission admission = scheduler.admit(claim);
    scheduler.submit(transfer, admission);
    workers.runAll();
    return transfer;
  }

  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      timer.advance(Duration.ofSeconds(1));
      scheduler.tick();
      workers.runAll();
    }
  }

  private TransferSnapshot now(Transfer transfer) {
    return transfer.snapshot(scheduler.usage());
  }

  private Course end(Transfer transfer) {
    transfer.end(Outcome.CANCELLED);
    workers.runAll();
    return results.get(results.size() - 1).course();
  }

  private String verdict(Transfer transfer) {
    return now(transfer).verdict();
  }

  @Test
  void clientThatTakesNothingIsNamed() {
    Transfer transfer = begin(sink().otherwise(offered -> 0));
    pass(10);
    assertThat(verdict(transfer)).isEqualTo("its client takes no bytes");
    assertThat(now(transfer).lately().percent(Phase.CLIENT)).isEqualTo(100);
  }

  @Test
  void slowReaderIsNamed() {
    ScriptedSink sink = sink().thenTake(500).otherwise(offered -> 0);
    Transfer transfer = begin(sink);
    pass(5);
    sink.thenTake(500).becomeWritable();
    workers.runAll();
    pass(5);
    assertThat(verdict(transfer)).isEqualTo("its client reads slowly");
  }

  @Test
  void rateOfItsOwnIsNamedByWhoGaveIt() {
    Map<HighestRate, String> said =
        Map.of(
            HighestRate.ofEach(400),
            "rate-bytes-per-second, 400 B/s for each download",
            HighestRate.ofListener(400, "web"),
            "rate-bytes-per-second of listener web, 400 B/s for each download",
            HighestRate.ofHandOff(400, false),
            "its application, 400 B/s for this download",
            HighestRate.ofHandOff(400, true),
            "its link, 400 B/s for this download");
    said.forEach(
        (rate, words) -> {
          downloads.limitRate(rate);
          Transfer transfer = begin(sink());
          pass(10);
          assertThat(verdict(transfer)).isEqualTo("limited by " + words);
          assertThat(now(transfer).lately().percent(Phase.RATE)).isEqualTo(100);
          assertThat(now(transfer).heldBy()).isEqualTo(rate);
          transfer.limit(300);
          workers.runAll();
          pass(10);
          assertThat(verdict(transfer))
              .isEqualTo("limited by an administrator, 300 B/s for this download");
          transfer.end(Outcome.CANCELLED);
        });
  }

  @Test
  void settingOfASharedRateIsNamed() {
    downloads.share(new SharedRates(0, 400, clock, timer));
    Transfer byClient = begin(sink());
    downloads.share(new SharedRates(400, 0, clock, timer));
    Transfer byTotal = begin(sink());
    pass(10);
    assertThat(verdict(byClient))
        .isEqualTo("limited by client-rate-bytes-per-second, 400 B/s for each client");
    assertThat(verdict(byTotal))
        .isEqualTo("limited by total-rate-bytes-per-second, 400 B/s for all downloads");
  }

  /** The kernel spreads the bytes, and its socket is full meanwhile. */
  @Test
  void rateThatTheKernelKeepsIsNamed() {
    downloads.limitRate(400);
    TransferSnapshot transfer = now(begin(sink()));
    assertThat(waitsForClient(transfer, 390))
        .isEqualTo("limited by rate-bytes-per-second, 400 B/s for each download");
    assertThat(waitsForClient(transfer, 200)).isEqualTo("its client reads slowly");
  }

  private static final String OF_LIMIT =
      "limited by limit shop-rate, 400 B/s for all of its downloads";

  private static final List<LimitRule> OF_SHOP =
      List.of(new LimitRule("shop-rate", null, "", "shop", "", 400, Limits.NONE, null));

  /** For a minute its client was the slower one. */
  @Test
  void limitThatComesIsNamedAtOnce() {
    SharedRates rates = new SharedRates(0, 0, clock, timer);
    downloads.share(rates);
    ScriptedSink sink = sink().thenTake(60_000).otherwise(offered -> 0);
    Transfer transfer = begin(sink);
    pass(60);
    assertThat(verdict(transfer)).isEqualTo("its client reads slowly");
    scheduler.limits(OF_SHOP, Instant.EPOCH, clock.getAsLong(), rates);
    assertThat(verdict(transfer)).as("before it is felt").isEqualTo(OF_LIMIT);
    assertThat(now(transfer).lately()).as("not that of its client").isEqualTo(TimeSpent.NONE);
    assertThat(now(transfer).ceiling().limits()).containsExactly("shop-rate");
    sink.otherwise(offered -> offered).becomeWritable();
    workers.runAll();
    pass(2);
    assertThat(verdict(transfer)).isEqualTo(OF_LIMIT);
    assertThat(now(transfer).lately().percent(Phase.RATE)).isEqualTo(100);
  }

  /** Each of two clients is slower than the limit, and both together are faster. */
  @Test
  void limitThatSeveralShareIsNamedAtOnce() {
    SharedRates rates = new SharedRates(0, 0, clock, timer);
    downloads.share(rates);
    ScriptedSink first = sink().thenTake(7500).otherwise(offered -> 0);
    begin(first);
    begin(sink().thenTake(7500).otherwise(offered -> 0));
    pass(30);
    assertThat(verdicts()).containsOnly("its client reads slowly");
    scheduler.limits(OF_SHOP, Instant.EPOCH, clock.getAsLong(), rates);
    assertThat(verdicts()).hasSize(2).containsOnly(OF_LIMIT);
    first.otherwise(offered -> offered).becomeWritable();
    workers.runAll();
    pass(5);
    assertThat(verdicts())
        .as("one feels it, the other does not yet")
        .hasSize(2)
        .containsOnly(OF_LIMIT);
  }

  private List<String> verdicts() {
    return new TransferControl(scheduler).list().stream().map(TransferSnapshot::verdict).toList();
  }

  @Test
  void limitThatClientsDoNotReachTogetherIsNotNamed() {
    SharedRates rates = new SharedRates(0, 0, clock, timer);
    downloads.share(rates);
    begin(sink().thenTake(3000).otherwise(offered -> 0));
    begin(sink().thenTake(3000).otherwise(offered -> 0));
    pass(30);
    scheduler.limits(OF_SHOP, Instant.EPOCH, clock.getAsLong(), rates);
    assertThat(verdicts()).hasSize(2).containsOnly("its client reads slowly");
  }

  @Test
  void rateIsMeasuredAnewUnderALimit() {
    SharedRates rates = new SharedRates(0, 0, clock, timer);
    downloads.share(rates);
    ScriptedSink sink = sink().thenTake(60_000).otherwise(offered -> 0);
    Transfer transfer = begin(sink);
    pass(30);
    scheduler.limits(OF_SHOP, Instant.EPOCH, clock.getAsLong(), rates);
    sink.otherwise(offered -> offered).becomeWritable();
    workers.runAll();
    pass(5);
    assertThat(now(transfer).bytesPerSecond()).isBetween(100L, 500L);
  }

  @Test
  void limitOfOthersLeavesTheLastTimeAsItIs() {
    SharedRates rates = new SharedRates(0, 0, clock, timer);
    downloads.share(rates);
    downloads.limitRate(400);
    Transfer transfer = begin(sink());
    pass(10);
    List<LimitRule> ofVideo =
        List.of(new LimitRule("video", null, "", "video", "", 4, Limits.NONE, null));
    scheduler.limits(ofVideo, Instant.EPOCH, clock.getAsLong(), rates);
    workers.runAll();
    pass(1);
    assertThat(now(transfer).ceiling().rate()).isEqualTo(HighestRate.ofEach(400));
    assertThat(now(transfer).lately().nanos().get(Phase.RATE))
        .isGreaterThan(Duration.ofSeconds(10).toNanos());
  }

  @Test
  void endedTransferKeepsTheRateThatHeldIt() {
    downloads.limitRate(HighestRate.ofListener(400, "web"));
    Transfer transfer = begin(sink());
    pass(10);
    assertThat(end(transfer))
        .returns(
            "limited by rate-bytes-per-second of listener web, 400 B/s for each download",
            Course::verdict)
        .returns("listener web", Course::heldBy)
        .returns(Map.of("rate", 100), Course::timePercent);
  }

  /** As an administrator does it who sees that a download is slow. */
  @Test
  void rateThatWasLiftedBeforeTheEndIsKept() {
    downloads.limitRate(HighestRate.ofEach(400));
    Transfer transfer = begin(sink());
    pass(60);
    transfer.limit(0);
    workers.runAll();
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(1);
    assertThat(results.get(0).course())
        .returns("limited by rate-bytes-per-second, 400 B/s for each download", Course::verdict)
        .returns("rate-bytes-per-second", Course::heldBy);
  }

  @Test
  void limitThatCameShortlyBeforeTheEndIsNotTheReason() {
    SharedRates rates = new SharedRates(0, 0, clock, timer);
    downloads.share(rates);
    ScriptedSink sink = sink().thenTake(60_000).otherwise(offered -> 0);
    Transfer transfer = begin(sink);
    pass(60);
    scheduler.limits(OF_SHOP, Instant.EPOCH, clock.getAsLong(), rates);
    sink.otherwise(offered -> offered).becomeWritable();
    workers.runAll();
    pass(2);
    assertThat(verdict(transfer)).isEqualTo(OF_LIMIT);
    assertThat(end(transfer))
        .returns("its client read slowly", Course::verdict)
        .returns("", Course::heldBy);
  }

  @Test
  void limitThatHoldsBeforeAndAfterAChangeCountsAsOne() {
    SharedRates rates = new SharedRates(0, 0, clock, timer);
    downloads.share(rates);
    scheduler.limits(OF_SHOP, Instant.EPOCH, clock.getAsLong(), rates);
    Transfer transfer = begin(sink());
    pass(20);
    List<LimitRule> two = new ArrayList<>(OF_SHOP);
    two.add(new LimitRule("all-files", null, "", "", "files", 4000, Limits.NONE, null));
    scheduler.limits(two, Instant.EPOCH, clock.getAsLong(), rates);
    workers.runAll();
    pass(20);
    transfer.limit(100);
    workers.runAll();
    pass(30);
    assertThat(now(transfer).heldBy()).isEqualTo(HighestRate.ofAdministrator(100));
    assertThat(end(transfer).heldBy()).isEqualTo("limit shop-rate");
  }

  private static String waitsForClient(TransferSnapshot transfer, long bytesPerSecond) {
    return new TransferSnapshot(
            transfer.info(),
            transfer.algorithm(),
            TransferState.WAITING_PEER,
            transfer.range(),
            transfer.taken(),
            transfer.length(),
            bytesPerSecond,
            transfer.limit(),
            transfer.ceiling(),
            false,
            transfer.rateReached(),
            new TimeSpent(Map.of(Phase.CLIENT, 1L)),
            transfer.usage(),
            transfer.age())
        .verdict();
  }

  @Test
  void slowDiskIsNamed() {
    disk.width(2);
    probe.answer(extent -> false);
    Transfer transfer = begin(sink());
    pass(3);
    assertThat(verdict(transfer)).isEqualTo("its disk or store is slow");
    assertThat(now(transfer).lately().words()).isEqualTo("disk 100 %");
    assertThat(end(transfer).verdict()).isEqualTo("its disk or store was slow");
  }

  @Test
  void limitOfPlacesIsNamed() {
    submitStuck();
    submitStuck();
    Transfer third = begin(sink());
    pass(3);
    assertThat(verdict(third))
        .isEqualTo("waits for a place: all 2 of max-active-transfers are taken");
    assertThat(now(third).lately().words()).isEqualTo("place 100 %");
    assertThat(end(third).verdict())
        .isEqualTo(
            "waited for a place of max-active-transfers, or for memory of max-buffered-bytes");
  }

  @Test
  void limitOfMemoryIsNamed() {
    scheduler.limits(new Limits(10, 10, 100, 10, 1000));
    begin(sink().otherwise(offered -> 0), new Claim("a", 80));
    Transfer second = begin(sink(), new Claim("b", 80));
    pass(3);
    assertThat(verdict(second))
        .isEqualTo("waits for memory: 80 of 100 bytes of max-buffered-bytes are claimed");
  }

  @Test
  void numberOfBusyWorkersIsNamed() {
    scheduler.workers(1);
    List<String> verdicts = new ArrayList<>();
    Transfer[] other = new Transfer[1];
    ScriptedSink sink = sink();
    Transfer first = transfer(sink, LENGTH, 0);
    sink.then(
        offered -> {
          clock.advance(Duration.ofSeconds(5));
          verdicts.add(verdict(other[0]));
          verdicts.add(verdict(first));
          return offered;
        });
    submit(first);
    other[0] = transfer(sink(), LENGTH, 0);
    submit(other[0]);
    workers.runAll();
    assertThat(verdicts)
        .containsExactly("waits for a worker: the only one is busy", "nothing slows it down");
  }

  @Test
  void lastCauseCountsNotOneOfLongAgo() {
    downloads.limitRate(400);
    ScriptedSink sink = sink();
    Transfer transfer = begin(sink);
    pass(100);
    transfer.limit(0);
    sink.otherwise(offered -> 0);
    workers.runAll();
    pass(31);
    sink.thenTake(1).becomeWritable();
    workers.runAll();
    pass(31);
    assertThat(verdict(transfer)).startsWith("its client");
  }
}
