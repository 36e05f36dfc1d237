package io.sendfile.glassfish.benchmarks;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The final report of {@code h2load}, without its count of statuses: it counted complete HTTP/1.1
 * responses of Tomcat as failed, perhaps since they have no reason phrase.
 *
 * @param done responses received completely
 * @param bytes of their bodies
 * @param micros duration of the run
 */
record H2loadReport(long done, long bytes, long micros) {
  private static final Pattern FINISHED = Pattern.compile("finished in ([0-9.]+)(us|ms|s),");
  private static final Pattern DONE = Pattern.compile(", ([0-9]+) done,");
  private static final Pattern BYTES = Pattern.compile("\\(([0-9]+)\\) data");

  static H2loadReport parse(String text) {
    Matcher finished = find(FINISHED, text);
    double unit =
        switch (finished.group(2)) {
          case "us" -> 1;
          case "ms" -> 1e3;
          default -> 1e6;
        };
    return new H2loadReport(
        Long.parseLong(find(DONE, text).group(1)),
        Long.parseLong(find(BYTES, text).group(1)),
        (long) (Double.parseDouble(finished.group(1)) * unit));
  }

  private static Matcher find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalArgumentException("h2load did not say '" + pattern + "': " + text);
    }
    return matcher;
  }

  /** Throws unless every response was a whole file. */
  void check(long requests, long fileBytes) {
    if (done != requests || bytes != requests * fileBytes) {
      throw new IllegalStateException(
          "Of %d answers of %d bytes h2load received %d, in all %d bytes"
              .formatted(requests, fileBytes, done, bytes));
    }
  }
}
