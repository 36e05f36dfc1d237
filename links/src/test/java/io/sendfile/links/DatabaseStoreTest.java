package io.sendfile.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.links.Links.Response;
import io.sendfile.spi.DenialReason;
import io.sendfile.spi.Losses;
import io.sendfile.spi.Severity;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
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
class DatabaseStoreTest {
  private static final Link LINK = Links.once(1);
  private static final String GIVEN = System.getProperty("links.database");
  private static final String DERBY = "jdbc:derby:memory:links";
  private static final LinkUse RUNS = LinkUse.NONE.charged(100);
  private static final LinkUse HALF = LinkUse.NONE.ended(Links.part(0, 40, 100), 50);

  private final AtomicLong nanos = new AtomicLong();
  private volatile Instant now = Links.NOW;
  private DatabaseStore one;
  private DatabaseStore two;

  @BeforeAll
  static void derbyLogsBesideTheBuild() {
    System.setProperty("derby.stream.error.file", "target/derby.log");
  }

  @BeforeEach
  void begin() throws Exception {
    if (GIVEN == null) {
      DriverManager.getConnection(DERBY + ";create=true").close();
    }
    one = store();
    two = store();
    assertThat(one.isOpen()).isTrue();
  }

  @AfterEach
  void end() throws SQLException {
    if (GIVEN == null) {
      try {
        DriverManager.getConnection(DERBY + ";drop=true").close();
      } catch (SQLException dropped) {
        assertThat(dropped.getSQLState()).isEqualTo("08006");
      }
    } else {
      execute("DROP TABLE sendfile_link_uses");
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

  private DatabaseStore store() throws IOException {
    DatabaseStore store = closed(DatabaseStoreTest::connect);
    store.refresh();
    return store;
  }

  private DatabaseStore closed(Callable<Connection> source) {
    return new DatabaseStore("jdbc/test", source, () -> now, nanos::get);
  }

  private static LinkUse use(LinkStore store, Link link) throws IOException {
    return store.read(link).orElseThrow();
  }

  private static boolean isElsewhere(LinkStore store, Link link) throws IOException {
    return store.read(link).isEmpty();
  }

  private static boolean writes(LinkStore store, Link link, LinkUse use, Write kind)
      throws IOException {
    return store.write(link, use, kind);
  }

  private void pass(Duration time) {
    now = now.plus(time);
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void oneServerSendsByALinkAtATime() throws IOException {
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
    assertThat(two.over(LINK.id())).isEqualTo(DenialReason.USED);
    assertThat(one.over(LINK.id())).as("not known yet").isNull();
    assertThat(use(one, LINK)).isEqualTo(LinkUse.OVER);
    assertThat(one.over(LINK.id())).isEqualTo(DenialReason.USED);
  }

  @Test
  void silentServerLosesTheLinkAndWhatItSentCounts() throws IOException {
    use(one, LINK);
    writes(one, LINK, RUNS, Write.BEGIN);
    for (int i = 0; i < 10; i++) {
      pass(LinkLedger.BEAT);
      writes(one, LINK, RUNS, Write.END);
    }
    assertThat(isElsewhere(two, LINK)).as("it is renewed").isTrue();
    pass(DatabaseStore.LEASE.plusMillis(1));
    assertThat(use(two, LINK).sentBytes()).isEqualTo(100);
    assertThat(writes(two, LINK, RUNS.charged(100), Write.BEGIN)).isTrue();
    assertThat(writes(one, LINK, RUNS, Write.END)).isFalse();
    assertThat(writes(one, LINK, HALF, Write.LAST)).isFalse();
    assertThat(writes(two, LINK, RUNS.charged(100), Write.END)).isTrue();
  }

  @Test
  void clockThatIsAheadTakesALinkButNothingIsSentTwice() throws IOException {
    use(one, LINK);
    writes(one, LINK, RUNS, Write.BEGIN);
    now = now.plus(Duration.ofDays(300));
    assertThat(use(two, LINK).sentBytes()).as("as if all were sent").isEqualTo(100);
    writes(two, LINK, RUNS.charged(100), Write.BEGIN);
    now = Links.NOW;
    assertThat(writes(one, LINK, RUNS, Write.END)).isFalse();
  }

  @Test
  void revokedByOneIsOverForAllAtTheNextBeat() throws IOException {
    one.revoke(LINK);
    one.revoke(LINK);
    assertThat(one.over(LINK.id())).isEqualTo(DenialReason.REVOKED);
    two.revoke(Links.once(2));
    assertThat(one.over(Links.id(2))).isNull();
    one.refresh();
    assertThat(one.over(Links.id(2))).isEqualTo(DenialReason.REVOKED);
    DatabaseStore three = store();
    assertThat(three.over(LINK.id())).isEqualTo(DenialReason.REVOKED);
    assertThat(three.state()).isEqualTo("2 revoked in jdbc/test");
  }

  /** It has died before it wrote that it begins. */
  @Test
  void linkThatWasOnlyReadIsFreeAfterTheLease() throws IOException {
    use(one, LINK);
    writes(one, LINK, HALF, Write.LAST);
    use(one, LINK);
    assertThat(isElsewhere(two, LINK)).isTrue();
    pass(DatabaseStore.LEASE.plusMillis(1));
    assertThat(use(two, LINK)).isEqualTo(HALF);
    assertThat(writes(one, LINK, RUNS, Write.BEGIN)).isFalse();
  }

  /** Real threads, and clients that ask for all and leave, at both servers. */
  @Test
  void noClientGetsMoreThanTwiceTheBytes() throws Exception {
    Losses losses =
        new Losses("links", Severity.WARNING, "", Logger.getLogger("io.sendfile.test"), () -> 0);
    ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    ExecutorService calls = Executors.newFixedThreadPool(4);
    try {
      List<LinkLedger> ledgers = new ArrayList<>();
      for (DatabaseStore store : List.of(one, two)) {
        ledgers.add(
            new LinkLedger(
                store,
                losses,
                () -> true,
                (delay, task) -> {
                  var unused = thread.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
                  return true;
                },
                calls));
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
      calls.shutdownNow();
    }
    assertThat(losses.failure()).isEmpty();
  }

  private static long i(Response response) {
    return response.planned.spans().get(0).start();
  }

  @Test
  void missingDatabaseClosesTheStoreAfterAWhile() throws IOException {
    AtomicBoolean broken = new AtomicBoolean(true);
    DatabaseStore three =
        closed(
            () ->
                broken.get()
                    ? DriverManager.getConnection("jdbc:derby:memory:missing")
                    : connect());
    assertThatThrownBy(three::refresh)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("jdbc/test does not answer: ")
        .hasMessageContaining("missing");
    assertThat(three.isOpen()).isFalse();
    broken.set(false);
    three.refresh();
    assertThat(three.isOpen()).isTrue();
    assertThat(use(three, LINK)).isEqualTo(LinkUse.NONE);
    broken.set(true);
    assertThatThrownBy(three::refresh).isInstanceOf(IOException.class);
    assertThat(three.isOpen()).isTrue();
    assertThatThrownBy(() -> three.write(LINK, RUNS, Write.BEGIN)).hasMessageContaining("missing");
    assertThatThrownBy(() -> three.revoke(LINK)).isInstanceOf(IOException.class);
    nanos.addAndGet(DatabaseStore.LEASE.toNanos());
    assertThat(three.isOpen()).isFalse();
  }

  /** Its connection dies after the commit: nobody knows whether there was one. */
  @Test
  void writesMayBeRepeated() throws IOException {
    for (int i = 0; i < 2; i++) {
      assertThat(writes(one, LINK, RUNS, Write.BEGIN)).isTrue();
    }
    assertThat(writes(one, LINK, HALF, Write.LAST)).isTrue();
    assertThat(writes(one, LINK, HALF, Write.LAST)).as("nobody's by now").isFalse();
    assertThat(use(two, LINK)).isEqualTo(HALF);
  }

  /** As a pool hands them out after a restart of the database. */
  @Test
  void deadConnectionsAreLeftOut() throws Exception {
    List<Connection> pool = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Connection dead = connect();
      dead.close();
      pool.add(dead);
    }
    DatabaseStore three = closed(() -> pool.isEmpty() ? connect() : pool.remove(0));
    three.refresh();
    assertThat(three.isOpen()).isTrue();
    assertThat(pool).isEmpty();
  }

  @Test
  void forgetsWhatHasBeenExpiredForADay() throws Exception {
    use(one, LINK);
    writes(one, LINK, LinkUse.OVER, Write.LAST);
    one.revoke(Links.once(2));
    for (int hour = 0; hour < 47; hour++) {
      pass(Duration.ofHours(1));
      one.refresh();
    }
    assertThat(use(two, LINK)).isEqualTo(LinkUse.OVER);
    pass(Duration.ofHours(1));
    one.refresh();
    assertThat(use(two, LINK)).isEqualTo(LinkUse.NONE);
    two.refresh();
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
      one.refresh();
    }
    now = Links.NOW;
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    one.refresh();
    now = Links.EXPIRES.plus(Duration.ofDays(400));
    nanos.addAndGet(Duration.ofHours(20).toNanos());
    one.refresh();
    now = Links.NOW;
    DatabaseStore three = store();
    assertThat(use(three, LINK)).isEqualTo(LinkUse.OVER);
    assertThat(three.over(Links.id(2))).isEqualTo(DenialReason.REVOKED);
  }
}
