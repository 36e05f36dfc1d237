package io.sendfile.glassfish.benchmarks;

import java.util.List;

/** The table of 2007, over today's protocols. */
final class BufferTable {
  /** The report of 2007 does not give the size of its small file. */
  private static final BenchFile SMALL = BenchFile.kilobytes(2);

  private static final BenchFile LARGE = BenchFile.megabytes(1);

  static final List<Cell> CELLS =
      List.of(
          new Cell(Wire.CLEAR, SMALL),
          new Cell(Wire.TLS, SMALL),
          new Cell(Wire.HTTP2, SMALL),
          new Cell(Wire.TLS.with(30, 1), LARGE),
          new Cell(Wire.HTTP2.with(6, 5), LARGE));

  static final List<BenchFile> FILES = List.of(SMALL, LARGE);

  private static final Figure<BufferSample> RATE =
      new Figure<>("Requests per second", 0, BufferSample::requestsPerSecond);

  private BufferTable() {}

  /** Empty, for samples of these policies. */
  static Grid<BufferSample> grid(List<Contestant> policies) {
    return Grid.of(policies, CELLS.stream().map(Cell::title).toList());
  }

  /** Means of what one run has too little of for a median: collections. */
  static String report(Grid<BufferSample> grid) {
    String median = " (median)";
    return grid.table(RATE, median)
        + grid.table(
            new Figure<>("CPU of the server, µs per request", 1, BufferSample::cpuMicrosPerRequest),
            median)
        + grid.table(
            new Figure<>(
                "Allocated on the heap, KB per request", 2, BufferSample::kilobytesPerRequest),
            median)
        + grid.means(new Figure<>("GC pauses per second", 2, BufferSample::pausesPerSecond))
        + grid.means(
            new Figure<>("GC pauses, ms per second", 2, BufferSample::pausedMillisPerSecond))
        + grid.table(
            new Figure<>("Memory of direct buffers, MB", 1, BufferSample::directMegabytes), median)
        + grid.ratios(RATE.title(), grid.contestants().get(0), RATE.value());
  }

  /** One column. */
  record Cell(Wire wire, BenchFile file) {
    String title() {
      return wire.title() + ", " + file.title();
    }
  }
}
