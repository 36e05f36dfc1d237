package io.sendfile.core.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The outcome of a hand-off: a verdict, and its reasons line by line. For one thread. */
public final class Explanation {
  /**
   * One line.
   *
   * @param topic a word or two
   * @param text may have unprintable characters
   */
  public record Line(String topic, String text) {}

  private final List<Line> lines = new ArrayList<>();
  private String verdict = "";

  Explanation() {}

  void add(String topic, String text) {
    lines.add(new Line(topic, text));
  }

  void forget(String... topics) {
    lines.removeIf(line -> Set.of(topics).contains(line.topic()));
  }

  void verdict(String newVerdict) {
    verdict = newVerdict;
  }

  /** The lines, verdict first. */
  public List<Line> lines() {
    List<Line> all = new ArrayList<>();
    all.add(new Line("verdict", verdict));
    all.addAll(lines);
    return all;
  }
}
