package io.sendfile.links;

import io.sendfile.core.threads.CleanThreads;
import io.sendfile.core.threads.Thrown;
import io.sendfile.links.LinkTable.Row;
import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.PathResolver.Denial.Reason;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Uses of links in a database that servers share. One server sends by a link at a time: the owner
 * of its row, until a time that it renews. Another one that takes an old row counts as sent what
 * the owner had begun, so a clock that is wrong costs time, but sends nothing twice.
 *
 * <p>Only threads of its own wait for the database. Links that are not to be used once need the
 * revocations in memory only, which are read every few seconds.
 */
final class DatabaseStore implements LinkStore {
  /** The time between two readings of revocations, and renewals of rows. */
  static final Duration BEAT = Duration.ofSeconds(5);

  /**
   * The time for which a row is owned without a renewal, and revocations count as known without a
   * reading.
   */
  static final Duration LEASE = Duration.ofSeconds(30);

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.links");
  private static final Duration BETWEEN_SWEEPS = Duration.ofHours(1);
  private static final int THREADS = 4;

  /** Delivered links that are known without the database; others are found there. */
  private static final int MOST_DELIVERED = 10_000;

  /** Connections that a pool may hand out after the death of their database. */
  private static final int MOST_STALE = 100;

  /** The time for which one of its threads waits for the network, where the driver can bound it. */
  private static final Duration NETWORK = Duration.ofSeconds(10);

  private static final int VALID_SECONDS = 2;

  private final String name;
  private final Source source;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final Losses losses;
  private final String owner = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  private final ScheduledThreadPoolExecutor calls =
      new ScheduledThreadPoolExecutor(
          THREADS, task -> CleanThreads.make(() -> new Thread(task, "sendfile-link-database")));
  private final AtomicBoolean opened = new AtomicBoolean();
  private final AtomicBoolean beating = new AtomicBoolean();
  private final Map<String, Owned> owned = new ConcurrentHashMap<>();
  private final Map<String, Instant> delivered = new ConcurrentHashMap<>();
  private volatile Set<String> revoked = Set.of();

  /** Told of links that other servers have taken. */
  volatile Consumer<String> lost = id -> {};

  private volatile boolean known;
  private volatile boolean timesOut = true;
  private volatile long beatNanos;
  private boolean made;
  private long sweptNanos;

  /** Expired rows, and when they were first seen to be so by the running clock. */
  private Map<String, Long> expired = Map.of();

  /** The way to the database. */
  @FunctionalInterface
  interface Source {
    /** A connection for one call. */
    Connection connect() throws NamingException, SQLException;
  }

  /**
   * The server around it starts or stops, and has no way to the database yet, or no longer: that is
   * no fault, and the next beat tries again.
   */
  static final class NotReadyException extends SQLException {
    private static final long serialVersionUID = 1L;

    NotReadyException(@Nullable Throwable cause) {
      super("the server starts or stops", cause);
    }
  }

  /** Statements on a connection that commits each of them. */
  @FunctionalInterface
  private interface Statements<T> {
    T run(Connection database) throws SQLException;
  }

  /** A row of this server. One statement about it at a time. */
  private static final class Owned {
    /** Its last change; that before the first one is 0, and an unknown one negative. */
    long changes;

    Owned(long changes) {
      this.changes = changes;
    }
  }

  /**
   * A store that does nothing before it is opened. Once closed it cannot be opened again.
   *
   * @param name of the database, for administrators
   * @param nanoTime monotonic clock, nanoseconds
   * @param losses told what cannot be written or read
   */
  DatabaseStore(
      String name, Source source, InstantSource clock, LongSupplier nanoTime, Losses losses) {
    this.name = name;
    this.source = source;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.losses = losses;
    sweptNanos = nanoTime.getAsLong();
  }

