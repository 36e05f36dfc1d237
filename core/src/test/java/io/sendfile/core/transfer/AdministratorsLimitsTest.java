package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.RefusalReason;
import io.sendfile.core.http.AddressRange;
import io.sendfile.spi.Outcome;
import io.sendfile.spi.TransferResult;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of administrators on clients, applications and roots, under running transfers. */
class AdministratorsLimitsTest extends SchedulerFixture {
  private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");
  private static final Instant TWO = Instant.parse("2026-11-29T14:00:00Z");
  private static final long NONE = Limits.NONE;

  private SharedRates rates;

  @BeforeEach
  void share() {
    rates = new SharedRates(0, 0, clock, timer);
    downloads.share(rates);
  }

  private static LimitRule client(String range, long rate, long transfers, @Nullable Instant end) {
    return new LimitRule("c", AddressRange.parse(range), "", "", "", rate, transfers, end);
  }

  private static LimitRule application(String name, long rate, long transfers) {
    return new LimitRule("a", null, "", name, "", rate, transfers, null);
  }

  private void limit(LimitRule... rules) {
    scheduler.limits(List.of(rules), NOON, clock.getAsLong(), rates);
    workers.runAll();
  }

  private Transfer begin(int length) {
    Claim claim = new Claim("client", 0);
    downloads.claim(claim);
    Transfer transfer = transfer(sink(), length, 0);
    Admission admission = scheduler.admit(claim);
    scheduler.submit(transfer, admission);
    workers.runAll();
    return transfer;
  }

  private Transfer beginStuck() {
    downloads.claim(new Claim("client", 0));
    return submitStuck();
  }

  private void pass(Duration time) {
    timer.advance(time);
    workers.runAll();
  }

  private void look(Instant now) {
    scheduler.lookAtLimits(now, rates);
    workers.runAll();
  }

  private static String verdict(Transfer transfer) {
    return transfer.snapshot(new LimitUsage(0, 0, 0, 2, 0, 2, 0, NONE)).rateReached().words();
  }

  @Test
  void rateIsSharedByAllThatItConcerns() {
    limit(application("shop", 400, NONE));
    Transfer one = begin(100_000);
    Transfer other = begin(100_000);
    for (int i = 0; i < 40; i++) {
      pass(Duration.ofMillis(250));
    }
    assertThat(one.taken() + other.taken()).isBetween(3_500L, 4_100L);
    assertThat(Math.abs(one.taken() - other.taken())).isLessThan(400);
    assertThat(verdict(one)).isEqualTo("limit a, 400 B/s for all of its downloads");
  }

  @Test
  void lowestOfSeveralWins() {
    limit(application("shop", 400, NONE), client("192.0.2.0/24", 40, NONE, null));
    Transfer transfer = begin(100_000);
    for (int i = 0; i < 40; i++) {
      pass(Duration.ofMillis(250));
    }
    assertThat(transfer.taken()).isBetween(350L, 410L);
    assertThat(transfer.snapshot(scheduler.usage()).ceiling())
        .isEqualTo(new Ceiling(HighestRate.ofLimit(40, "c"), List.of("c", "a")));
    assertThat(verdict(transfer)).isEqualTo("limit c, 40 B/s for all of its downloads");
  }

  @Test
  void othersDoNotFeelIt() {
    limit(application("video", 1, 1), client("198.51.100.0/24", 0, NONE, null));
    begin(1000);
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(1);
  }

