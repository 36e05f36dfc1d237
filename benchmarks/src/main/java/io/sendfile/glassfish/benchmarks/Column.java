package io.sendfile.glassfish.benchmarks;

/**
 * One column of a table: a load.
 *
 * @param title as shown
 * @param file requested by every client, again and again
 * @param clients downloads at a time
 * @param read into the client's memory, by clients without TLS; else the client's kernel drops it,
 *     and the client is always faster than the server
 */
record Column(String title, BenchFile file, int clients, boolean read) {
  private static final int MANY = 32;

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
}
