package io.sendfile.glassfish.benchmarks;

import java.nio.file.Path;
import java.util.List;

/**
 * Live objects in the heaps of some JVMs, after a collection.
 *
 * @param bytes of all objects; NaN where a process is no JVM
 * @param ownBytes of objects of this project's classes
 */
record LiveHeap(double bytes, double ownBytes) {
  private static final String OWN = "io.sendfile.";

  /** Collects garbage and counts the live objects, by jcmd of the JDK of this process. */
  static LiveHeap of(ServerProcess server) {
    List<LiveHeap> each = server.pids().stream().map(LiveHeap::of).toList();
    return new LiveHeap(
        each.stream().mapToDouble(LiveHeap::bytes).sum(),
        each.stream().mapToDouble(LiveHeap::ownBytes).sum());
  }

  private static LiveHeap of(long pid) {
    return ServerProcess.isJava(pid)
        ? parse(histogram(pid).lines().toList())
        : new LiveHeap(Double.NaN, Double.NaN);
  }

  /** Reads {@code jcmd PID GC.class_histogram}: rank, instances, bytes, class; the sum is last. */
  static LiveHeap parse(List<String> histogram) {
    double all = 0;
    double own = 0;
    for (String line : histogram) {
      String[] words = line.trim().split("\\s+");
      if (words.length >= 4 && words[0].endsWith(":")) {
        double bytes = Double.parseDouble(words[2]);
        all += bytes;
        own += words[3].startsWith(OWN) || words[3].startsWith("[L" + OWN) ? bytes : 0;
      }
    }
    return new LiveHeap(all, own);
  }

  private static String histogram(long pid) {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    return LoadClient.say(
        List.of(jcmd, "" + pid, "GC.class_histogram"), "jcmd failed for process " + pid);
  }
}
