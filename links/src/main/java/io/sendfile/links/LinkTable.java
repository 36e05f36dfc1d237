package io.sendfile.links;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table of a {@link DatabaseStore}, in SQL that all databases understand: a row for each link
 * that was used, and one for each that was revoked. Each method is one statement, a transaction of
 * its own: a change names the one that it has seen, and changes nothing if another server was
 * faster. So no lock outlives a statement.
 */
final class LinkTable {
  /** The owner of a row by which no server sends. */
  static final String NOBODY = "-";

  private static final String CREATE =
      "CREATE TABLE sendfile_links (link_id VARCHAR(64) NOT NULL PRIMARY KEY,"
          + " expires_at NUMERIC(19) NOT NULL, changes NUMERIC(19) NOT NULL,"
          + " owner VARCHAR(32) NOT NULL, owned_until NUMERIC(19) NOT NULL,"
          + " used VARCHAR(4000) NOT NULL)";

  /** Begin of the key of a revocation; beyond the hexadecimal ids of links. */
  private static final String REVOKED = "revoked-";

  /** Expired rows that are looked at in one sweep. */
  private static final int MOST_EXPIRED = 10_000;

  private LinkTable() {}

  /**
   * The use of a link.
   *
   * @param changes number of the change that has led to it
   * @param owner the server that sends by it
   * @param until the end of that, in milliseconds since the epoch
   */
  record Row(long changes, String owner, long until, LinkUse use) {
    /** Whether that server may send by the link. */
    boolean isFree(String server, long nowMillis) {
      return owner.equals(NOBODY) || owner.equals(server) || until < nowMillis;
    }
  }

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

  private static PreparedStatement statement(Connection database, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = database.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Long number) {
        statement.setLong(i + 1, number);
      } else {
        statement.setString(i + 1, (String) values[i]);
      }
    }
    return statement;
  }

  private static boolean changes(Connection database, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = statement(database, sql, values)) {
      return statement.executeUpdate() == 1;
    }
  }

  /** The row of a link; null if there is none. */
  static @Nullable Row read(Connection database, String id) throws SQLException {
    try (PreparedStatement select =
            statement(
                database,
                "SELECT changes, owner, owned_until, used FROM sendfile_links WHERE link_id = ?",
                id);
        ResultSet row = select.executeQuery()) {
      return row.next()
          ? new Row(
              row.getLong(1), row.getString(2), row.getLong(3), LinkUse.read(row.getString(4)))
          : null;
    }
  }

  /** Writes the first change of a link; false if there is a row by now. */
  static boolean insert(Connection database, Link link, String owner, long until, String used)
      throws SQLException {
    return insert(database, link.id(), link.expires().toEpochMilli(), owner, until, used);
  }

  private static boolean insert(
      Connection database, String key, long expires, String owner, long until, String used)
      throws SQLException {
    try {
      return changes(
          database,
          "INSERT INTO sendfile_links (link_id, expires_at, changes, owner, owned_until, used)"
              + " VALUES (?, ?, 1, ?, ?, ?)",
          key,
          expires,
          owner,
          until,
          used);
    } catch (SQLException e) {
      String state = e.getSQLState();
      if (e instanceof SQLIntegrityConstraintViolationException
          || (state != null && state.startsWith("23"))) {
        return false;
      }
      throw e;
    }
  }

  /** Writes a change of a link; false if there is another one by now. */
  static boolean update(
      Connection database, String id, long before, String owner, long until, String used)
      throws SQLException {
    return changes(
        database,
        "UPDATE sendfile_links SET changes = changes + 1, owner = ?, owned_until = ?, used = ?"
            + " WHERE link_id = ? AND changes = ?",
        owner,
        until,
        used,
        id,
        before);
  }

  /** Lengthens the time for which a row is owned; false if there is another change by now. */
  static boolean renew(Connection database, String id, long before, long until)
      throws SQLException {
    return changes(
        database,
        "UPDATE sendfile_links SET owned_until = ? WHERE link_id = ? AND changes = ?",
        until,
        id,
        before);
  }

  /** Revokes a link, if it is not. */
  static void revoke(Connection database, Link link) throws SQLException {
    insert(database, REVOKED + link.id(), link.expires().toEpochMilli(), NOBODY, 0L, "-");
  }

  /** The ids of revoked links. */
  static Set<String> revoked(Connection database) throws SQLException {
    Set<String> revoked = new HashSet<>();
    try (PreparedStatement select =
            statement(database, "SELECT link_id FROM sendfile_links WHERE link_id >= ?", REVOKED);
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        revoked.add(rows.getString(1).substring(REVOKED.length()));
      }
    }
    return Set.copyOf(revoked);
  }

  /** The keys of rows that have expired before that time, or the first of them. */
  static List<String> expired(Connection database, long beforeMillis) throws SQLException {
    List<String> expired = new ArrayList<>();
    try (PreparedStatement select =
        statement(
            database, "SELECT link_id FROM sendfile_links WHERE expires_at < ?", beforeMillis)) {
      select.setMaxRows(MOST_EXPIRED);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          expired.add(rows.getString(1));
        }
      }
    }
    return expired;
  }

  /** Forgets a row. */
  static void delete(Connection database, String key) throws SQLException {
    changes(database, "DELETE FROM sendfile_links WHERE link_id = ?", key);
  }
}
