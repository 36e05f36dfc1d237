package io.sendfile.glassfish.benchmarks;

import java.util.List;

/**
 * Hot requests, alone or beside downloads of cold files.
 *
 * @param hello latencies of a tiny answer, milliseconds
 * @param firstByte times to the head of the answer with a hot file, milliseconds
 * @param whole times to the last byte of it, milliseconds
 * @param coldBytes received of cold files meanwhile
 * @param seconds duration
 */
record ColdFilesSample(
    List<Double> hello,
    List<Double> firstByte,
    List<Double> whole,
    long coldBytes,
    double seconds) {
  /** 10^6 bytes of cold files per second. */
  double coldMegabytesPerSecond() {
    return coldBytes / 1e6 / seconds;
  }
}