  @Test
  void runningTransferFeelsOneThatComesChangesAndGoes() {
    ScriptedSink sink = sink().thenTake(100).thenTake(0);
    downloads.claim(new Claim("client", 0));
    Transfer transfer = transfer(sink, 100_000, 0);
    scheduler.submit(transfer, scheduler.admit(transfer.terms().claim()));
    workers.runAll();
    assertThat(transfer.taken()).isEqualTo(100);
    limit(application("shop", 400, NONE));
    sink.becomeWritable();
    workers.runAll();
    pass(Duration.ofMillis(250));
    assertThat(transfer.taken()).isLessThan(1000);
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_RATE);
    limit(application("shop", 40_000, NONE));
    pass(Duration.ofMillis(251));
    assertThat(transfer.taken()).isGreaterThan(5_000);
    limit();
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(1);
  }

  @Test
  void changesOfOthersKeepTheRateOfOne() {
    limit(application("shop", 4, NONE));
    Transfer transfer = begin(1000);
    for (int i = 0; i < 20; i++) {
      pass(Duration.ofMillis(250));
      limit(application("shop", 4, NONE), client("198.51.100." + i, 0, NONE, null));
    }
    assertThat(transfer.taken()).isBetween(15L, 21L);
  }

  @Test
  void clientIsKeptOutWithAReason() {
    beginStuck();
    limit(client("192.0.2.7", 0, NONE, TWO));
    assertThat(results)
        .singleElement()
        .extracting(TransferResult::outcome, result -> result.course().reason())
        .containsExactly(
            Outcome.ENDED_BY_LIMIT,
            "client 192.0.2.7 is kept out until 2026-11-29T14:00:00Z; asadmin"
                + " delete-sendfile-limit c ends it");
    beginStuck();
    assertThat(ended(Outcome.ENDED_BY_LIMIT)).as("one that was admitted meanwhile").isEqualTo(2);
  }

  @Test
  void endComesByTheClockOfDatesAndGoesWhenThatIsSetBack() {
    limit(client("192.0.2.7", 4, NONE, TWO));
    Transfer transfer = begin(1000);
    look(TWO.minusNanos(1));
    assertThat(transfer.state()).isEqualTo(TransferState.WAITING_RATE);
    look(TWO);
    assertThat(ended(Outcome.COMPLETED)).isEqualTo(1);
    assertThat(scheduler.administrators().list(List.of()))
        .singleElement()
        .extracting(LimitUse::inForce)
        .isEqualTo(false);
    look(NOON);
    assertThat(begin(1000).state()).isEqualTo(TransferState.WAITING_RATE);
  }

  @Test
  void numberCountsThoseThatRunAlreadyAndThoseThatAreAdmitted() {
    beginStuck();
    limit(application("shop", NONE, 2));
    Claim second = new Claim("client", 0);
    assertThat(enter(second)).isNull();
    assertThat(enter(new Claim("client", 0))).isEqualTo(application("shop", NONE, 2));
    Admission admission = scheduler.admit(second);
    scheduler.leave(admission, second);
    assertThat(enter(second)).as("after one has left").isNull();
    limit(application("shop", NONE, 3), client("192.0.2.7", NONE, 1, null));
    assertThat(enter(new Claim("client", 0))).extracting(LimitRule::name).isEqualTo("c");
    limit(application("shop", NONE, 3));
    assertThat(enter(new Claim("client", 0))).isNull();
    assertThat(enter(new Claim("client", 0))).extracting(LimitRule::name).isEqualTo("a");
  }

  private @Nullable LimitRule enter(Claim claim) {
    InetSocketAddress client = new InetSocketAddress("192.0.2.7", 1);
    return scheduler.enterLimits(claim, LimitSubject.of(client, "", "shop", "files"));
  }

  @Test
  void endOfATransferMakesRoom() {
    Transfer running = beginStuck();
    limit(application("shop", NONE, 1));
    assertThat(enter(new Claim("client", 0))).isNotNull();
    running.end(Outcome.CANCELLED);
    assertThat(enter(new Claim("client", 0))).isNull();
  }

  @Test
  void useIsListed() {
    limit(application("shop", 400, NONE));
    begin(1000);
    clock.advance(Duration.ofSeconds(1));
    LimitRule rule = application("shop", 400, NONE);
    scheduler.administrators().refused(rule);
    List<TransferSnapshot> running =
        scheduler.transfers().stream().map(each -> each.snapshot(scheduler.usage())).toList();
    assertThat(scheduler.administrators().list(running))
        .containsExactly(new LimitUse(rule, true, 1, running.get(0).bytesPerSecond(), 1));
  }

  @ParameterizedTest
  @CsvSource({
    "c, 0, , KEPT_OUT, 0",
    "c, 0, 2026-11-29T14:00:00Z, LIMITED_CLIENT, 7201",
    "c, 5, 2026-11-29T14:00:00Z, LIMITED_CLIENT, 0",
    "a, 0, , KEPT_OUT, 0",
    "a, 0, 2026-11-29T14:00:00Z, LIMITED, 7201",
    "a, 5, , LIMITED, 0",
  })
  void refusalSaysWhoIsLimitedAndUntilWhen(
      String kind, long transfers, @Nullable Instant until, RefusalReason reason, long retry) {
    String who = kind.equals("c") ? "alice" : "";
    String application = kind.equals("a") ? "shop" : "";
    LimitRule rule = new LimitRule("l", null, who, application, "", NONE, transfers, until);
    assertThat(rule.reason()).isEqualTo(reason);
    assertThat(rule.retrySeconds(NOON)).isEqualTo(retry);
  }
}
