package io.sendfile.glassfish.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the JMH benchmarks of the hot parts and prints a table; {@code benchmarks/run-bench.sh}
 * starts it. Arguments: measured iterations, milliseconds of each, then regular expressions that
 * select benchmarks.
 */
public final class JmhBenchmark {
  private static final int WARM_UP = 3;
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private JmhBenchmark() {}

  public static void main(String[] args) throws RunnerException {
    int iterations = Integer.parseInt(args[0]);
    TimeValue time = TimeValue.milliseconds(Long.parseLong(args[1]));
    OptionsBuilder options = new OptionsBuilder();
    for (int i = 2; i < args.length; i++) {
      options.include(args[i]);
    }
    options
        .forks(1)
        .warmupIterations(WARM_UP)
        .warmupTime(time)
        .measurementIterations(iterations)
        .measurementTime(time)
        .addProfiler(GCProfiler.class)
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT);
    Collection<RunResult> results = new Runner(options.build()).run();
    System.out.printf(
        "JMH: one fork, %d iterations of %s after %d of warming up; ± is JMH's 99.9 %% confidence"
            + " interval; one thread unless the name says otherwise.%n%n",
        iterations, time, WARM_UP);
    System.out.print(
        Markdown.table(
            "benchmark",
            List.of("ns/op", "±", "B/op"),
            results.stream().map(JmhBenchmark::row).toList()));
  }

  private static List<String> row(RunResult run) {
    Result<?> time = run.getPrimaryResult();
    Result<?> allocated = run.getSecondaryResults().get(ALLOCATED);
    List<String> row = new ArrayList<>();
    row.add(title(run.getParams()));
    row.add(Markdown.number(time.getScore(), 1));
    row.add(Markdown.number(time.getScoreError(), 1));
    row.add(Markdown.number(allocated == null ? Double.NaN : allocated.getScore(), 0));
    return row;
  }

  /** {@code PolicyJmh.oneThread, heap, 2048}, without the package. */
  private static String title(BenchmarkParams params) {
    String[] name = params.getBenchmark().split("\\.");
    String values =
        params.getParamsKeys().stream()
            .sorted((a, b) -> b.compareTo(a))
            .map(key -> ", " + params.getParam(key))
            .collect(Collectors.joining());
    return "`"
        + name[name.length - 2].replace("Jmh", "")
        + "."
        + name[name.length - 1]
        + "`"
        + values;
  }
}
