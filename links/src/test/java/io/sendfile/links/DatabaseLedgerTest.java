package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.Delivered.Span;
import io.sendfile.spi.PathResolver.Delivery;
import io.sendfile.spi.PathResolver.Denial;
import io.sendfile.spi.Problem.Severity;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two servers at one database: the Derby of GlassFish, or the one of {@code -Dlinks.database=URL},
 * whose driver has to be on the path.
 */
@Timeout(60)
class DatabaseLedgerTest {
  private static final Delivered WHOLE = new Delivered("\"v\"", 100, List.of(new Span(0, 100)));
  private static final Delivered START = new Delivered("\"v\"", 100, List.of(new Span(0, 40)));
  private static final Delivered REST = new Delivered("\"v\"", 100, List.of(new Span(40, 100)));
  private static final Link LINK = Links.once(1);
  private static final String GIVEN = System.getProperty("links.database");
  private static final String DERBY = "jdbc:derby:memory:links";

  private final Logger log = Logger.getLogger("io.sendfile.test.links");
  private final Losses losses = new Losses("links", Severity.WARNING, "", log, () -> 0);
  private final AtomicLong nanos = new AtomicLong();
  private final List<DatabaseLedger> all = new ArrayList<>();
  private Instant now = Links.NOW;
  private DatabaseLedger one;
  private DatabaseLedger two;

  @BeforeAll
  static void derbyLogsBesideTheBuild() {
    System.setProperty("derby.stream.error.file", "target/derby.log");
  }

  @BeforeEach
  void begin() throws SQLException {
    log.setLevel(Level.OFF);
    if (GIVEN == null) {
      DriverManager.getConnection(DERBY + ";create=true").close();
    }
    one = ledger(losses);
    two = ledger(new Losses("links", Severity.WARNING, "", log, () -> 0));
    one.beat();
    two.beat();
    assertThat(one.isOpen()).as(losses.failure()).isTrue();
  }

  @AfterEach
  void end() throws SQLException {
    all.forEach(DatabaseLedger::close);
    if (GIVEN == null) {
      try {
        DriverManager.getConnection(DERBY + ";drop=true").close();
      } catch (SQLException dropped) {
        assertThat(dropped.getSQLState()).isEqualTo("08006");
      }
    } else {
      execute("DROP TABLE sendfile_links");
    }
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(GIVEN == null ? DERBY : GIVEN);
  }

  private static void execute(String sql) throws SQLException {
    try (Connection database = connect();
        Statement statement = database.createStatement()) {
      statement.execute(sql);
    }
  }

  private DatabaseLedger ledger(Losses told) {
    DatabaseLedger ledger =
        new DatabaseLedger("jdbc/test", DatabaseLedgerTest::connect, () -> now, nanos::get, told);
    all.add(ledger);
    return ledger;
  }

  private static Delivery begun(LinkLedger ledger, Link link, Delivered parts) {
    Delivery delivery = ledger.delivery(link);
    Denial denial = delivery.begins(parts, Links.RUNNING).join();
    assertThat(denial).isNull();
    return delivery;
  }

  private static void assertDenied(
      LinkLedger ledger, Link link, Delivered parts, boolean forGood, String detail) {
    Denial denial = ledger.delivery(link).begins(parts, Links.RUNNING).join();
    assertThat(denial).isNotNull();
    assertThat(Objects.requireNonNull(denial).detail()).contains(detail);
    assertThat(denial.forGood()).isEqualTo(forGood);
  }

  /** Ends are written by other threads. */
  private static <T> void awaits(T value, Callable<T> found) throws Exception {
    while (!value.equals(found.call())) {
      Thread.onSpinWait();
    }
  }

  @Test
  void deliveredByOneIsOverForAll() throws Exception {
    begun(one, LINK, WHOLE).ended(WHOLE, 0);
    awaits(true, () -> one.isOver(LINK.id()));
    assertDenied(two, LINK, WHOLE, true, "is over");
    assertThat(two.isOver(LINK.id())).isTrue();
    assertThat(two.isOver(Links.id(2))).isFalse();
  }

  @Test
  void begunByOneIsResumedButNotBegunByAnother() throws Exception {
    Delivery cut = begun(one, LINK, WHOLE);
    assertDenied(two, LINK, WHOLE, false, "it is being sent");
    Delivery rest = begun(two, LINK, REST);
    cut.ended(START, 0);
    rest.ended(REST, 0);
    awaits(true, () -> one.isOver(LINK.id()) || two.isOver(LINK.id()));
    assertDenied(one, LINK, WHOLE, true, "is over");
  }