  @Override
  public void open(Consumer<String> tellLost) {
    lost = tellLost;
    if (opened.compareAndSet(false, true)) {
      var unused =
          calls.scheduleWithFixedDelay(this::beat, 0, BEAT.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Reads what others did, and tells them by which links this server sends. */
  void beat() {
    if (!beating.compareAndSet(false, true)) {
      return;
    }
    try {
      with(
          database -> {
            look(database);
            return true;
          });
      beatNanos = nanoTime.getAsLong();
      known = true;
      losses.works();
    } catch (SQLException | NamingException | RuntimeException | Error e) {
      made = false;
      fails(e);
    } finally {
      beating.set(false);
    }
  }

  private void look(Connection database) throws SQLException {
    if (!made) {
      LinkTable.create(database);
      made = true;
    }
    for (Map.Entry<String, Owned> each : owned.entrySet()) {
      renew(database, each.getKey(), each.getValue());
    }
    revoked = LinkTable.revoked(database);
    long now = nanoTime.getAsLong();
    if (now - sweptNanos >= BETWEEN_SWEEPS.toNanos()) {
      sweptNanos = now;
      sweep(database, now);
    }
  }

  private void renew(Connection database, String id, Owned row) throws SQLException {
    boolean gone;
    synchronized (row) {
      gone = row.changes > 0 && !LinkTable.renew(database, id, row.changes, until());
      if (gone) {
        owned.remove(id, row);
      }
    }
    if (gone) {
      lost.accept(id);
    }
  }

  private long until() {
    return clock.instant().plus(LEASE).toEpochMilli();
  }

  /**
   * Forgets what has been expired for long by the running clock, too: that of the day may be ahead
   * for a moment, and other servers rely on these rows.
   */
  private void sweep(Connection database, long nowNanos) throws SQLException {
    Instant now = clock.instant();
    Map<String, Long> seen = new HashMap<>();
    for (String id : LinkTable.expired(database, now.toEpochMilli())) {
      long since = expired.getOrDefault(id, nowNanos);
      if (nowNanos - since < GRACE.toNanos()) {
        seen.put(id, since);
      } else {
        LinkTable.delete(database, id);
      }
    }
    expired = seen;
    delivered.values().removeIf(now.minus(GRACE)::isAfter);
  }

  @Override
  public boolean isOpen() {
    return known && nanoTime.getAsLong() - beatNanos < LEASE.toNanos();
  }

  @Override
  public @Nullable Reason over(String id) {
    if (revoked.contains(id)) {
      return Reason.REVOKED;
    }
    return delivered.containsKey(id) ? Reason.USED : null;
  }

  private LinkUse known(Link link, LinkUse use) {
    if (use.over() && delivered.size() < MOST_DELIVERED) {
      delivered.put(link.id(), link.expires());
    }
    return use;
  }

  @Override
  public String state() {
    return revoked.size() + " revoked in " + name;
  }

  @Override
  public CompletableFuture<Optional<LinkUse>> read(Link link) {
    return call(
        database -> {
          Row row = LinkTable.read(database, link.id());
          if (row != null && !row.isFree(owner, clock.instant().toEpochMilli())) {
            return Optional.empty();
          }
          owned.put(link.id(), new Owned(row == null ? 0 : row.changes()));
          return Optional.of(row == null ? LinkUse.NONE : known(link, row.use()));
        });
  }

  @Override
  public CompletableFuture<Boolean> write(Link link, LinkUse use, Write kind) {
    Owned row = owned.get(link.id());
    return row == null
        ? CompletableFuture.completedFuture(false)
        : call(
            database -> {
              synchronized (row) {
                boolean written = write(database, link, row, use, kind);
                if (!written || kind == Write.LAST) {
                  owned.remove(link.id(), row);
                }
                if (written) {
                  known(link, use);
                }
                return written;
              }
            });
  }

  private boolean write(Connection database, Link link, Owned row, LinkUse use, Write kind)
      throws SQLException {
    long before = row.changes;
    if (before < 0) {
      // Whether the last change was committed is not known.
      Row now = LinkTable.read(database, link.id());
      if (now != null && !now.owner().equals(owner)) {
        return false;
      }
      before = now == null ? 0 : now.changes();
    }
    row.changes = -1;
    String next = kind == Write.LAST ? LinkTable.NOBODY : owner;
    boolean written =
        before == 0
            ? LinkTable.insert(database, link, next, until(), use.text())
            : LinkTable.update(database, link.id(), before, next, until(), use.text());
    row.changes = before + 1;
    return written;
  }

  @Override
  public void revoke(Link link) throws IOException {
    CompletableFuture<Boolean> revoked =
        call(
            database -> {
              LinkTable.revoke(database, link);
              this.revoked = LinkTable.revoked(database);
              return true;
            });
    try {
      revoked.get(NETWORK.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IOException(name + " has not answered within " + NETWORK.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the thread was interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException(told(e.getCause()), e);
    }
  }

  private <T> CompletableFuture<T> call(Statements<T> statements) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    try {
      calls.execute(
          () -> {
            try {
              answer.complete(with(statements));
            } catch (SQLException | NamingException | RuntimeException | Error e) {
              fails(e);
              answer.completeExceptionally(new IOException(told(e), e));
            }
          });
    } catch (RejectedExecutionException e) {
      answer.completeExceptionally(new IOException("the server stops", e));
    }
    return answer;
  }

  private <T> T with(Statements<T> statements) throws SQLException, NamingException {
    Connection database = connect();
    boolean done = false;
    try {
      int before = timesOut(database, (int) NETWORK.toMillis());
      T result = statements.run(database);
      timesOut(database, before);
      done = true;
      return result;
    } finally {
      if (done) {
        database.close();
      } else {
        abort(database);
      }
    }
  }

  /** A connection that works: pools may still have some from before a restart of the database. */
  private Connection connect() throws SQLException, NamingException {
    long begin = nanoTime.getAsLong();
    int stale = 0;
    while (stale < MOST_STALE && nanoTime.getAsLong() - begin < NETWORK.toNanos()) {
      Connection database = source.connect();
      if (works(database)) {
        return database;
      }
      abort(database);
      stale++;
    }
    throw new SQLException("none of " + stale + " connections works");
  }

  private static boolean works(Connection database) {
    try {
      database.setAutoCommit(true);
      return database.isValid(VALID_SECONDS);
    } catch (SQLException | RuntimeException e) {
      LOG.log(Level.FINE, "a connection to a database does not work", e);
      return false;
    }
  }

  /**
   * Bounds the waits for the network, where the driver can.
   *
   * @return the bound before
   */
  private int timesOut(Connection database, int millis) {
    if (!timesOut || millis < 0) {
      return -1;
    }
    try {
      // Derby cannot, and GlassFish would log a stack trace.
      timesOut = !database.getMetaData().getDriverName().startsWith("Apache Derby");
      if (!timesOut) {
        return -1;
      }
      int before = database.getNetworkTimeout();
      database.setNetworkTimeout(Runnable::run, millis);
      return before;
    } catch (SQLException | RuntimeException | Error e) {
      timesOut = false;
      LOG.log(Level.FINE, e, () -> "waits for " + name + " are bounded by its driver alone");
      return -1;
    }
  }

  /** Closes it, and has its pool forget it. */
  private static void abort(Connection database) {
    try {
      database.abort(Runnable::run);
    } catch (SQLException | RuntimeException | Error e) {
      LOG.log(Level.FINE, "a connection to a database was not closed cleanly", e);
    }
  }

  private void fails(Throwable e) {
    if (e instanceof NotReadyException) {
      LOG.log(Level.FINE, e, () -> name + " is not there");
      return;
    }
    if (e instanceof RuntimeException || e instanceof Error) {
      Thrown.log(LOG, e, "the ledger of links failed", name);
    }
    losses.fails(
        name + " does not answer, so no link that is to be used once is answered: " + told(e));
  }

  private static String told(@Nullable Throwable e) {
    return String.valueOf(e instanceof NamingException naming ? naming.toString(true) : e);
  }

  /** Uses on their way are written first; rows that are owned still are free after the lease. */
  @Override
  public void close() {
    known = false;
    calls.shutdown();
    try {
      if (!calls.awaitTermination(LinkLedger.PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
        calls.shutdownNow();
      }
    } catch (InterruptedException e) {
      calls.shutdownNow();
      Thread.currentThread().interrupt();
    }
    losses.works();
  }
}
