package io.sendfile.glassfish.console.app;

import io.sendfile.core.stats.Figure;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.operations.history.Point;
import io.sendfile.spi.Amounts;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The instances of a cluster and their figures now, those that do not respond included. */
@Named("instances")
@RequestScoped
public class InstancesView {
  /** Age of the oldest sample that is wanted: the last one is read. */
  private static final Duration RECENT = Duration.ofSeconds(10);

  private static final String UNKNOWN = "–";

  @Inject private TargetView target;

  private final Once<Live> live =
      new Once<>(() -> target.source().live(Instant.now().minus(RECENT).toEpochMilli()));

  /** An instance; its texts are those of the page. */
  public record Line(
      String name, String rate, String active, String waiting, String refused, String sent) {
    static Line of(String name, LiveFigures figures) {
      List<Point> points = figures.points();
      String sent = Amounts.bytes(figures.totals().counts().of(Figure.BYTES));
      if (points.isEmpty()) {
        return new Line(Text.line(name), UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, sent);
      }
      Point now = points.get(points.size() - 1);
      return new Line(
          Text.line(name),
          Amounts.bytes(now.rate()) + "/s",
          Text.count(Math.round(now.active())),
          Text.count(Math.round(now.waiting())),
          Text.count(Math.round(now.missed().refused())),
          sent);
    }

    /** A server that did not respond. */
    static Line silent(String failure) {
      String name = failure.split(":", 2)[0];
      return new Line(Text.line(name), "no response", UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
    }
  }

  /** All instances; those that did not respond last. */
  public List<Line> getLines() {
    return Stream.concat(
            live.get().each().entrySet().stream()
                .map(each -> Line.of(each.getKey(), each.getValue())),
            live.get().failures().stream().map(Line::silent))
        .toList();
  }

  /** Number of instances that responded. */
  public int getAnswered() {
    return live.get().each().size();
  }

  /** Number of instances. */
  public int getAll() {
    return getAnswered() + live.get().failures().size();
  }

  /** A line for each instance that did not respond. */
  public List<String> getFailures() {
    return live.get().failures().stream().map(Text::plain).toList();
  }
}
