package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.links.LinkStore.Write;
import io.sendfile.links.Links.Response;
import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.PathResolver.Denial;
import io.sendfile.spi.PathResolver.Denial.Reason;
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
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.naming.NamingException;
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
class DatabaseStoreTest {
  private static final Link LINK = Links.once(1);
  private static final String GIVEN = System.getProperty("links.database");
  private static final String DERBY = "jdbc:derby:memory:links";
  private static final LinkUse RUNS = LinkUse.NONE.charged(100);
  private static final LinkUse HALF = LinkUse.NONE.ended(Links.part(0, 40, 100), 50);

  private final Logger log = Logger.getLogger("io.sendfile.test.links");
  private final Losses losses = new Losses("links", Severity.WARNING, "", log, () -> 0);
  private final AtomicLong nanos = new AtomicLong();
  private final List<String> lost = new CopyOnWriteArrayList<>();
  private final List<DatabaseStore> all = new ArrayList<>();
  private volatile Instant now = Links.NOW;
  private DatabaseStore one;
  private DatabaseStore two;

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
    one = store(losses);
    two = store(new Losses("links", Severity.WARNING, "", log, () -> 0));
    assertThat(one.isOpen()).as(losses.failure()).isTrue();
  }

  @AfterEach
  void end() throws SQLException {
    all.forEach(DatabaseStore::close);
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

  private DatabaseStore store(Losses told) {
    return store(DatabaseStoreTest::connect, told);
  }

  /** It beats when a test wants it to. */
  private DatabaseStore store(DatabaseStore.Source source, Losses told) {
    DatabaseStore store = new DatabaseStore("jdbc/test", source, () -> now, nanos::get, told);
    store.lost = lost::add;
    store.beat();
    all.add(store);
    return store;
  }

  private static LinkUse use(LinkStore store, Link link) {
    return store.read(link).join().orElseThrow();
  }

  private static boolean isElsewhere(LinkStore store, Link link) {
    return store.read(link).join().isEmpty();
  }

  private static boolean writes(LinkStore store, Link link, LinkUse use, Write kind) {
    return store.write(link, use, kind).join();
  }

  private void pass(Duration time) {
    now = now.plus(time);
    nanos.addAndGet(time.toNanos());
  }

  /** Naming, the resource or its pool come up later than the first look, and go before the last. */
  @Test
  void serverThatStartsOrStopsIsNoFault() {
    AtomicBoolean ready = new AtomicBoolean();
    Losses told = new Losses("links", Severity.WARNING, "", log, () -> 0);
    DatabaseStore starting =
        store(
            () -> {
              if (!ready.get()) {
                throw new DatabaseStore.NotReadyException(new NamingException("not found"));
              }
              return connect();
            },
            told);
    assertThat(starting.isOpen()).isFalse();
    assertThat(told.problem()).isNull();
    ready.set(true);
    starting.beat();
    assertThat(starting.isOpen()).isTrue();
    ready.set(false);
    starting.beat();
    assertThat(told.problem()).isNull();
  }

  @Test
  void oneServerSendsByALinkAtATime() {
    assertThat(use(one, LINK)).isEqualTo(LinkUse.NONE);
    assertThat(use(two, LINK)).isEqualTo(LinkUse.NONE);
    assertThat(writes(one, LINK, RUNS, Write.BEGIN)).isTrue();
    assertThat(writes(two, LINK, RUNS, Write.BEGIN)).as("the other was faster").isFalse();
    assertThat(isElsewhere(two, LINK)).isTrue();
    assertThat(writes(one, LINK, HALF.charged(50), Write.END)).isTrue();
    assertThat(isElsewhere(two, LINK)).isTrue();
    assertThat(writes(one, LINK, HALF, Write.LAST)).isTrue();
    assertThat(use(two, LINK)).isEqualTo(HALF);
    assertThat(writes(two, LINK, LinkUse.OVER, Write.LAST)).isTrue();
    assertThat(two.over(LINK.id())).isEqualTo(Reason.USED);
    assertThat(one.over(LINK.id())).as("not known yet").isNull();
    assertThat(use(one, LINK)).isEqualTo(LinkUse.OVER);
    assertThat(one.over(LINK.id())).isEqualTo(Reason.USED);
  }

  @Test
  void silentServerLosesTheLinkAndWhatItSentCounts() {
    use(one, LINK);
    writes(one, LINK, RUNS, Write.BEGIN);
    for (int i = 0; i < 10; i++) {
      pass(DatabaseStore.BEAT);
      one.beat();
    }
    assertThat(isElsewhere(two, LINK)).as("it is renewed").isTrue();
    pass(DatabaseStore.LEASE.plusMillis(1));
    assertThat(use(two, LINK).sentBytes()).isEqualTo(100);
    assertThat(writes(two, LINK, RUNS.charged(100), Write.BEGIN)).isTrue();
    one.beat();
    assertThat(lost).containsExactly(LINK.id());
    assertThat(writes(one, LINK, HALF, Write.LAST)).isFalse();
    two.beat();
    assertThat(lost).hasSize(1);
  }

  @Test
  void clockThatIsAheadTakesALinkButNothingIsSentTwice() {
    use(one, LINK);
    writes(one, LINK, RUNS, Write.BEGIN);
    now = now.plus(Duration.ofDays(300));
    assertThat(use(two, LINK).sentBytes()).as("as if all were sent").isEqualTo(100);
    writes(two, LINK, RUNS.charged(100), Write.BEGIN);
    now = Links.NOW;
    one.beat();
    assertThat(lost).containsExactly(LINK.id());
  }

  @Test
  void revokedByOneIsOverForAllAtTheNextBeat() throws IOException {
    one.revoke(LINK);
    one.revoke(LINK);
    assertThat(one.over(LINK.id())).isEqualTo(Reason.REVOKED);
    two.revoke(Links.once(2));
    assertThat(one.over(Links.id(2))).isNull();
    one.beat();
    assertThat(one.over(Links.id(2))).isEqualTo(Reason.REVOKED);
    DatabaseStore three = store(losses);
    assertThat(three.over(LINK.id())).isEqualTo(Reason.REVOKED);
    assertThat(three.state()).isEqualTo("2 revoked in jdbc/test");
  }

  /** Real threads, and clients that ask for all and leave, at both servers. */
  @Test
  void noClientGetsMoreThanTwiceTheBytes() throws Exception {
    ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    try {
      List<LinkLedger> ledgers = new ArrayList<>();
      for (DatabaseStore store : List.of(one, two)) {
        ledgers.add(
            new LinkLedger(
                store,
                (delay, task) -> thread.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS)));
      }
      Random random = new Random(1);
      for (int number = 10; number < 14; number++) {
        AtomicLong sent = new AtomicLong();
        List<Response> asked = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
          LinkLedger ledger = ledgers.get(random.nextInt(2));
          Response response =
              new Response(ledger, Links.once(number), Links.part(i % 3, 99 + i % 2, 100));
          asked.add(response);
          response.answer.thenAccept(
              denial -> {
                if (denial == null) {
                  long bytes = response.planned.spans().get(0).end() - i(response);
                  sent.addAndGet(bytes);
                  thread.schedule(() -> response.ends(bytes - 1, bytes), 5, TimeUnit.MILLISECONDS);
                }
              });
        }
        for (Response each : asked) {
          each.answer.join();
        }
        assertThat(sent.get()).isBetween(97L, 200L);
      }
    } finally {
      thread.shutdownNow();
    }
    assertThat(losses.failure()).isEmpty();
  }

  private static long i(Response response) {
    return response.planned.spans().get(0).start();
  }

  /** A lock of somebody else, as any other reason for which a database is silent. */
  @Test
  void silentDatabaseHoldsNoCaller() throws Exception {
    use(one, LINK);
    writes(one, LINK, RUNS, Write.BEGIN);
    Turns turns = new Turns();
    LinkLedger ledger = new LinkLedger(one, turns);
    try (Connection database = connect();
        Statement statement = database.createStatement()) {
      database.setAutoCommit(false);
      statement.execute("LOCK TABLE sendfile_links IN EXCLUSIVE MODE");
      Response other = new Response(ledger, Links.once(2), Links.part(0, 100, 100));
      turns.pass(LinkLedger.PATIENCE);
      Denial denial = other.denial();
      assertThat(denial.reason()).isEqualTo(Reason.NOT_NOW);
      assertThat(denial.detail()).contains("within 2 s");
      database.rollback();
    }
    while (!writes(one, LINK, HALF, Write.LAST)) {
      Thread.onSpinWait();
    }
    assertThat(use(two, LINK)).isEqualTo(HALF);
  }

  @Test
  void missingDatabaseClosesTheStoreAfterAWhile() {
    AtomicBoolean broken = new AtomicBoolean(true);
    DatabaseStore three =
        store(
            () ->
                broken.get() ? DriverManager.getConnection("jdbc:derby:memory:missing") : connect(),
            losses);
    assertThat(three.isOpen()).isFalse();
    assertThat(losses.failure()).contains("jdbc/test does not answer", "missing");
    broken.set(false);
    three.beat();
    assertThat(three.isOpen()).isTrue();
    assertThat(losses.isFailing()).isFalse();
    assertThat(use(three, LINK)).isEqualTo(LinkUse.NONE);
    broken.set(true);
    three.beat();
    assertThat(three.isOpen()).isTrue();
    assertThatThrownBy(() -> three.write(LINK, RUNS, Write.BEGIN).join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("missing");
    assertThatThrownBy(() -> three.revoke(LINK)).isInstanceOf(IOException.class);
    nanos.addAndGet(DatabaseStore.LEASE.toNanos());
    assertThat(three.isOpen()).isFalse();
  }

  /** Its connection dies after the commit: nobody knows whether there was one. */
  @Test
  void changeWhoseEndIsNotKnownIsLookedAt() throws SQLException {
    AtomicBoolean dies = new AtomicBoolean();
    DatabaseStore three =
        store(
            () -> {
              if (dies.get()) {
                throw new SQLException("dead");
              }
              return connect();
            },
            losses);
    use(three, LINK);
    writes(three, LINK, RUNS, Write.BEGIN);
    execute("UPDATE sendfile_links SET changes = changes + 1");
    assertThat(writes(three, LINK, HALF, Write.END)).as("another change").isFalse();
    use(three, LINK);
    dies.set(true);
    assertThatThrownBy(() -> three.write(LINK, HALF, Write.END).join())
        .hasMessageContaining("dead");
    dies.set(false);
    assertThat(writes(three, LINK, HALF, Write.LAST)).isTrue();
    assertThat(use(two, LINK)).isEqualTo(HALF);
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
    DatabaseStore three = store(() -> pool.isEmpty() ? connect() : pool.remove(0), losses);
    assertThat(losses.failure()).isEmpty();
    assertThat(three.isOpen()).isTrue();
    assertThat(pool).isEmpty();
  }

  @Test
  void forgetsWhatHasBeenExpiredForADay() throws Exception {
    use(one, LINK);
    writes(one, LINK, LinkUse.OVER, Write.LAST);
    one.revoke(Links.once(2));
    pass(Duration.ofHours(2));
    one.beat();
    pass(Duration.ofHours(23));
    one.beat();
    assertThat(use(two, LINK)).isEqualTo(LinkUse.OVER);
    pass(Duration.ofHours(1));
    one.beat();
    one.beat();
    assertThat(use(two, LINK)).isEqualTo(LinkUse.NONE);
    two.beat();
    assertThat(two.over(Links.id(2))).isNull();
  }

  /** And back again. */
  @Test
  void clockThatJumpsAheadForgetsNothing() throws Exception {
    use(one, LINK);
    writes(one, LINK, LinkUse.OVER, Write.LAST);
    one.revoke(Links.once(2));
    now = Links.EXPIRES.plus(Duration.ofDays(400));
    for (int i = 0; i < 20; i++) {
      nanos.addAndGet(Duration.ofHours(1).toNanos());
      one.beat();
    }
    now = Links.NOW;
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    one.beat();
    now = Links.EXPIRES.plus(Duration.ofDays(400));
    nanos.addAndGet(Duration.ofHours(20).toNanos());
    one.beat();
    now = Links.NOW;
    DatabaseStore three = store(losses);
    assertThat(use(three, LINK)).isEqualTo(LinkUse.OVER);
    assertThat(three.over(Links.id(2))).isEqualTo(Reason.REVOKED);
  }

  @Test
  void closingWritesEndsAndLeavesNoThread() throws Exception {
    one.open(lost::add);
    use(one, LINK);
    writes(one, LINK, RUNS, Write.BEGIN);
    var end = one.write(LINK, HALF, Write.LAST);
    one.close();
    assertThat(end.join()).isTrue();
    assertThat(use(two, LINK)).isEqualTo(HALF);
    two.close();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("sendfile-link-database"))) {
      assertThat(System.nanoTime()).isLessThan(until);
      Thread.onSpinWait();
    }
  }
}
