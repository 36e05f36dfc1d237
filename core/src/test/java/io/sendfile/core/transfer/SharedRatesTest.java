package io.sendfile.core.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SharedRatesTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long MUCH = Long.MAX_VALUE;
  private static final Object ALICE = Claim.address(new InetSocketAddress("192.0.2.1", 1));
  private static final Object ALICE_TOO = Claim.address(new InetSocketAddress("192.0.2.1", 2));
  private static final Object BOB = Claim.address(new InetSocketAddress("2001:db8::1", 1));

  private static SharedRates rates(long total, long client) {
    return new SharedRates(total, client, () -> 0, (nanos, action) -> {});
  }

  private static RateLimit limit(SharedRates rates, Object client, long now) {
    return rates.inForce().limit(null, client, List.of(), now);
  }

  private static long take(RateLimit limit, long now) {
    long n = limit.allowance(MUCH, now);
    limit.spend(n);
    return n;
  }

  @Test
  void withoutRatesNothingIsLimitedOrKept() {
    SharedRates none = rates(0, 0);
    assertThat(take(limit(none, ALICE, 0), 0)).isEqualTo(Long.MAX_VALUE);
    assertThat(none.clients()).isZero();
  }

  @Test
  void connectionsOfOneAddressShareItsRate() {
    SharedRates rates = rates(0, 1000);
    assertThat(take(limit(rates, ALICE, 0), 0)).isEqualTo(250);
    assertThat(take(limit(rates, ALICE_TOO, 0), 0)).isZero();
    assertThat(take(limit(rates, BOB, 0), 0)).isEqualTo(250);
    assertThat(rates.clients()).isEqualTo(2);
  }

  @Test
  void allClientsShareTheTotal() {
    SharedRates rates = rates(1000, 0);
    assertThat(take(limit(rates, ALICE, 0), 0)).isEqualTo(250);
    assertThat(take(limit(rates, BOB, 0), 0)).isZero();
  }

  @Test
  void ownRateHoldsToo() {
    SharedRates rates = rates(1000, 1000);
    assertThat(take(rates.inForce().limit(new TokenBucket(40, 0), ALICE, List.of(), 0), 0))
        .isEqualTo(10);
  }

  private static Ceiling ceiling(SharedRates rates, long own) {
    return rates.inForce().ceiling(HighestRate.ofEach(own), new LimitSubject(null, "", "", ""));
  }

  private static Ceiling ceiling(HighestRate rate) {
    return new Ceiling(rate, List.of());
  }

  @Test
  void ceilingIsTheLowestRate() {
    assertThat(ceiling(rates(0, 0), 0)).isEqualTo(Ceiling.NONE);
    assertThat(ceiling(rates(0, 0), 7)).isEqualTo(ceiling(HighestRate.ofEach(7)));
    assertThat(ceiling(rates(1000, 100), 0)).isEqualTo(ceiling(HighestRate.ofClient(100)));
    assertThat(ceiling(rates(50, 100), 70)).isEqualTo(ceiling(HighestRate.ofAll(50)));
  }

  @Test
  void clientsThatHaveGoneAreForgottenOnceTheirBucketIsFull() {
    SharedRates rates = rates(0, 1000);
    RateLimit limit = limit(rates, ALICE, 0);
    take(limit, 0);
    rates.sweep(9 * SECOND);
    assertThat(rates.clients()).as("it is still here").isEqualTo(1);
    limit.close();
    rates.sweep(SECOND / 8);
    assertThat(rates.clients()).as("what it used is not forgotten").isEqualTo(1);
    rates.sweep(SECOND / 4);
    assertThat(rates.clients()).isZero();
  }

  @Test
  void comingBackDoesNotFillTheBucket() {
    SharedRates rates = rates(0, 1000);
    long sent = 0;
    for (long now = 0; now <= 10 * SECOND; now += SECOND / 100) {
      RateLimit limit = limit(rates, ALICE, now);
      sent += take(limit, now);
      limit.close();
      rates.sweep(now);
    }
    assertThat(sent).isBetween(9_000L, 10_250L);
  }

  @Test
  void memoryIsBoundedByWhoIsHere() {
    SharedRates rates = rates(0, 1000);
    List<RateLimit> limits = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      String address = "10.0." + i / 256 + "." + i % 256;
      limits.add(limit(rates, address, 0));
    }
    limits.forEach(RateLimit::close);
    rates.sweep(SECOND);
    assertThat(rates.clients()).isZero();
  }

  /** Changes of other settings do not fill the token buckets. */
  @Test
  void unchangedRatesStayTheSameOnes() {
    SharedRates rates = rates(1000, 10);
    SharedRates.RatesInForce before = rates.inForce();
    assertThat(rates.change(1000, 10)).isFalse();
    assertThat(rates.inForce()).isSameAs(before);
    assertThat(rates.change(1000, 0)).isTrue();
    assertThat(rates.change(1, 0)).isTrue();
    assertThat(rates.inForce()).isNotSameAs(before);
    assertThat(ceiling(rates, 0).bytesPerSecond()).isEqualTo(1);
  }

  @Test
  void eachOfTheRatesLimits() {
    assertThat(rates(0, 0).areUnlimited()).isTrue();
    assertThat(rates(1, 0).areUnlimited()).isFalse();
    assertThat(rates(0, 1).areUnlimited()).isFalse();
  }
}
