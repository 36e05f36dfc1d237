package io.sendfile.glassfish.console.app;

import io.sendfile.core.stats.Figure;
import io.sendfile.glassfish.answers.LiveFigures;
import io.sendfile.operations.history.Point;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The instances of a cluster and their figures now, those that do not respond included. */
@Named("instances")
@RequestScoped
public class InstancesView {
  /** Age of the oldest sample that is wanted: the last one is read. */
  private static final Duration RECENT = Duration.ofSeconds(10);

  private static final String UNKNOWN = "–";

  @Inject private TargetView target;

  private @Nullable Live live;

  /** An instance; its texts are those of the page. */
  public record Line(
      String name, String rate, String active, String waiting, String refused, String sent) {
    static Line of(String name, LiveFigures figures) {
      List<Point> points = figures.points();
      String sent = Text.bytes(figures.totals().counts().of(Figure.BYTES));
      if (points.isEmpty()) {
        return new Line(Text.line(name), UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, sent);
      }
      Point now = points.get(points.size() - 1);
      return new Line(
          Text.line(name),
          Text.bytes(now.rate()) + "/s",
          whole(now.active()),
          whole(now.waiting()),
          whole(now.missed().refused()),
          sent);
    }

    /** A server that did not respond. */
    static Line silent(String failure) {
      String name = failure.split(":", 2)[0];
      return new Line(Text.line(name), "no response", UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
    }

    private static String whole(double value) {
      return String.format(Locale.ENGLISH, "%,d", Math.round(value));
    }
  }

  private Live live() {
    Live known = live;
    if (known == null) {
      known = target.source().live(Instant.now().minus(RECENT).toEpochMilli());
      live = known;
    }
    return known;
  }

  /** All instances; those that did not respond last. */
  public List<Line> getLines() {
    return Stream.concat(
            live().each().entrySet().stream().map(each -> Line.of(each.getKey(), each.getValue())),
            live().failures().stream().map(Line::silent))
        .toList();
  }

  /** Number of instances that responded. */
  public int getAnswered() {
    return live().each().size();
  }

  /** Number of instances. */
  public int getAll() {
    return getAnswered() + live().failures().size();
  }

  /** A line for each instance that did not respond. */
  public List<String> getFailures() {
    return live().failures().stream().map(Text::plain).toList();
  }
}
