package io.sendfile.glassfish.it.harness;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict parser of OpenMetrics 1.0 text, as far as the module uses it.
 *
 * @param samples values by name with labels, as written
 */
public record OpenMetricsText(Map<String, Double> samples) {
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(\\{[^{}]*})? ([-+.\\dEeInfNa]+)");
  private static final Pattern LABELS =
      Pattern.compile("\\{\\w+=\"(?:[^\"\\\\]|\\\\.)*\"(?:,\\w+=\"(?:[^\"\\\\]|\\\\.)*\")*}");
  private static final Pattern BOUND = Pattern.compile(",?le=\"([^\"]+)\"");

  /** Parses it, or fails with the fault. */
  public static OpenMetricsText parse(String text) {
    require(text.endsWith("# EOF\n"), "no # EOF at the end");
    Map<String, Double> samples = new LinkedHashMap<>();
    Set<String> families = new HashSet<>();
    String family = "";
    String type = "";
    for (String line : text.substring(0, text.length() - "# EOF\n".length()).split("\n", 0)) {
      if (line.startsWith("# ")) {
        String[] words = line.split(" ", 4);
        if (words[1].equals("TYPE")) {
          require(families.add(words[2]), "family told twice: " + line);
          type = words[3];
          family = words[2];
        }
        require(words[2].equals(family), "of another family: " + line);
        require(Set.of("TYPE", "HELP", "UNIT").contains(words[1]), "unknown: " + line);
        require(
            !words[1].equals("UNIT") || family.endsWith("_" + words[3]), "not the unit: " + line);
      } else {
        Matcher sample = SAMPLE.matcher(line);
        require(sample.matches(), "no sample: " + line);
        String labels = sample.group(2);
        require(labels == null || LABELS.matcher(labels).matches(), "labels: " + line);
        require(sample.group(1).startsWith(family), "of another family: " + line);
        require(
            suffixes(type).contains(sample.group(1).substring(family.length())),
            "not of a " + type + ": " + line);
        String key = sample.group(1) + (labels == null ? "" : labels);
        require(samples.put(key, number(sample.group(3))) == null, "twice: " + line);
      }
    }
    checkBuckets(samples);
    return new OpenMetricsText(samples);
  }

  private static Set<String> suffixes(String type) {
    return switch (type) {
      case "counter" -> Set.of("_total", "_created");
      case "gauge" -> Set.of("");
      case "histogram" -> Set.of("_bucket", "_count", "_sum", "_created");
      default -> throw new AssertionError("unexpected type " + type);
    };
  }

  /** Buckets are cumulative, in order, and end at +Inf with the count. */
  private static void checkBuckets(Map<String, Double> samples) {
    Map<String, double[]> last = new LinkedHashMap<>();
    samples.forEach(
        (key, value) -> {
          Matcher bound = BOUND.matcher(key);
          if (bound.find()) {
            String series = key.replace(bound.group(), "").replace("_bucket", "_count");
            double[] now = {number(bound.group(1)), value};
            double[] before = last.put(series, now);
            require(before == null || (before[0] < now[0] && before[1] <= now[1]), key);
          }
        });
    last.forEach(
        (series, bucket) -> {
          require(Double.isInfinite(bucket[0]), "no +Inf: " + series);
          require(samples.get(series) == bucket[1], "not the count: " + series);
        });
  }

  private static double number(String text) {
    return text.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text);
  }

  private static void require(boolean holds, String problem) {
    if (!holds) {
      throw new AssertionError("not OpenMetrics: " + problem);
    }
  }

  /** The sum of all samples of this name. */
  public double sum(String name) {
    return samples.entrySet().stream()
        .filter(sample -> sample.getKey().replaceFirst("\\{.*", "").equals(name))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
