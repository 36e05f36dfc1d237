package io.sendfile.glassfish.monitoring;

import io.sendfile.glassfish.stats.Figure;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What the attributes of the MXBeans with statistics say, with units. */
final class AttributeText {
  private static final Map<String, String> OTHERS =
      Map.of(
          "ClientAborted",
          text(Figure.CLIENT_ABORTED),
          "IoErrors",
          text(Figure.IO_ERROR),
          "RefusedByReason",
          "Hand-offs refused, by reason code (hand-offs)",
          "AnsweredByStatus",
          "Hand-offs answered, by HTTP status (hand-offs)",
          "FirstByte",
          "Time from the hand-off to the first byte taken; least and most are within a quarter"
              + " (milliseconds)",
          "FirstByteMicros",
          "What so many percent of the times to the first byte did not exceed; within a quarter"
              + " (microseconds)",
          "RateBytesPerSecond",
          "What so many percent of the transfers' rates did not exceed; within a quarter"
              + " (bytes per second)",
          "ConfigurationProblems",
          "What is wrong in domain.xml (sentences)");

  private AttributeText() {}

  /** The description of an attribute. */
  static String of(String attribute) {
    String other = OTHERS.get(attribute);
    return other == null ? figure(attribute) : other;
  }

  private static String figure(String attribute) {
    String label = attribute.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    for (Figure figure : Figure.values()) {
      if (Objects.equals(figure.label(), label)) {
        return text(figure);
      }
    }
    return attribute;
  }

  private static String text(Figure figure) {
    return figure.description() + " (" + figure.unit() + ")";
  }
}
