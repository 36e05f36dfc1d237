package io.sendfile.links;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table of a {@link DatabaseStore}, in SQL that all databases understand: a row for each link
 * that was used, and one for each that was revoked. Each method is one statement, a transaction of
 * its own, and may be repeated where its end is not known. So no lock outlives a statement.
 */
final class LinkTable {
  /** The owner of a row by which no server sends. */
  static final String NOBODY = "-";

  private static final String CREATE =
      """
      CREATE TABLE sendfile_link_uses (link_id VARCHAR(64) NOT NULL PRIMARY KEY,
      expires_at NUMERIC(19) NOT NULL, owner VARCHAR(32) NOT NULL,
      owned_until NUMERIC(19) NOT NULL, used VARCHAR(4000) NOT NULL)""";

  private static final String OWN =
      """
      UPDATE sendfile_link_uses SET owner = ?, owned_until = ?
      WHERE link_id = ? AND (owner = ? OR owner = ? OR owned_until < ?)""";

  private static final String UPDATE =
      """
      UPDATE sendfile_link_uses SET owner = ?, owned_until = ?, used = ?
      WHERE link_id = ? AND owner = ?""";

  private static final String INSERT =
      """
      INSERT INTO sendfile_link_uses (link_id, expires_at, owner, owned_until, used)
      VALUES (?, ?, ?, ?, ?)""";

  private static final String READ = "SELECT owner, used FROM sendfile_link_uses WHERE link_id = ?";
  private static final String KEYS = "SELECT link_id FROM sendfile_link_uses WHERE ";
  private static final String DELETE = "DELETE FROM sendfile_link_uses WHERE link_id = ?";

  /** Begin of the key of a revocation; beyond the hexadecimal ids of links. */
  private static final String REVOKED = "revoked-";

  /** Begin of the state of an exception, by the SQL standard. */
  private static final String VIOLATED_CONSTRAINT = "23";

  private LinkTable() {}

  /** The use of a link, and the server that may write it. */
  record Row(String owner, LinkUse use) {}

  /**
   * Makes it if it is missing.
   *
   * @throws SQLException if it can be neither read nor made
   */
  static void create(Connection database) throws SQLException {
    if (isMissing(database)) {
      try (Statement create = database.createStatement()) {
        create.executeUpdate(CREATE);
      } catch (SQLException e) {
        // Another server may have made it meanwhile.
        if (isMissing(database)) {
          throw e;
        }
      }
    }
  }

  private static boolean isMissing(Connection database) {
    try {
      read(database, "");
      return false;
    } catch (SQLException e) {
      return true;
    }
  }

  private static PreparedStatement statement(Connection database, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = database.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  private static boolean changes(Connection database, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = statement(database, sql, values)) {
      return statement.executeUpdate() == 1;
    }
  }

  /**
   * Has a server own the row of a link, if there is one that no other server owns.
   *
   * @param now milliseconds since the epoch, as {@code until}
   */
  static void own(Connection database, String id, String owner, long now, long until)
      throws SQLException {
    changes(database, OWN, owner, until, id, owner, NOBODY, now);
  }

  /** The row of a link; null if there is none. */
  static @Nullable Row read(Connection database, String id) throws SQLException {
    try (PreparedStatement select = statement(database, READ, id);
        ResultSet row = select.executeQuery()) {
      return row.next() ? new Row(row.getString(1), LinkUse.read(row.getString(2))) : null;
    }
  }

  /** Writes the first use of a link; false if there is a row by now. */
  static boolean insert(
      Connection database, String key, long expires, String owner, long until, String used)
      throws SQLException {
    try {
      return changes(database, INSERT, key, expires, owner, until, used);
    } catch (SQLException e) {
      if (String.valueOf(e.getSQLState()).startsWith(VIOLATED_CONSTRAINT)) {
        return false;
      }
      throw e;
    }
  }

  /** Writes the use of a link; false if that server does not own its row. */
  static boolean update(
      Connection database, String id, String owner, String next, long until, String used)
      throws SQLException {
    return changes(database, UPDATE, next, until, used, id, owner);
  }

  /** Revokes a link, if it is not. */
  static void revoke(Connection database, Link link) throws SQLException {
    long expires = link.expires().toEpochMilli();
    insert(database, REVOKED + link.id(), expires, NOBODY, 0, LinkUse.OVER.text());
  }

  /** The ids of revoked links. */
  static Set<String> revoked(Connection database) throws SQLException {
    Set<String> revoked = new HashSet<>();
    for (String key : keys(database, "link_id >= ?", REVOKED, 0)) {
      revoked.add(key.substring(REVOKED.length()));
    }
    return revoked;
  }

  /** The keys of rows that have expired before that time, or so many of them. */
  static Set<String> expired(Connection database, long beforeMillis, int most) throws SQLException {
    return keys(database, "expires_at < ?", beforeMillis, most);
  }

  /** The keys of rows, or so many of them; 0 for all. */
  private static Set<String> keys(Connection database, String condition, Object value, int most)
      throws SQLException {
    Set<String> keys = new HashSet<>();
    try (PreparedStatement select = statement(database, KEYS + condition, value)) {
      select.setMaxRows(most);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          keys.add(rows.getString(1));
        }
      }
    }
    return keys;
  }

  /** Forgets a row. */
  static void delete(Connection database, String key) throws SQLException {
    changes(database, DELETE, key);
  }
}
