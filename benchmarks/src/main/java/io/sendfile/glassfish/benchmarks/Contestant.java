package io.sendfile.glassfish.benchmarks;

import static java.util.stream.Collectors.toMap;

import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One server under test, or one way to set it.
 *
 * @param name as shown in the tables
 * @param settings attributes of sendfile-config to set before each measurement; empty for others
 * @param port where it listens on 127.0.0.1, clear HTTP/1.1
 * @param prefix what stands before the file's name in the request target
 */
record Contestant(String name, Map<String, String> settings, int port, String prefix) {
  /** The one the others are compared with. */
  static final String BASELINE = "raw";

  private static final Pattern FORM = Pattern.compile("([^=\\[]+)(?:\\[([^\\]]*)\\])?=(\\d+)(/.*)");

  /**
   * Reads {@code name=port/prefix}, for example {@code tomcat=8090/send?file=}, or {@code
   * name[attribute=value,attribute=value]=port/prefix}.
   */
  static Contestant parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not of the form name=port/prefix or name[attribute=value,…]=port/…");
    }
    return new Contestant(
        form.group(1), settings(form.group(2)), Integer.parseInt(form.group(3)), form.group(4));
  }

  private static Map<String, String> settings(String text) {
    return text == null || text.isEmpty()
        ? Map.of()
        : Arrays.stream(text.split(","))
            .map(pair -> pair.split("=", 2))
            .collect(toMap(pair -> pair[0], pair -> pair[1]));
  }

  String target(BenchFile file) {
    return prefix + file.name();
  }
}
