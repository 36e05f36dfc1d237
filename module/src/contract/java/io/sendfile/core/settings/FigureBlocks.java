package io.sendfile.core.settings;

import io.sendfile.core.stats.Figure;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Java that repeats the table of figures, between two comments of a class. */
final class FigureBlocks {
  private static final Set<Figure> GAUGES = EnumSet.of(Figure.ACTIVE, Figure.WAITING);

  private FigureBlocks() {}

  /** The getters that GlassFish wants with annotations. */
  static String monitored(String text) {
    return renewed(text, figure -> true, FigureBlocks::annotated);
  }

  /** The attributes of MXBeans. Figures by status, and percentiles, are in maps. */
  static String attributes(String text) {
    return renewed(
        text,
        figure ->
            Figure.COUNTERS.contains(figure)
                || figure == Figure.REFUSED
                || figure.unit().equals(Figure.STARTED.unit()),
        figure -> "  %s get%s();\n".formatted(attributeType(figure), figure.attribute()));
  }

  private static String annotated(Figure figure) {
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

  private static String attributeType(Figure figure) {
    if (figure == Figure.WORKERS_BUSY) {
      return "long";
    }
    return GAUGES.contains(figure) ? "RangeStatistic" : "CountStatistic";
  }

  /** Failures of plug-ins belong to the server, not to a listener or root. */
  private static String renewed(
      String text, Predicate<Figure> wanted, Function<Figure, String> member) {
    String members =
        Arrays.stream(Figure.values())
            .filter(wanted.and(figure -> figure != Figure.PLUG_IN_FAILURES))
            .map(member)
            .collect(Collectors.joining("\n"));
    return JavaBlocks.renew(text, "  // <figures>", members, "  // </figures>");
  }
}
