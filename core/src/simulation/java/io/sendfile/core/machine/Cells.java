package io.sendfile.core.machine;

import io.sendfile.core.algorithm.Algorithms;
import io.sendfile.core.machine.Crowd.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Every algorithm against crowds of every size, fast and slow; simulated once. */
final class Cells {
  static final List<Integer> CLIENTS = List.of(2, 4, 8, 16, 50, 100, 200, 300);

  static final Cells FAST = new Cells(Crowd.FAST, 4);
  static final Cells SLOW = new Cells(Crowd.SLOW, 60);

  private final Map<String, List<Figures>> figures = new LinkedHashMap<>();

  private Cells(double bytesPerSecond, int seconds) {
    for (String algorithm : Algorithms.names()) {
      figures.put(
          algorithm,
          CLIENTS.stream()
              .map(clients -> new Crowd(clients, bytesPerSecond, 0, 0, seconds).with(algorithm))
              .toList());
    }
  }

  Figures of(String algorithm, int clients) {
    return figures.get(algorithm).get(CLIENTS.indexOf(clients));
  }

  /** The value of every algorithm in every column. */
  Map<String, double[]> lines(ToDoubleFunction<Figures> value) {
    Map<String, double[]> lines = new LinkedHashMap<>();
    figures.forEach(
        (name, columns) -> lines.put(name, columns.stream().mapToDouble(value).toArray()));
    return lines;
  }
}
