package io.sendfile.glassfish.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A link between clients and servers, made by {@code scripts/slow-link.py}.
 *
 * @param rttMillis round trip
 * @param lossPercent share of the packets to clients that are lost
 */
record SlowLink(int rttMillis, int lossPercent) {
  /** Rate of each client's line, 10^6 bits per second. */
  static final int MEGABITS = 2;

  static final List<SlowLink> ALL =
      Stream.of(0, 1)
          .flatMap(loss -> Stream.of(0, 20, 80).map(rtt -> new SlowLink(rtt, loss)))
          .toList();

  String title() {
    return String.format(Locale.ROOT, "%d ms, %d %%", rttMillis, lossPercent);
  }

  /**
   * Options of the script.
   *
   * @param figures file for the figures of the packets
   */
  List<String> options(Path figures) {
    return List.of(
        "--rtt",
        "" + rttMillis,
        "--loss",
        "" + lossPercent,
        "--rate",
        "" + MEGABITS,
        "--figures",
        figures.toString(),
        "--");
  }
}
