package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.FairRate.Seat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairRateTest {
  private static final String ALICE = "alice";
  private static final String BOB = "bob";

  private final FakeClock clock = new FakeClock();
  private final ManualTimer timer = new ManualTimer(clock);
  private final FairRate rate = new FairRate(4000, clock, timer);
  private final List<String> woken = new ArrayList<>();

  private Seat ask(String name, String client, long bytes) {
    Seat seat = rate.seat(client);
    seat.ask(bytes, clock.getAsLong());
    if (seat.granted() == 0) {
      seat.whenGranted(() -> woken.add(name));
    }
    return seat;
  }

  private void pass(int millis) {
    timer.advance(Duration.ofMillis(millis));
  }

  @Test
  void firstSliceIsThereAtOnceAndTheNextWhenItIsEarned() {
    Seat alice = ask("alice", ALICE, 1000);
    assertThat(alice.granted()).isEqualTo(1000);
    alice.spent();
    alice.ask(1000, clock.getAsLong());
    alice.whenGranted(() -> woken.add("alice"));
    pass(249);
    assertThat(woken).isEmpty();
    pass(1);
    assertThat(woken).containsExactly("alice");
    assertThat(alice.granted()).isEqualTo(1000);
  }

  @Test
  void oneConnectionComesBetweenManyOfAnotherClient() {
    ask("a0", ALICE, 1000);
    for (int i = 1; i <= 4; i++) {
      ask("a" + i, ALICE, 300);
    }
    ask("b", BOB, 1000);
    for (int i = 0; i < 9; i++) {
      pass(75);
    }
    assertThat(woken).containsExactly("a1", "a2", "a3", "a4", "b");
  }

  /** None is shorter than 4096 bytes, or a quarter of a second. */
  @Test
  void slicesAreSharesOfThoseWhoWantSomething() {
    FairRate fast = new FairRate(400_000, clock, timer);
    Seat alice = fast.seat(ALICE);
    alice.ask(500_000, clock.getAsLong());
    assertThat(alice.granted()).as("alone").isEqualTo(100_000);
    Seat bob = fast.seat(BOB);
    Seat again = fast.seat(ALICE);
    bob.ask(500_000, clock.getAsLong());
    again.ask(500_000, clock.getAsLong());
    pass(125);
    assertThat(bob.granted()).isEqualTo(50_000);
    pass(63);
    assertThat(again.granted()).isEqualTo(25_000);
  }

  @Test
  void turnEndsWhenItsSlicesAddUpToTheShareOfItsClient() {
    FairRate fast = new FairRate(400_000, clock, timer);
    Seat bob = fast.seat(BOB);
    bob.ask(100_000, clock.getAsLong());
    Seat small = fast.seat(ALICE);
    small.ask(10_000, clock.getAsLong());
    Seat large = fast.seat(ALICE);
    large.ask(100_000, clock.getAsLong());
    bob.spent();
    bob.ask(100_000, clock.getAsLong());
    pass(25);
    assertThat(small.granted()).isEqualTo(10_000);
    small.spent();
    small.ask(100_000, clock.getAsLong());
    pass(63);
    assertThat(large.granted()).isEqualTo(25_000);
    pass(38);
    assertThat(small.granted()).isEqualTo(15_000);
    pass(125);
    assertThat(bob.granted()).isEqualTo(50_000);
  }

  @Test
  void grantedSliceMayBeShorterThanThatOfANarrowerRate() {
    FairRate fast = new FairRate(400_000, clock, timer);
    fast.seat(BOB).ask(100_000, clock.getAsLong());
    TokenBucket own = new TokenBucket(400_000, clock.getAsLong());
    RateLimit limit = new RateLimit(List.of(own), fast.seat(ALICE));
    assertThat(limit.allowance(500_000, clock.getAsLong())).isZero();
    pass(125);
    assertThat(limit.allowance(500_000, clock.getAsLong())).isEqualTo(50_000);
    assertThat(own.nanosUntilFull(clock.getAsLong())).as("the rest was given back").isZero();
    limit.spend(20_000);
    assertThat(limit.allowance(500_000, clock.getAsLong())).isEqualTo(30_000);
    limit.close();
  }

  @Test
  void whoeverGoesLeavesItsBytesToTheOthers() {
    Seat granted = ask("a0", ALICE, 1000);
    Seat next = ask("a1", ALICE, 400);
    Seat waiting = ask("a2", ALICE, 400);
    ask("b", BOB, 100);
    waiting.close(400);
    next.close(400);
    granted.close(900);
    granted.close(900);
    pass(25);
    assertThat(woken).containsExactly("b");
    pass(10_000);
    assertThat(woken).containsExactly("b");
  }

  @Test
  void whoHasSentLeavesItsShareToTheOthers() {
    FairRate fast = new FairRate(400_000, clock, timer);
    Seat alice = fast.seat(ALICE);
    alice.ask(500_000, clock.getAsLong());
    alice.spent();
    Seat bob = fast.seat(BOB);
    bob.ask(500_000, clock.getAsLong());
    pass(250);
    assertThat(bob.granted()).isEqualTo(100_000);
  }

  @Test
  void noMoreIsGivenBackThanWasReserved() {
    FairRate fast = new FairRate(400_000, clock, timer);
    fast.seat(ALICE).ask(500_000, clock.getAsLong());
    Seat gone = fast.seat(BOB);
    gone.ask(500_000, clock.getAsLong());
    gone.close(500_000);
    Seat bob = fast.seat(BOB);
    bob.ask(500_000, clock.getAsLong());
    pass(124);
    assertThat(bob.granted()).isZero();
    pass(1);
    assertThat(bob.granted()).isEqualTo(50_000);
  }

  @Test
  void waitThatBeginsAfterTheGrantIsOver() {
    Seat seat = ask("a", ALICE, 10);
    seat.whenGranted(() -> woken.add("at once"));
    assertThat(woken).containsExactly("at once");
  }

  @Test
  void chargedBytesAreEarnedFirst() {
    rate.seat(ALICE).charge(2000, clock.getAsLong());
    ask("b", BOB, 1000);
    pass(499);
    assertThat(woken).isEmpty();
    pass(1);
    assertThat(woken).containsExactly("b");
  }

  @Test
  void sliceThatWasDueNextIsReturnedByAnOwnerWhoLeaves() {
    ask("first", ALICE, 1000).spent();
    ask("gone", ALICE, 1000).close(1000);
    ask("bob", BOB, 1000);
    pass(250);
    assertThat(woken).containsExactly("bob");
  }

  @Test
  void grantedSliceIsReturnedByAnOwnerWhoLeaves() {
    ask("gone", ALICE, 1000).close(1000);
    assertThat(ask("bob", BOB, 1000).granted()).isEqualTo(1000);
  }

  /** A tick, which serves as well, stands in for the timer that failed. */
  @Test
  void failingTimerTakesNoWakeUpAway() {
    ask("first", ALICE, 1000).spent();
    ask("alice", ALICE, 1000);
    ask("bob", BOB, 1000);
    timer.failOnce();
    pass(250);
    assertThat(woken).containsExactly("alice");
    pass(250);
    rate.serve(clock.getAsLong());
    assertThat(woken).containsExactly("alice", "bob");
  }

  @Test
  void failingTimerHarmsNobodyWhoAsks() {
    ask("first", ALICE, 1000).spent();
    timer.failOnce();
    Seat alice = ask("alice", ALICE, 1000);
    pass(250);
    rate.serve(clock.getAsLong());
    assertThat(alice.granted()).isEqualTo(1000);
    assertThat(woken).containsExactly("alice");
  }

  @Test
  void closedLimitGivesItsSeatUp() {
    RateLimit gone = new RateLimit(List.of(), rate.seat(ALICE));
    assertThat(gone.allowance(1000, clock.getAsLong())).isEqualTo(1000);
    gone.close();
    assertThat(ask("bob", BOB, 1000).granted()).isEqualTo(1000);
  }
}