  @Test
  void nothingSentLeavesItToAnother() throws Exception {
    begun(one, LINK, WHOLE).ended(new Delivered("\"v\"", 100, List.of()), 0);
    awaits(true, () -> two.delivery(LINK).begins(WHOLE, Links.RUNNING).join() == null);
  }

  /** By its beats alone, by the clock of the one that watches. */
  @Test
  void serverThatNoLongerBeatsIsDead() {
    begun(one, LINK, WHOLE);
    for (int i = 0; i < 5; i++) {
      nanos.addAndGet(DatabaseLedger.BEAT.toNanos());
      one.beat();
      two.beat();
    }
    nanos.addAndGet(DatabaseLedger.LEASE.toNanos() - 1);
    two.beat();
    assertThat(one.isOpen()).isTrue();
    assertDenied(two, LINK, WHOLE, false, "it is being sent");
    nanos.addAndGet(1);
    assertThat(one.isOpen()).isFalse();
    assertDenied(two, LINK, WHOLE, true, "when the server died");
    begun(two, LINK, REST);
  }

  /** Its past responses are those of another life. */
  @Test
  void serverThatComesBackKnowsThatItDied() {
    begun(one, LINK, WHOLE);
    DatabaseLedger again = ledger(losses);
    again.beat();
    assertDenied(again, LINK, WHOLE, false, "it is being sent");
    nanos.addAndGet(DatabaseLedger.LEASE.toNanos());
    again.beat();
    assertDenied(again, LINK, WHOLE, true, "when the server died");
  }

  @Test
  void revokedByOneIsOverForAllAtTheNextBeat() throws IOException {
    one.revoke(LINK);
    assertThat(one.isOver(LINK.id())).isTrue();
    assertDenied(two, LINK, WHOLE, true, "was revoked");
    two.revoke(Links.once(2));
    one.beat();
    assertThat(one.isOver(Links.id(2))).isTrue();
    DatabaseLedger three = ledger(losses);
    three.beat();
    assertThat(three.isOver(LINK.id()) && three.isOver(Links.id(2))).isTrue();
    assertThat(three.state()).isEqualTo("2 revoked in jdbc/test");
  }

  @Test
  void revokedWhileItIsDeliveredStaysSo() throws Exception {
    Delivery delivery = begun(one, LINK, WHOLE);
    two.revoke(LINK);
    delivery.ended(START, 0);
    one.close();
    assertDenied(two, LINK, REST, true, "was revoked");
  }

