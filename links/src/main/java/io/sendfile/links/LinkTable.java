package io.sendfile.links;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table of a {@link DatabaseLedger}, in SQL that all databases understand: a row for each link
 * that was used or revoked, for each life of a server, and for the number of revocations. Each
 * method is one statement or two, each a transaction of its own: a change names the state that it
 * has seen, and changes nothing if another server was faster. So no lock outlives a statement.
 */
final class LinkTable {
  /** Longest text of a use: what the smallest of the usual databases takes. */
  static final int LONGEST = 4000;

  private static final String CREATE =
      "CREATE TABLE sendfile_links (link_id VARCHAR(64) NOT NULL PRIMARY KEY,"
          + " expires_at NUMERIC(19) NOT NULL, changes NUMERIC(19) NOT NULL,"
          + " used VARCHAR(4000) NOT NULL)";

  /** Key of the row whose changes are revocations. */
  private static final String REVOCATIONS = "revocations";

  /** Begin of the key of a life, whose changes are beats; beyond the hexadecimal ids of links. */
  private static final String LIFE = "server ";

  private LinkTable() {}

  /**
   * The use of a link.
   *
   * @param changes number of the change that has led to it
   */
  record Row(long changes, LinkUse use) {}

  /**
   * Lives of servers.
   *
   * @param beats of each, by its name
   * @param revocations their number since the table was made
   */
  record Lives(Map<String, Long> beats, long revocations) {}

  /**
   * Makes it if it is missing.
   *
   * @throws SQLException if it can be neither read nor made
   */
  static void create(Connection database) throws SQLException {
    if (missing(database) == null) {
      return;
    }
    SQLException made = null;
    try (Statement create = database.createStatement()) {
      create.executeUpdate(CREATE);
    } catch (SQLException e) {
      made = e;
    }
    // Another server may have made it meanwhile.
    SQLException missing = missing(database);
    if (missing != null) {
      throw made == null ? missing : made;
    }
  }

  private static @Nullable SQLException missing(Connection database) {
    try {
      read(database, "");
      return null;
    } catch (SQLException e) {
      return e;
    }
  }

  /** The row of a link; null if there is none. */
  static @Nullable Row read(Connection database, String id) throws SQLException {
    try (PreparedStatement select =
        database.prepareStatement("SELECT changes, used FROM sendfile_links WHERE link_id = ?")) {
      select.setString(1, id);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? new Row(row.getLong(1), use(row.getString(2))) : null;
      }
    }
  }

  /** What cannot be read is on the safe side. */
  private static LinkUse use(String text) {
    try {
      return LinkUse.read(text);
    } catch (IllegalArgumentException e) {
      return LinkUse.OVER;
    }
  }

  /**
   * Writes the use of a link.
   *
   * @param before the row that it follows from; null if there was none
   * @return false if there is another row by now
   */
  static boolean write(Connection database, Link link, @Nullable Row before, LinkUse use)
      throws SQLException {
    return before == null ? insert(database, link, use) : update(database, link.id(), before, use);
  }

  private static boolean insert(Connection database, Link link, LinkUse use) throws SQLException {
    return insert(database, link.id(), link.expires(), use.text());
  }

  /** False if there is a row of the same key already. */
  private static boolean insert(Connection database, String id, Instant expires, String used)
      throws SQLException {
    try (PreparedStatement insert =
        database.prepareStatement(
            "INSERT INTO sendfile_links (link_id, expires_at, changes, used)"
                + " VALUES (?, ?, 1, ?)")) {
      insert.setString(1, id);
      insert.setLong(2, expires.toEpochMilli());
      insert.setString(3, used);
      return insert.executeUpdate() == 1;
    } catch (SQLException e) {
      String state = e.getSQLState();
      if (e instanceof SQLIntegrityConstraintViolationException
          || (state != null && state.startsWith("23"))) {
        return false;
      }
      throw e;
    }
  }

  private static boolean update(Connection database, String id, Row before, LinkUse use)
      throws SQLException {
    try (PreparedStatement update =
        database.prepareStatement(
            "UPDATE sendfile_links SET used = ?, changes = changes + 1"
                + " WHERE link_id = ? AND changes = ?")) {
      update.setString(1, use.text());
      update.setString(2, id);
      update.setLong(3, before.changes());
      return update.executeUpdate() == 1;
    }
  }

  /** The revoked links, and when they expire. */
  static Map<String, Instant> revoked(Connection database) throws SQLException {
    Map<String, Instant> revoked = new HashMap<>();
    try (PreparedStatement select =
        database.prepareStatement(
            "SELECT link_id, expires_at FROM sendfile_links WHERE used = ?")) {
      select.setString(1, LinkUse.REVOKED.text());
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          revoked.put(rows.getString(1), Instant.ofEpochMilli(rows.getLong(2)));
        }
      }
    }
    return revoked;
  }

  /**
   * Counts a revocation, so that others look for it.
   *
   * @param expires of the link
   */
  static void countRevocation(Connection database, Instant expires) throws SQLException {
    count(database, REVOCATIONS, expires);
  }

  /**
   * Tells that a server lives.
   *
   * @param expires the time after which nobody needs to know
   */
  static void beat(Connection database, String life, Instant expires) throws SQLException {
    count(database, LIFE + life, expires);
  }

  private static void count(Connection database, String key, Instant expires) throws SQLException {
    if (!counted(database, key, expires) && !insert(database, key, expires, "-")) {
      counted(database, key, expires);
    }
  }

  private static boolean counted(Connection database, String key, Instant expires)
      throws SQLException {
    try (PreparedStatement update =
        database.prepareStatement(
            "UPDATE sendfile_links SET changes = changes + 1, expires_at ="
                + " CASE WHEN expires_at > ? THEN expires_at ELSE ? END WHERE link_id = ?")) {
      update.setLong(1, expires.toEpochMilli());
      update.setLong(2, expires.toEpochMilli());
      update.setString(3, key);
      return update.executeUpdate() == 1;
    }
  }

  /** All lives that are remembered. */
  static Lives lives(Connection database) throws SQLException {
    Map<String, Long> beats = new HashMap<>();
    long revocations = 0;
    try (PreparedStatement select =
        database.prepareStatement(
            "SELECT link_id, changes FROM sendfile_links WHERE link_id >= ?")) {
      select.setString(1, REVOCATIONS);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          String key = rows.getString(1);
          if (key.equals(REVOCATIONS)) {
            revocations = rows.getLong(2);
          } else if (key.startsWith(LIFE)) {
            beats.put(key.substring(LIFE.length()), rows.getLong(2));
          }
        }
      }
    }
    return new Lives(beats, revocations);
  }

  /**
   * Forgets what expired before that time, but for the number of revocations: begun anew, it might
   * be the one that others have seen.
   */
  static void forget(Connection database, Instant expired) throws SQLException {
    try (PreparedStatement delete =
        database.prepareStatement(
            "DELETE FROM sendfile_links WHERE expires_at < ? AND link_id <> ?")) {
      delete.setLong(1, expired.toEpochMilli());
      delete.setString(2, REVOCATIONS);
      delete.executeUpdate();
    }
  }
}
