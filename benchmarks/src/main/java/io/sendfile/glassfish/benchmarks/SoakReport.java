package io.sendfile.glassfish.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The minutes of a soak in words and tables.
 *
 * @param minutes in their order
 * @param visits by kind of client
 * @param failures visits that went wrong, by kind of client
 */
record SoakReport(
    List<SoakMinute> minutes, Map<SoakClient, Long> visits, Map<SoakClient, Long> failures) {
  /** Lines in a table of the minutes at most. */
  private static final int MOST_ROWS = 30;

  /** Names of the lines that are not flat, and of the clients that met a failure. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    SoakLine.ALL.stream()
        .filter(line -> !line.isFlat(minutes))
        .forEach(line -> faults.add(line.title() + " is not flat"));
    failures.forEach(
        (kind, number) -> {
          if (number > 0) {
            faults.add(number + " visits of " + kind + " went wrong");
          }
        });
    return faults;
  }

  String markdown() {
    return judgement() + verdict() + lines() + clients() + byMinute();
  }

  private String judgement() {
    return "%d minutes. A line is flat if its median of the last quarter is not above that of the second"
            .formatted(minutes.size())
        + " one, times a factor, plus a slack: the column \"at most\". The first quarter is the JVM's own"
        + " growth. Heaps are what is left after a collection; latencies are those of fresh connections,"
        + " taken before it.\n\n";
  }

  private String verdict() {
    return faults().isEmpty()
        ? "**Flat.** All lines, and no visit went wrong.\n\n"
        : "**Not flat**: " + String.join("; ", faults()) + ".\n\n";
  }

  private String lines() {
    List<List<String>> rows = new ArrayList<>();
    for (SoakLine line : SoakLine.ALL) {
      rows.add(
          List.of(
              line.title(),
              Markdown.number(line.before(minutes), 1),
              Markdown.number(line.after(minutes), 1),
              line.isJudged() ? Markdown.number(line.most(minutes), 1) : "–"));
    }
    return Markdown.table("Median", List.of("second quarter", "last quarter", "at most"), rows);
  }

  private String clients() {
    List<List<String>> rows = new ArrayList<>();
    for (SoakClient kind : SoakClient.values()) {
      rows.add(
          List.of(
              "`" + kind + "`",
              "" + kind.number(),
              "" + visits.getOrDefault(kind, 0L),
              "" + failures.getOrDefault(kind, 0L)));
    }
    return Markdown.table("Client", List.of("at a time", "visits", "went wrong"), rows);
  }

  private String byMinute() {
    int step = (minutes.size() + MOST_ROWS - 1) / MOST_ROWS;
    Map<String, double[]> rows = new LinkedHashMap<>();
    IntStream.range(0, minutes.size())
        .filter(i -> (i + 1) % step == 0)
        .forEach(
            i ->
                rows.put(
                    "" + (i + 1),
                    SoakLine.ALL.stream()
                        .mapToDouble(line -> line.value().applyAsDouble(minutes.get(i)))
                        .toArray()));
    return Markdown.table("Minute", SoakLine.ALL.stream().map(SoakLine::title).toList(), rows, 1);
  }
}
