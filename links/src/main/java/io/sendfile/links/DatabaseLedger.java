package io.sendfile.links;

import io.sendfile.core.threads.CleanThreads;
import io.sendfile.core.threads.Thrown;
import io.sendfile.links.LinkTable.Lives;
import io.sendfile.links.LinkTable.Row;
import io.sendfile.operations.journal.Losses;
import io.sendfile.spi.Delivered;
import io.sendfile.spi.PathResolver.Denial;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * A ledger that servers share, in a database. What begins is committed there before its first byte,
 * unless another server has changed the link meanwhile.
 *
 * <p>Only threads of its own wait for the database. A request waits for one of them, two seconds at
 * most; once that was in vain, later ones are denied at once until the database answers again. Each
 * server beats every few seconds, and looks for revocations then: so links that are not to be used
 * once need the database in memory only, and a server that no longer beats is found to be dead, by
 * the clocks of those who watch it.
 */
final class DatabaseLedger implements LinkLedger {
  /** The time for which a request waits for the database. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  /** The time between two beats: until a revocation is known everywhere. */
  static final Duration BEAT = Duration.ofSeconds(5);

  /** The time after its last beat from which a server counts as dead, and answers no link. */
  static final Duration LEASE = Duration.ofSeconds(30);

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.links");
  private static final Duration BETWEEN_SWEEPS = Duration.ofHours(1);
  private static final int THREADS = 4;

  /** Ends of responses that may wait for the database. */
  private static final int MOST_UNWRITTEN = 10_000;

  /** Delivered links that are known without the database; others are found there. */
  private static final int MOST_DELIVERED = 10_000;

  /** Changes by others in a row after which it gives up. */
  private static final int MOST_TRIES = 20;

  private static final String OTHERS =
      "others have changed the same link " + MOST_TRIES + " times in a row";

  /** Connections that a pool may hand out after the death of their database. */
  private static final int MOST_STALE = 100;

  /**
   * The time for which a thread of its own waits for the network, where the driver can bound it.
   */
  private static final Duration NETWORK = Duration.ofSeconds(10);

  private final String name;
  private final Source source;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final Losses losses;
  private final Life life = new Life();
  private final ScheduledThreadPoolExecutor calls;
  private final AtomicBoolean beating = new AtomicBoolean();
  private final Map<String, Sight> sights = new ConcurrentHashMap<>();
  private final Map<String, Instant> delivered = new ConcurrentHashMap<>();
  private final Queue<End> unwritten = new ConcurrentLinkedQueue<>();
  private final AtomicInteger ends = new AtomicInteger();
  private volatile Map<String, Instant> revoked = Map.of();
  private @Nullable Future<?> beats;
  private volatile boolean known;
  private volatile boolean timesOut = true;
  private volatile long beatNanos;
  private boolean made;
  private long revocations = Long.MIN_VALUE;
  private Instant nextSweep = Instant.MIN;

  /** The way to the database. */
  @FunctionalInterface
  interface Source {
    /** A connection for one call. */
    Connection connect() throws NamingException, SQLException;
  }

  /** Statements on a connection that commits each of them. */
  @FunctionalInterface
  private interface Statements<T extends @Nullable Object> {
    T run(Connection database) throws SQLException;
  }

  /** The last beats seen of another life, and when they had changed. */
  private record Sight(long beats, long nanos) {}

  /** The end of a response. */
  private record End(Link link, Delivered delivered, String by) {}

  /** The answer of the database; null is none, so that it cannot be the value itself. */
  private record Answer(@Nullable Denial denial) {}

  /**
   * A ledger that does nothing before it is opened. Once closed it cannot be opened again.
   *
   * @param name of the database, for administrators
   * @param losses told what cannot be written or read
   * @param nanoTime monotonic clock, nanoseconds
   */
  DatabaseLedger(
      String name, Source source, InstantSource clock, LongSupplier nanoTime, Losses losses) {
    this.name = name;
    this.source = source;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.losses = losses;
    calls =
        new ScheduledThreadPoolExecutor(
            THREADS, task -> CleanThreads.make(() -> new Thread(task, "sendfile-link-ledger")));
    calls.setRemoveOnCancelPolicy(true);
  }

