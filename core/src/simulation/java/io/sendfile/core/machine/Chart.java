package io.sendfile.core.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A line chart as SVG, for tests and benchmarks.
 *
 * @param title subject and unit
 * @param axis meaning of the columns
 * @param columns their names, in order
 * @param logarithmic whether the vertical axis counts powers of ten
 * @param lines one value per column for each name, in the order of the legend
 */
public record Chart(
    String title,
    String axis,
    List<String> columns,
    boolean logarithmic,
    Map<String, double[]> lines) {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 340;
  private static final int LEFT = 70;
  private static final int TOP = 40;
  private static final int RIGHT = 460;
  private static final int BOTTOM = 290;
  private static final List<String> COLOURS = List.of("#0072b2", "#e69f00", "#009e73", "#d55e00");
  private static final List<String> DASHES = List.of("", "8 4", "2 3", "12 3 2 3");

  /** The SVG text. */
  public String svg() {
    List<String> parts = new ArrayList<>();
    parts.add(
        format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">",
            WIDTH, HEIGHT, WIDTH, HEIGHT));
    parts.add(format("<title>%s</title>", title));
    parts.add("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
    parts.add(text(LEFT, 22, "start", title));
    axes(parts);
    int index = 0;
    for (Map.Entry<String, double[]> line : lines.entrySet()) {
      draw(parts, line.getKey(), line.getValue(), index++);
    }
    parts.add("</svg>\n");
    return String.join("\n", parts);
  }

  private void axes(List<String> parts) {
    for (double tick : ticks()) {
      double y = y(tick);
      parts.add(
          format(
              "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>",
              LEFT, y, RIGHT, y));
      parts.add(
          text(
              LEFT - 8,
              y + 4,
              "end",
              tick == Math.rint(tick) ? format("%.0f", tick) : format("%s", tick)));
    }
    for (int i = 0; i < columns.size(); i++) {
      parts.add(text(x(i), BOTTOM + 18, "middle", columns.get(i)));
    }
    parts.add(text((LEFT + RIGHT) / 2.0, BOTTOM + 38, "middle", axis));
  }

  private void draw(List<String> parts, String name, double[] values, int index) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      points.append(format("%.1f,%.1f ", x(i), y(values[i])));
    }
    String stroke =
        format(
            "stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\"",
            COLOURS.get(index), DASHES.get(index));
    parts.add(
        format("<polyline fill=\"none\" %s points=\"%s\"/>", stroke, points.toString().trim()));
    double y = TOP + 12 + 20.0 * index;
    parts.add(
        format(
            "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" %s/>",
            RIGHT + 15, y, RIGHT + 45, y, stroke));
    parts.add(text(RIGHT + 50, y + 4, "start", name));
  }

  private double largest() {
    return lines.values().stream().flatMapToDouble(Arrays::stream).max().orElse(1);
  }

  private double smallest() {
    return lines.values().stream().flatMapToDouble(Arrays::stream).min().orElse(1);
  }

  /** Powers of ten around the values, or five even steps up to a round number. */
  private List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    if (logarithmic) {
      for (int power = (int) Math.floor(Math.log10(smallest()));
          ticks.size() < 2 || ticks.get(ticks.size() - 1) < largest();
          power++) {
        ticks.add(power < 0 ? 1 / Math.rint(Math.pow(10, -power)) : Math.rint(Math.pow(10, power)));
      }
      return ticks;
    }
    double magnitude = Math.pow(10, Math.floor(Math.log10(largest())));
    double top = Math.ceil(largest() / magnitude * 2 - 1e-9) / 2 * magnitude;
    for (int i = 0; i <= 5; i++) {
      ticks.add(Math.round(top * i / 5 * 1000) / 1000.0);
    }
    return ticks;
  }

  private double x(int column) {
    return LEFT + (RIGHT - LEFT) * (double) column / (columns.size() - 1);
  }

  private double y(double value) {
    List<Double> ticks = ticks();
    double low = ticks.get(0);
    double high = ticks.get(ticks.size() - 1);
    double share =
        logarithmic
            ? Math.log(Math.max(low, value) / low) / Math.log(high / low)
            : (value - low) / (high - low);
    return BOTTOM - (BOTTOM - TOP) * share;
  }

  private static String text(double x, double y, String anchor, String words) {
    return format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, words);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
