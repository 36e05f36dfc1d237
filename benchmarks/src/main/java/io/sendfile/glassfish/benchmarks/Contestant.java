package io.sendfile.glassfish.benchmarks;

/**
 * One server under test.
 *
 * @param name as shown in the tables
 * @param port where it listens on 127.0.0.1, clear HTTP/1.1
 * @param prefix what stands before the file's name in the request target
 */
record Contestant(String name, int port, String prefix) {
  /** The one the others are compared with. */
  static final String BASELINE = "raw";

  /** Reads {@code name=port/prefix}, for example {@code tomcat=8090/send?file=}. */
  static Contestant parse(String text) {
    int equals = text.indexOf('=');
    int slash = text.indexOf('/');
    if (equals < 1 || slash < equals) {
      throw new IllegalArgumentException("'" + text + "' is not of the form name=port/prefix");
    }
    int port = Integer.parseInt(text.substring(equals + 1, slash));
    return new Contestant(text.substring(0, equals), port, text.substring(slash));
  }

  String target(BenchFile file) {
    return prefix + file.name();
  }
}