  @Override
  public synchronized void open() {
    if (beats == null) {
      beats = calls.scheduleWithFixedDelay(this::beat, 0, BEAT.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** Reads what others did, and tells them that this server lives; writes what was left. */
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
      writeLeft();
    } catch (SQLException | NamingException | RuntimeException | Error e) {
      made = false;
      fails(e);
    } finally {
      beating.set(false);
    }
  }

  private void writeLeft() {
    for (int left = unwritten.size(); left > 0 && !losses.isFailing(); left--) {
      End end = unwritten.poll();
      if (end != null) {
        write(end);
      }
    }
  }

  private void look(Connection database) throws SQLException {
    if (!made) {
      LinkTable.create(database);
      made = true;
    }
    Instant time = clock.instant();
    LinkTable.beat(database, life.name(), time);
    Lives lives = LinkTable.lives(database);
    long now = nanoTime.getAsLong();
    lives
        .beats()
        .forEach(
            (other, beats) ->
                sights.compute(
                    other,
                    (key, seen) ->
                        seen != null && seen.beats() == beats ? seen : new Sight(beats, now)));
    if (lives.revocations() != revocations) {
      revoked = Map.copyOf(LinkTable.revoked(database));
      revocations = lives.revocations();
    }
    if (time.isAfter(nextSweep)) {
      nextSweep = time.plus(BETWEEN_SWEEPS);
      Instant expired = time.minus(GRACE);
      LinkTable.forget(database, expired);
      delivered.values().removeIf(expired::isAfter);
      sights.values().removeIf(seen -> now - seen.nanos() > GRACE.toNanos());
    }
  }

  /** Whether the response of that name goes on, as far as this server knows. */
  private boolean runs(String response) {
    if (life.has(response)) {
      return true;
    }
    long now = nanoTime.getAsLong();
    Sight seen = sights.computeIfAbsent(Life.of(response), key -> new Sight(0, now));
    return now - seen.nanos() < LEASE.toNanos();
  }

  @Override
  public boolean isOpen() {
    return known && nanoTime.getAsLong() - beatNanos < LEASE.toNanos();
  }

  @Override
  public boolean isOver(String id) {
    return delivered.containsKey(id) || revoked.containsKey(id);
  }

  @Override
  public String nextResponse() {
    return life.nextResponse();
  }

  @Override
  public String state() {
    return revoked.size() + " revoked in " + name;
  }

  @Override
  public @Nullable Denial begin(Link link, Delivered planned, String by) {
    if (losses.isFailing() || !isOpen()) {
      return cannot(name + " does not answer");
    }
    Call<Answer> call =
        new Call<>(
            database -> new Answer(begin(database, link, planned, by)),
            // Perhaps it was recorded, though nobody has waited for it.
            () -> end(link, new Delivered(planned.etag(), planned.size(), List.of()), by));
    try {
      return call.answer(PATIENCE).denial();
    } catch (IOException e) {
      return cannot(String.valueOf(e.getMessage()));
    }
  }

  private static Denial cannot(String why) {
    return new Denial(false, ": the use of its link cannot be recorded: " + why);
  }

  private @Nullable Denial begin(Connection database, Link link, Delivered planned, String by)
      throws SQLException {
    Predicate<String> runs = this::runs;
    for (int i = 0; i < MOST_TRIES; i++) {
      Row before = LinkTable.read(database, link.id());
      LinkUse use = before == null ? LinkUse.NONE : before.use();
      Denial denial = use.denial(planned, runs);
      if (denial != null) {
        if (use.over()) {
          isOverNow(link);
        }
        return denial;
      }
      LinkUse now = use.begin(planned, by, runs);
      if (now.text().length() > LinkTable.LONGEST) {
        return new Denial(true, ": it was asked for in too many pieces by one link");
      }
      if (LinkTable.write(database, link, before, now)) {
        return null;
      }
    }
    return cannot(OTHERS);
  }

  /** Makes that known here without the database. */
  private void isOverNow(Link link) {
    if (delivered.size() < MOST_DELIVERED) {
      delivered.put(link.id(), link.expires());
    }
  }

  @Override
  public void end(Link link, Delivered sent, String by) {
    if (ends.incrementAndGet() > MOST_UNWRITTEN) {
      ends.decrementAndGet();
      losses.lost(1, MOST_UNWRITTEN + " ends of responses wait for " + name);
      return;
    }
    End end = new End(link, sent, by);
    if (losses.isFailing()) {
      unwritten.add(end);
      return;
    }
    try {
      calls.execute(() -> write(end));
    } catch (RejectedExecutionException e) {
      // Closed: until the link expires it counts as delivered.
      ends.decrementAndGet();
    }
  }

  private void write(End end) {
    try {
      if (with(database -> change(database, end))) {
        ends.decrementAndGet();
      } else {
        unwritten.add(end);
      }
    } catch (SQLException | NamingException | RuntimeException | Error e) {
      unwritten.add(end);
      fails(e);
    }
  }

  private boolean change(Connection database, End end) throws SQLException {
    for (int i = 0; i < MOST_TRIES; i++) {
      Row before = LinkTable.read(database, end.link().id());
      if (before == null) {
        return true;
      }
      LinkUse now = before.use().end(end.by(), end.delivered());
      if (now.equals(before.use()) || LinkTable.write(database, end.link(), before, now)) {
        if (now.over()) {
          isOverNow(end.link());
        }
        return true;
      }
    }
    return false;
  }

  @Override
  public void revoke(Link link) throws IOException {
    if (!new Call<>(database -> revoke(database, link), () -> {}).answer(NETWORK)) {
      throw new IOException(OTHERS);
    }
  }

  private boolean revoke(Connection database, Link link) throws SQLException {
    for (int i = 0; i < MOST_TRIES; i++) {
      if (LinkTable.write(database, link, LinkTable.read(database, link.id()), LinkUse.REVOKED)) {
        LinkTable.countRevocation(database, link.expires());
        isOverNow(link);
        return true;
      }
    }
    return false;
  }

  /** A call of the database that somebody waits for. */
  private final class Call<T> implements Runnable {
    private final Statements<T> statements;
    private final Runnable undo;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /**
     * @param undo run after statements whose answer nobody has got
     */
    Call(Statements<T> statements, Runnable undo) {
      this.statements = statements;
      this.undo = undo;
    }

    /**
     * Waits for the answer.
     *
     * @throws IOException if there is none in that time; the message is for administrators
     */
    T answer(Duration patience) throws IOException {
      IOException none;
      boolean late = false;
      try {
        calls.execute(this);
        return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        late = true;
        none = new IOException(name + " has not answered within " + patience.toSeconds() + " s", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        none = new IOException("the thread was interrupted", e);
      } catch (RejectedExecutionException e) {
        none = new IOException("the server stops", e);
      } catch (ExecutionException e) {
        none = new IOException(told(e.getCause()), e);
      }
      // Otherwise the answer has come meanwhile.
      boolean abandoned = answer.completeExceptionally(none);
      if (late && abandoned) {
        fails(none);
      }
      if (abandoned || answer.isCompletedExceptionally()) {
        throw none;
      }
      return answer.join();
    }

    @Override
    public void run() {
      if (answer.isDone()) {
        return;
      }
      try {
        if (!answer.complete(with(statements))) {
          undo.run();
        }
      } catch (SQLException | NamingException | RuntimeException | Error e) {
        fails(e);
        undo.run();
        answer.completeExceptionally(e);
      }
    }
  }

  private <T extends @Nullable Object> T with(Statements<T> statements)
      throws SQLException, NamingException {
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
      return database.isValid((int) PATIENCE.toSeconds());
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
    if (e instanceof RuntimeException || e instanceof Error) {
      Thrown.log(LOG, e, "the ledger of links failed", name);
    }
    losses.fails(
        name + " does not answer, so no link that is to be used once is answered: " + told(e));
    if (!beating.get()) {
      try {
        calls.execute(this::beat);
      } catch (RejectedExecutionException closed) {
        LOG.log(Level.FINE, "closed", closed);
      }
    }
  }

  private static String told(@Nullable Throwable e) {
    return String.valueOf(e instanceof NamingException naming ? naming.toString(true) : e);
  }

  @Override
  public void close() {
    known = false;
    if (calls.isShutdown()) {
      return;
    }
    try {
      calls.execute(this::writeLeft);
      calls.shutdown();
      if (!calls.awaitTermination(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
        calls.shutdownNow();
      }
    } catch (InterruptedException e) {
      calls.shutdownNow();
      Thread.currentThread().interrupt();
    }
    losses.works();
  }
}
