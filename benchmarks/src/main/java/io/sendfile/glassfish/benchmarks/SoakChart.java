package io.sendfile.glassfish.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The lines of a soak as SVG: a panel each, from zero up, with the quarters that are compared. */
final class SoakChart {
  private static final int COLUMNS = 3;
  private static final int WIDTH = 300;
  private static final int HEIGHT = 150;
  private static final int LEFT = 50;
  private static final int TOP = 30;
  private static final int RIGHT = WIDTH - 15;
  private static final int BOTTOM = HEIGHT - 25;

  private SoakChart() {}

  static String svg(String title, List<SoakMinute> minutes) {
    StringBuilder svg = new StringBuilder();
    int rows = (SoakLine.ALL.size() + COLUMNS - 1) / COLUMNS;
    svg.append(
        format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"11\">\n<title>%s</title>\n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            COLUMNS * WIDTH, rows * HEIGHT + 30, title));
    svg.append(text(10, 20, "start", title));
    for (int i = 0; i < SoakLine.ALL.size(); i++) {
      SoakLine line = SoakLine.ALL.get(i);
      svg.append(
          format(
              "<g transform=\"translate(%d %d)\">\n%s</g>\n",
              i % COLUMNS * WIDTH, i / COLUMNS * HEIGHT + 30, panel(line, minutes)));
    }
    return svg.append("</svg>\n").toString();
  }

  private static String panel(SoakLine line, List<SoakMinute> minutes) {
    double[] values = line.values(minutes);
    double top = Arrays.stream(values).filter(Double::isFinite).max().orElse(0);
    double shown = top > 0 ? top * 1.1 : 1;
    String colour = line.isFlat(minutes) ? "#0072b2" : "#d55e00";
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      double height = Double.isFinite(values[i]) ? values[i] / shown : 1;
      points.append(format("%.1f,%.1f ", x(i + 0.5, values), BOTTOM - (BOTTOM - TOP) * height));
    }
    return (line.isJudged() ? quarter(1, values) + quarter(3, values) : "")
        + format(
            "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#999\"/>\n", LEFT, TOP, BOTTOM, RIGHT)
        + text(LEFT, TOP - 10, "start", line.title())
        + text(LEFT - 5, BOTTOM + 4, "end", "0")
        + text(LEFT - 5, BOTTOM - (BOTTOM - TOP) / 1.1 + 4, "end", format("%.1f", top))
        + text(RIGHT, BOTTOM + 15, "end", values.length + " min")
        + format(
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%s\"/>\n",
            colour, points.toString().trim());
  }

  /** A band behind one of four quarters. */
  private static String quarter(int index, double[] values) {
    double from = x(values.length * index / 4, values);
    double to = x(values.length * (index + 1) / 4, values);
    return format(
        "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#eee\"/>\n",
        from, TOP, to - from, BOTTOM - TOP);
  }

  private static double x(double minute, double[] values) {
    return LEFT + (RIGHT - LEFT) * minute / Math.max(1, values.length);
  }

  private static String text(double x, double y, String anchor, String words) {
    return format(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, words);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
