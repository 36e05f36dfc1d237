package io.sendfile.glassfish.benchmarks;

import java.time.Duration;

/**
 * One column of a table: a load.
 *
 * @param title as shown
 * @param file requested by every client, again and again
 * @param clients downloads at a time
 * @param read into the client's memory, by clients without TLS; else the client's kernel drops it,
 *     and the client is always faster than the server
 * @param bytesPerSecond rate of each client, which is cut off when the time is up; 0 = as fast as
 *     it can
 * @param connects for each request anew, by clients with TLS; else connections are kept alive
 */
record Column(
    String title,
    BenchFile file,
    int clients,
    boolean read,
    long bytesPerSecond,
    boolean connects) {
  private static final int MANY = 32;

  /** Times as long are slow clients measured: the kernel's buffers fill at the beginning. */
  private static final int PATIENCE = 6;

  Column(String title, BenchFile file, int clients, boolean read) {
    this(title, file, clients, read, 0, false);
  }

  /** A column by file. */
  static Column of(BenchFile file, int clients) {
    return new Column(file.title(), file, clients, false);
  }

  static Column of(BenchFile file) {
    return of(file, MANY);
  }

  static Column read(BenchFile file) {
    return new Column(file.title() + ", read", file, MANY, true);
  }

  /** Beside columns of fewer clients. */
  static Column many(BenchFile file) {
    return new Column(file.title() + ", %d at a time".formatted(MANY), file, MANY, false);
  }

  /** Each request on a connection of its own, with its handshake: a browser's first download. */
  static Column connecting(BenchFile file) {
    return new Column(file.title() + ", new connections", file, MANY, false, 0, true);
  }

  /** Clients at 1 MB/s. The file must be one that none of them comes to the end of. */
  static Column slow(BenchFile file, int clients) {
    return new Column(clients + " at 1 MB/s", file, clients, false, 1_000_000, false);
  }

  boolean isSlow() {
    return bytesPerSecond > 0;
  }

  /**
   * Duration of a measurement.
   *
   * @param ofTable that of columns of fast clients
   */
  Duration time(Duration ofTable) {
    return isSlow() ? ofTable.multipliedBy(PATIENCE) : ofTable;
  }
}
