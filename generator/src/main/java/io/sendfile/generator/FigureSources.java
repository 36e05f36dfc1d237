package io.sendfile.generator;

import io.sendfile.core.stats.Figure;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Java that follows from the table of figures. */
final class FigureSources {
  private static final Set<Figure> GAUGES = EnumSet.of(Figure.ACTIVE, Figure.WAITING);

  private FigureSources() {}

  /** The attributes of MXBeans. Figures by status, and percentiles, are in maps. */
  static JavaSource attributes() {
    String text =
        """
        package io.sendfile.grizzly.jmx;

        import javax.management.j2ee.statistics.CountStatistic;
        import javax.management.j2ee.statistics.RangeStatistic;

        /** Each attribute is the {@link io.sendfile.core.stats.Figure} of the same name. */
        public interface FigureAttributes {
        %s}
        """;
    return new JavaSource(
        "io.sendfile.grizzly.jmx.FigureAttributes",
        text.formatted(
            members(
                figure ->
                    Figure.COUNTERS.contains(figure)
                        || figure == Figure.REFUSED
                        || figure == Figure.KEPT_OUT
                        || figure.unit().equals(Figure.STARTED.unit()),
                figure -> "  %s get%s();\n".formatted(attributeType(figure), figure.attribute()))));
  }

  private static String attributeType(Figure figure) {
    if (figure == Figure.WORKERS_BUSY) {
      return "long";
    }
    return GAUGES.contains(figure) ? "RangeStatistic" : "CountStatistic";
  }

  /** The figures that GlassFish's own monitoring wants as getters with annotations. */
  static JavaSource monitored() {
    String text =
        """
        package io.sendfile.glassfish.monitoring;

        import io.sendfile.core.stats.Figure;
        import org.glassfish.external.statistics.CountStatistic;
        import org.glassfish.external.statistics.RangeStatistic;
        import org.glassfish.gmbal.ManagedAttribute;

        /** Getters of all figures. */
        public abstract class MonitoredFigures {
          abstract CountStatistic count(Figure figure);

          abstract RangeStatistic range(Figure figure);

        %s}
        """;
    return new JavaSource(
        "io.sendfile.glassfish.monitoring.MonitoredFigures",
        text.formatted(members(figure -> true, FigureSources::getter)));
  }

  private static String getter(Figure figure) {
    boolean gauge = GAUGES.contains(figure);
    return """
      @ManagedAttribute(id = "%s")
      public %s get%s() {
        return %s(Figure.%s);
      }
    """
        .formatted(
            figure.label(),
            gauge ? "RangeStatistic" : "CountStatistic",
            figure.attribute(),
            gauge ? "range" : "count",
            figure.name());
  }

  /** Failures of plug-ins belong to the server, not to a listener or root. */
  private static String members(Predicate<Figure> wanted, Function<Figure, String> member) {
    return Arrays.stream(Figure.values())
        .filter(wanted.and(figure -> figure != Figure.PLUG_IN_FAILURES))
        .map(member)
        .collect(Collectors.joining("\n"));
  }
}
