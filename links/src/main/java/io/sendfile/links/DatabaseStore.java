package io.sendfile.links;

import io.sendfile.links.LinkTable.Row;
import io.sendfile.spi.DenialReason;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Uses of links in a database that servers share. One server sends by a link at a time: the owner
 * of its row, until a time that each write renews. Another one that takes an old row counts as sent
 * all that the owner had begun, so a clock that is wrong costs time, but sends nothing twice.
 *
 * <p>Links that are not to be used once need the revocations in memory only.
 */
final class DatabaseStore implements LinkStore {
  /**
   * The time for which a row is owned without a write, and revocations count as known without a
   * reading.
   */
  static final Duration LEASE = Duration.ofSeconds(30);

  private static final Logger LOG = Logger.getLogger("io.sendfile.glassfish.links");

  /** Delivered links that are known without the database; others are found there. */
  private static final int MOST_DELIVERED = 10_000;

  /** Expired rows that are forgotten at a time. */
  private static final int MOST_EXPIRED = 1000;

  /** Connections that a pool may hand out after the death of their database. */
  private static final int MOST_STALE = 100;

  /** Longest wait of a statement for the network, where the driver can bound it. */
  private static final int NETWORK_MILLIS = 10_000;

  private static final int VALID_SECONDS = 2;

  private final String name;
  private final Callable<Connection> source;
  private final InstantSource clock;
  private final LongSupplier nanoTime;
  private final Expiry expiry;
  private final String owner = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  private final Set<String> delivered = ConcurrentHashMap.newKeySet();
  private volatile Set<String> revoked = Set.of();
  private volatile long openUntilNanos;

  /** Statements on a connection that commits each of them. */
  @FunctionalInterface
  private interface Statements<T> {
    T run(Connection database) throws SQLException;
  }

  /**
   * A closed store.
   *
   * @param name of the database, for administrators
   * @param source of a connection for one call
   * @param nanoTime monotonic clock, nanoseconds
   */
  DatabaseStore(
      String name, Callable<Connection> source, InstantSource clock, LongSupplier nanoTime) {
    this.name = name;
    this.source = source;
    this.clock = clock;
    this.nanoTime = nanoTime;
    expiry = new Expiry(clock, nanoTime);
    openUntilNanos = nanoTime.getAsLong();
  }

  /** One call at a time. */
  @Override
  public void refresh() throws IOException {
    revoked =
        with(
            database -> {
              LinkTable.create(database);
              forget(database);
              return LinkTable.revoked(database);
            });
    openUntilNanos = nanoTime.getAsLong() + LEASE.toNanos();
  }

  private void forget(Connection database) throws SQLException {
    Instant due = expiry.due();
    if (due != null) {
      Set<String> expired = LinkTable.expired(database, due.toEpochMilli(), MOST_EXPIRED);
      for (String key : expired) {
        LinkTable.delete(database, key);
      }
      if (expired.size() < MOST_EXPIRED) {
        expiry.done();
      }
    }
  }

  @Override
  public boolean isOpen() {
    return nanoTime.getAsLong() - openUntilNanos < 0;
  }

  @Override
  public @Nullable DenialReason over(String id) {
    return revoked.contains(id)
        ? DenialReason.REVOKED
        : delivered.contains(id) ? DenialReason.USED : null;
  }

  private void known(Link link, LinkUse use) {
    if (delivered.size() >= MOST_DELIVERED) {
      delivered.clear();
    }
    if (use.over()) {
      delivered.add(link.id());
    }
  }

  @Override
  public String state() {
    return revoked.size() + " revoked in " + name;
  }

  @Override
  public void revoke(Link link) throws IOException {
    revoked =
        with(
            database -> {
              LinkTable.revoke(database, link);
              return LinkTable.revoked(database);
            });
  }

  @Override
  public Optional<LinkUse> read(Link link) throws IOException {
    return with(
        database -> {
          LinkTable.own(database, link.id(), owner, clock.millis(), until());
          Row row = LinkTable.read(database, link.id());
          if (row == null) {
            return Optional.of(LinkUse.NONE);
          }
          known(link, row.use());
          return Optional.of(row.use()).filter(use -> row.owner().equals(owner));
        });
  }

  @Override
  public boolean write(Link link, LinkUse use, Write kind) throws IOException {
    String next = kind == Write.LAST ? LinkTable.NOBODY : owner;
    long expires = link.expires().toEpochMilli();
    known(link, use);
    return with(
        database ->
            LinkTable.update(database, link.id(), owner, next, until(), use.text())
                || LinkTable.insert(database, link.id(), expires, next, until(), use.text()));
  }

  private long until() {
    return clock.millis() + LEASE.toMillis();
  }

  private <T> T with(Statements<T> statements) throws IOException {
    Connection database = null;
    try {
      database = source.call();
      // Pools may still have some from before a restart of the database.
      for (int stale = 0; !database.isValid(VALID_SECONDS) && stale < MOST_STALE; stale++) {
        abort(database);
        database = source.call();
      }
      database.setAutoCommit(true);
      int before = bound(database, NETWORK_MILLIS);
      T result = statements.run(database);
      bound(database, before);
      database.close();
      return result;
    } catch (Exception | Error e) {
      if (database != null) {
        abort(database);
      }
      throw new IOException(name + " does not answer: " + e, e);
    }
  }

  /**
   * Bounds the waits for the network; returns the bound before, or -1 where there cannot be one.
   */
  private static int bound(Connection database, int millis) {
    try {
      // Derby cannot, and GlassFish would log a stack trace.
      if (millis >= 0 && !database.getMetaData().getDriverName().startsWith("Apache Derby")) {
        int before = database.getNetworkTimeout();
        database.setNetworkTimeout(Runnable::run, millis);
        return before;
      }
    } catch (SQLException | RuntimeException | Error e) {
      LOG.log(Level.FINE, "waits for a database are bounded by its driver alone", e);
    }
    return -1;
  }

  /** Closes it, and has its pool forget it. */
  private static void abort(Connection database) {
    try {
      database.abort(Runnable::run);
    } catch (SQLException | RuntimeException | Error e) {
      LOG.log(Level.FINE, "a connection to a database was not closed cleanly", e);
    }
  }

  /** Rows that are owned still are free after the lease. */
  @Override
  public void close() {
    openUntilNanos = nanoTime.getAsLong();
  }
}
