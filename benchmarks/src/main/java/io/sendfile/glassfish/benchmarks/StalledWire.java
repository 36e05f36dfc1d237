package io.sendfile.glassfish.benchmarks;

/**
 * Connections of clients that stop reading.
 *
 * @param title as shown in the table
 * @param tls whether over TLS
 * @param streams HTTP/2 streams of each connection; 0 = HTTP/1.1
 * @param idle whether they only stay connected after one answered request
 */
record StalledWire(String title, boolean tls, int streams, boolean idle) {
  static final int STREAMS = 100;

  static final StalledWire CLEAR = new StalledWire("clear", false, 0, false);
  static final StalledWire TLS = new StalledWire("TLS", true, 0, false);
  static final StalledWire STREAM = new StalledWire("HTTP/2, one each", true, 1, false);
  static final StalledWire MANY_STREAMS =
      new StalledWire("HTTP/2, " + STREAMS + " each", true, STREAMS, false);

  /** The idle counterpart, without a transfer. */
  StalledWire asIdle() {
    return new StalledWire(title, tls, streams, true);
  }

  /** Connections for that many clients. */
  int connections(int clients) {
    return streams == 0 ? clients : (clients + streams - 1) / streams;
  }
}
