package io.sendfile.glassfish.benchmarks;

import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One server under test, or one configuration of it.
 *
 * @param name as shown in the tables
 * @param settings attributes of sendfile-config to set before each measurement; empty for others
 * @param ports of its processes on 127.0.0.1; requests go to the first, clear HTTP/1.1
 * @param prefix of the file's name in the request target
 */
record Contestant(String name, Map<String, String> settings, List<Integer> ports, String prefix) {
  private static final String RAW = "raw";
  private static final String SAMPLE = "/sample/";
  private static final String HELLO = "hello";

  private static final Pattern FORM =
      Pattern.compile("([^=\\[]+)(?:\\[([^\\]]*)\\])?=([0-9+]+)(/.*)");

  /**
   * Reads {@code name=port/prefix}, for example {@code tomcat=8090/send?file=}, or {@code
   * name[attribute=value,attribute=value]=port/prefix}; further ports are joined by a plus.
   */
  static Contestant parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not of the form name=port/prefix or name[attribute=value,…]=port/…");
    }
    return new Contestant(
        form.group(1), settings(form.group(2)), ports(form.group(3)), form.group(4));
  }

  /** Reads the arguments from that one on. */
  static List<Contestant> parse(String[] arguments, int first) {
    return Arrays.stream(arguments).skip(first).map(Contestant::parse).toList();
  }

  /** The same in random order, so that a disturbance hits all alike. */
  static List<Contestant> shuffled(List<Contestant> contestants, Random random) {
    List<Contestant> order = new ArrayList<>(contestants);
    Collections.shuffle(order, random);
    return order;
  }

  /** The base of comparison: the machine's limit if it was measured, else the first contestant. */
  static String baseline(List<String> contestants) {
    return contestants.contains(RAW) ? RAW : contestants.get(0);
  }

  private static List<Integer> ports(String text) {
    return Arrays.stream(text.split("\\+")).map(Integer::valueOf).toList();
  }

  /** Target of requests. */
  int port() {
    return ports.get(0);
  }

  private static Map<String, String> settings(String text) {
    return text == null || text.isEmpty()
        ? Map.of()
        : Arrays.stream(text.split(","))
            .map(pair -> pair.split("=", 2))
            .collect(toMap(pair -> pair[0], pair -> pair[1]));
  }

  /** A tiny response of the same server, from an application if it has applications. */
  String hello() {
    return prefix.startsWith(SAMPLE) ? SAMPLE + HELLO : "/" + HELLO;
  }

  /** Whether it is the tiny response itself, whatever is asked for. */
  boolean isHello() {
    return name.equals(HELLO);
  }

  String target(BenchFile file) {
    return prefix + file.name();
  }
}
