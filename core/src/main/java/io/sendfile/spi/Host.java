package io.sendfile.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;

/**
 * The server around a plug-in, as HK2 injects it into the constructor. Threads of its own, which
 * may wait, a plug-in has from {@link CleanThreads}. Thread-safe.
 */
public interface Host {
  /** Whether it runs: while it starts or stops, failures of its parts are no faults. */
  boolean runs();

  /** The folder for what a plug-in keeps on this server. It may not be there yet. */
  Path folder(String plugIn);

  /**
   * Opens the records in a folder, which is created if missing.
   *
   * @param losses told of damaged records, which are left out
   * @throws IOException if they cannot be read, or another server has them open
   */
  DurableRecords records(Path folder, Losses losses) throws IOException;

  /**
   * Tells administrators of losses from now on, as problems and metrics.
   *
   * @param again has the store try again to write what it lacks; called about every ten seconds
   *     while it fails, on a thread of its own, but not before the last call has returned
   */
  void watch(Losses losses, Runnable again);

  /**
   * Has the state of a part in {@code get-sendfile-configuration}.
   *
   * @param state in words; never throws
   */
  void report(String part, Supplier<String> state);

  /**
   * A connection of a JDBC resource; the caller closes it.
   *
   * @param resource its JNDI name, as in {@code jdbc/audit}
   * @throws SQLException also while the server does not run
   */
  Connection connect(String resource) throws SQLException;
}
