package io.sendfile.glassfish.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SharedRatesTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long MUCH = Long.MAX_VALUE;
  private static final SocketAddress ALICE = new InetSocketAddress("192.0.2.1", 1);
  private static final SocketAddress ALICE_TOO = new InetSocketAddress("192.0.2.1", 2);
  private static final SocketAddress BOB = new InetSocketAddress("2001:db8::1", 1);

  private static long take(RateLimit limit, long now) {
    long n = limit.allowance(MUCH, now);
    limit.spend(n);
    return n;
  }

  @Test
  void withoutRatesNothingIsLimitedOrKept() {
    SharedRates none = new SharedRates(0, 0, 0);
    assertThat(take(none.limit(null, ALICE, 0), 0)).isEqualTo(Long.MAX_VALUE);
    assertThat(none.clients()).isZero();
  }

  @Test
  void connectionsOfOneAddressShareItsRate() {
    SharedRates rates = new SharedRates(0, 1000, 0);
    assertThat(take(rates.limit(null, ALICE, 0), 0)).isEqualTo(250);
    assertThat(take(rates.limit(null, ALICE_TOO, 0), 0)).isZero();
    assertThat(take(rates.limit(null, BOB, 0), 0)).isEqualTo(250);
    assertThat(rates.clients()).isEqualTo(2);
  }

  @Test
  void allClientsShareTheTotal() {
    SharedRates rates = new SharedRates(1000, 0, 0);
    assertThat(take(rates.limit(null, ALICE, 0), 0)).isEqualTo(250);
    assertThat(take(rates.limit(null, BOB, 0), 0)).isZero();
  }

  @Test
  void ownRateHoldsToo() {
    SharedRates rates = new SharedRates(1000, 1000, 0);
    assertThat(take(rates.limit(new TokenBucket(40, 0), ALICE, 0), 0)).isEqualTo(10);
  }

  @Test
  void ceilingIsTheLowestRate() {
    assertThat(new SharedRates(0, 0, 0).ceiling(0)).isZero();
    assertThat(new SharedRates(0, 0, 0).ceiling(7)).isEqualTo(7);
    assertThat(new SharedRates(1000, 100, 0).ceiling(0)).isEqualTo(100);
    assertThat(new SharedRates(50, 100, 0).ceiling(70)).isEqualTo(50);
  }

  @Test
  void clientsThatHaveGoneAreForgottenOnceTheirBucketIsFull() {
    SharedRates rates = new SharedRates(0, 1000, 0);
    RateLimit limit = rates.limit(null, ALICE, 0);
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
    SharedRates rates = new SharedRates(0, 1000, 0);
    long sent = 0;
    for (long now = 0; now <= 10 * SECOND; now += SECOND / 100) {
      RateLimit limit = rates.limit(null, ALICE, now);
      sent += take(limit, now);
      limit.close();
      rates.sweep(now);
    }
    assertThat(sent).isBetween(9_000L, 10_250L);
  }

  @Test
  void memoryIsBoundedByWhoIsHere() {
    SharedRates rates = new SharedRates(0, 1000, 0);
    List<RateLimit> limits = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      String address = "10.0." + i / 256 + "." + i % 256;
      limits.add(rates.limit(null, new InetSocketAddress(address, 1), 0));
    }
    limits.forEach(RateLimit::close);
    rates.sweep(SECOND);
    assertThat(rates.clients()).isZero();
  }

  @Test
  void unchangedRatesStayTheSameOnes() {
    SharedRates rates = new SharedRates(1000, 10, 0);
    assertThat(rates.with(1000, 10, 5)).isSameAs(rates);
    assertThat(rates.with(1000, 0, 5)).isNotSameAs(rates);
    assertThat(rates.with(1, 10, 5)).isNotSameAs(rates);
  }
}