  @Test
  void onlyOneOfManyBegins() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(8);
    try {
      for (int number = 10; number < 40; number++) {
        Link link = Links.once(number);
        List<Callable<Boolean>> asking = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          LinkLedger ledger = i % 2 == 0 ? one : two;
          asking.add(() -> ledger.delivery(link).begins(WHOLE, Links.RUNNING).join() == null);
        }
        int begun = 0;
        for (Future<Boolean> each : clients.invokeAll(asking)) {
          begun += each.get() ? 1 : 0;
        }
        assertThat(begun).as("of link " + number).isEqualTo(1);
      }
    } finally {
      clients.shutdownNow();
    }
    assertThat(losses.failure()).isEmpty();
  }

  @Test
  void rangesOfManyAreAddedUp() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> asking = new ArrayList<>();
      for (long i = 0; i < 20; i++) {
        Delivered part = new Delivered("\"v\"", 100, List.of(new Span(5 * i, 5 * i + 5)));
        LinkLedger ledger = i % 2 == 0 ? one : two;
        asking.add(
            () -> {
              Delivery delivery = ledger.delivery(LINK);
              while (delivery.begins(part, Links.RUNNING).join() != null) {
                Thread.onSpinWait();
              }
              delivery.ended(part, 0);
              return true;
            });
      }
      for (Future<Boolean> each : clients.invokeAll(asking)) {
        assertThat(each.get()).isTrue();
      }
    } finally {
      clients.shutdownNow();
    }
    one.close();
    two.close();
    DatabaseLedger three = ledger(losses);
    three.beat();
    assertDenied(three, LINK, WHOLE, true, "is over");
  }

  /** A lock of somebody else, as any other reason for which a database is silent. */
  @Test
  void silentDatabaseHoldsARequestForTwoSecondsAndLaterOnesNotAtAll() throws Exception {
    Delivery delivery = begun(one, LINK, WHOLE);
    Link other = Links.once(2);
    try (Connection database = connect();
        Statement statement = database.createStatement()) {
      database.setAutoCommit(false);
      statement.execute("LOCK TABLE sendfile_links IN EXCLUSIVE MODE");
      long begin = System.nanoTime();
      assertDenied(one, other, WHOLE, false, "has not answered within 2 s");
      long after = System.nanoTime();
      assertThat(Duration.ofNanos(after - begin)).isBetween(seconds(2), seconds(4));
      assertDenied(one, Links.once(3), WHOLE, false, "does not answer");
      assertThat(Duration.ofNanos(System.nanoTime() - after)).isLessThan(seconds(1));
      assertThat(losses.failure()).contains("has not answered");
      delivery.ended(WHOLE, 0);
      database.rollback();
    }
    awaits(false, losses::isFailing);
    one.beat();
    // What nobody waited for was taken back, and the end was not lost.
    awaits(true, () -> two.delivery(other).begins(WHOLE, Links.RUNNING).join() == null);
    awaits(true, () -> one.isOver(LINK.id()));
  }

  private static Duration seconds(int number) {
    return Duration.ofSeconds(number);
  }

  @Test
  void missingDatabaseClosesTheLedgerAfterAWhile() throws Exception {
    AtomicInteger broken = new AtomicInteger(1);
    DatabaseLedger three =
        new DatabaseLedger(
            "jdbc/three",
            () -> {
              if (broken.get() > 0) {
                return DriverManager.getConnection("jdbc:derby:memory:missing");
              }
              return connect();
            },
            () -> now,
            nanos::get,
            losses);
    all.add(three);
    three.beat();
    assertThat(three.isOpen()).isFalse();
    assertThat(losses.failure()).contains("jdbc/three does not answer", "missing");
    broken.set(0);
    three.beat();
    assertThat(three.isOpen()).isTrue();
    assertThat(losses.isFailing()).isFalse();
    begun(three, LINK, WHOLE);
    broken.set(1);
    three.beat();
    assertThat(three.isOpen()).isTrue();
    assertDenied(three, Links.once(2), WHOLE, false, "does not answer");
    nanos.addAndGet(DatabaseLedger.LEASE.toNanos());
    assertThat(three.isOpen()).isFalse();
  }

  /** As a pool hands them out after a restart of the database. */
  @Test
  void deadConnectionsAreLeftOut() throws SQLException {
    List<Connection> pool = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Connection dead = connect();
      dead.close();
      pool.add(dead);
    }
    DatabaseLedger three =
        new DatabaseLedger(
            "jdbc/three",
            () -> pool.isEmpty() ? connect() : pool.remove(0),
            () -> now,
            nanos::get,
            losses);
    all.add(three);
    three.beat();
    assertThat(losses.failure()).isEmpty();
    assertThat(three.isOpen()).isTrue();
    assertThat(pool).isEmpty();
  }

  @Test
  void piecesThatDoNotFitAreDenied() throws Exception {
    List<Span> spans = new ArrayList<>();
    long far = 1_000_000_000_000L;
    for (long i = 0; i < 120; i++) {
      spans.add(new Span(far + 2 * i, far + 2 * i + 1));
    }
    assertDenied(one, LINK, new Delivered("", 2 * far, spans), true, "in too many pieces");
    begun(one, LINK, new Delivered("", 2 * far, spans.subList(0, 60)));
  }

  @Test
  void forgetsADayAfterTheExpiry() throws Exception {
    one.revoke(LINK);
    now = Links.EXPIRES.plus(Duration.ofHours(23));
    DatabaseLedger three = ledger(losses);
    three.beat();
    assertThat(three.isOver(LINK.id())).isTrue();
    now = Links.EXPIRES.plus(Duration.ofHours(25));
    three.beat();
    DatabaseLedger four = ledger(losses);
    four.beat();
    assertThat(four.isOver(LINK.id())).isFalse();
  }

  @Test
  void revocationIsSeenAfterOthersWereForgotten() throws Exception {
    one.revoke(LINK);
    one.beat();
    now = Links.EXPIRES.plus(Duration.ofHours(25));
    DatabaseLedger three = ledger(losses);
    three.beat();
    three.revoke(Links.once(2));
    one.beat();
    assertThat(one.isOver(Links.id(2))).isTrue();
  }

  @Test
  void closingWritesEndsAndLeavesNoThread() throws Exception {
    one.open();
    Delivery delivery = begun(one, LINK, WHOLE);
    delivery.ended(WHOLE, 0);
    one.close();
    assertDenied(two, LINK, WHOLE, true, "is over");
    two.close();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("sendfile-link-ledger"))) {
      assertThat(System.nanoTime()).isLessThan(until);
      Thread.onSpinWait();
    }
  }
}
