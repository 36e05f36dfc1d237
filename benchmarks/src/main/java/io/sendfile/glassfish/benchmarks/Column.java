package io.sendfile.glassfish.benchmarks;

/**
 * One column of a table: a load.
 *
 * @param title as shown
 * @param file requested by every client, again and again
 * @param clients downloads at a time
 */
record Column(String title, BenchFile file, int clients) {
  /** A column by file. */
  static Column of(BenchFile file, int clients) {
    return new Column(file.title(), file, clients);
  }

  /** As many downloads at a time as in the tables without TLS. */
  static Column manyClients(BenchFile file) {
    return new Column(file.title() + ", 32 at a time", file, 32);
  }
}
