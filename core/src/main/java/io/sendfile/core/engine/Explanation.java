package io.sendfile.core.engine;

import io.sendfile.core.files.RefusalReason;
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

  /** Adds what another one has of a topic. */
  public void take(String topic, Explanation other) {
    other.lines.stream().filter(line -> line.topic().equals(topic)).forEach(lines::add);
  }

  /** Whether it has a topic. */
  public boolean has(String topic) {
    return lines.stream().anyMatch(line -> line.topic().equals(topic));
  }

  /** Whether it is a refusal for that reason. */
  public boolean refuses(RefusalReason reason) {
    return verdict.equals(refused(reason));
  }

  static String refused(RefusalReason reason) {
    return "refused: " + reason.code();
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
