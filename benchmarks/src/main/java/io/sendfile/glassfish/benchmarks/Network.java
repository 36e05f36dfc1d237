package io.sendfile.glassfish.benchmarks;

import java.util.List;

/**
 * Segments and receive windows of the clients, as they announce them to the server's TCP. Those of
 * loopback are larger than any network's.
 */
enum Network {
  LOOPBACK("", 0, 0),
  ETHERNET(", MSS 1448", 1448, 0),
  SMALL_WINDOWS(", MSS 1448, 16 KB windows", 1448, 16 << 10);

  private final String title;
  private final int segment;
  private final int window;

  /**
   * Zeros leave it to the kernel.
   *
   * @param segment most bytes of one segment: 64 KB on loopback
   * @param window receive buffer
   */
  Network(String title, int segment, int window) {
    this.title = title;
    this.segment = segment;
    this.window = window;
  }

  /** As shown behind a load. */
  String title() {
    return title;
  }

  /** Options of {@code mix}. */
  List<String> options() {
    return List.of("-m", "" + segment, "-b", "" + window);
  }
}
