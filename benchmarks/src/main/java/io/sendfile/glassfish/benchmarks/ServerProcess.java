package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The processes behind some ports, as shown by Linux's proc(5).
 *
 * @param pids their process ids
 */
record ServerProcess(List<Long> pids) {
  private static final Path PROC = Path.of("/proc");
  private static final String LISTEN = "0A";

  /** Name of {@link #machineSeconds} in reports. */
  static final String MACHINE = "Busy time of all processors";

  /** Names of threads, of which Linux keeps fifteen characters. */
  static final Pattern COMPILERS = Pattern.compile("C[12] Compiler.*");

  /** Share of a processor below which a server counts as idle, and the number of looks. */
  private static final double AT_REST = 0.03;

  private static final int MOST_LOOKS = 20;

  /** Ticks per second of proc(5)'s times: 100 on every Linux of our time (USER_HZ). */
  private static final double TICKS = 100;

  /** The processes that listen on these TCP ports; they must belong to the same user. */
  static ServerProcess listeningOn(List<Integer> ports) {
    List<Long> pids = ports.stream().flatMap(ServerProcess::holding).distinct().toList();
    if (pids.isEmpty()) {
      throw new IllegalStateException("Nobody listens on port " + ports);
    }
    return new ServerProcess(pids);
  }

  private static Stream<Long> holding(int port) {
    Set<String> sockets =
        Stream.of("tcp", "tcp6")
            .flatMap(table -> lines(PROC.resolve("net").resolve(table)))
            .map(line -> line.trim().split("\\s+"))
            .filter(f -> f[1].endsWith(":%04X".formatted(port)) && f[3].equals(LISTEN))
            .map(f -> "socket:[" + f[9] + "]")
            .collect(Collectors.toSet());
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> list(PROC.resolve(pid + "/fd")).anyMatch(fd -> isOneOf(fd, sockets)));
  }

  /**
   * Time in which the machine's processors were not idle, in seconds: with the interrupts that are
   * nobody's. The kernel sends and receives in them, or in whatever process they find.
   */
  static double machineSeconds() {
    return lines(PROC.resolve("stat"))
        .filter(line -> line.startsWith("cpu "))
        .mapToDouble(line -> busy(line.trim().split("\\s+")))
        .sum();
  }

  /** By {@code cpu user nice system idle iowait irq softirq steal}. */
  static double busy(String[] fields) {
    return IntStream.of(1, 2, 3, 6, 7).mapToLong(i -> Long.parseLong(fields[i])).sum() / TICKS;
  }

  /** User and system time since its start, all threads, in seconds. */
  double cpuSeconds() {
    return pids.stream().mapToDouble(ServerProcess::cpuSeconds).sum();
  }

  /** The part of it spent on compiling, by the threads of JVMs' compilers. */
  double compilerSeconds() {
    return cpuSeconds(COMPILERS);
  }

  /** The part of it spent by its living threads of such names. */
  double cpuSeconds(Pattern names) {
    return pids.stream()
        .flatMap(pid -> list(PROC.resolve(pid + "/task")))
        .filter(task -> isNamed(task, names))
        .mapToDouble(ServerProcess::cpuSeconds)
        .sum();
  }

  private static boolean isNamed(Path task, Pattern names) {
    try {
      return lines(task.resolve("comm")).anyMatch(name -> names.matcher(name).matches());
    } catch (UncheckedIOException endedMeanwhile) {
      return false;
    }
  }

  private static double cpuSeconds(long pid) {
    return cpuSeconds(PROC.resolve("" + pid));
  }

  private static double cpuSeconds(Path processOrThread) {
    return seconds(processOrThread, 11);
  }

  /** User and system time, in two fields of {@code stat} counted from the one behind the name. */
  private static double seconds(Path processOrThread, int field) {
    String stat = lines(processOrThread.resolve("stat")).collect(Collectors.joining());
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[field]) + Long.parseLong(fields[field + 1])) / TICKS;
  }

  /** User and system time of this process's children that have ended, in seconds. */
  static double childrenSeconds() {
    return seconds(PROC.resolve("self"), 13);
  }

  /**
   * Returns when they have nothing left to do: after its start, or after the last read, a server
   * still works for some time.
   */
  void awaitRest() {
    double used = 1;
    for (int i = 0; used > AT_REST && i < MOST_LOOKS; i++) {
      double before = cpuSeconds();
      pause(Duration.ofSeconds(1));
      used = cpuSeconds() - before;
    }
  }

  static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted", e);
    }
  }

  /** Ends them, as their administrator does, and returns when they are gone. */
  void end() {
    for (long pid : pids) {
      ProcessHandle.of(pid)
          .ifPresent(
              process -> {
                process.destroy();
                process.onExit().join();
              });
    }
  }

  /** Their present size. */
  State state() {
    List<State> each = pids.stream().map(ServerProcess::state).toList();
    return new State(
        each.stream().mapToDouble(State::threads).sum(),
        each.stream().mapToDouble(State::rssMegabytes).sum(),
        each.stream().mapToDouble(State::descriptors).sum());
  }

  private static State state(long pid) {
    Map<String, Long> status =
        lines(PROC.resolve(pid + "/status"))
            .map(line -> line.split("\\s+"))
            .filter(field -> field[0].equals("Threads:") || field[0].equals("VmRSS:"))
            .collect(Collectors.toMap(field -> field[0], field -> Long.parseLong(field[1])));
    return new State(
        status.getOrDefault("Threads:", 0L),
        status.getOrDefault("VmRSS:", 0L) * 1024 / 1e6,
        list(PROC.resolve(pid + "/fd")).count());
  }

  static boolean isJava(long pid) {
    return lines(PROC.resolve(pid + "/comm")).anyMatch("java"::equals);
  }

  /**
   * The size of the processes.
   *
   * @param threads of all
   * @param rssMegabytes memory that is not swapped out, in 10^6 bytes
   * @param descriptors open files and sockets
   */
  record State(double threads, double rssMegabytes, double descriptors) {}

  private static boolean isOneOf(Path descriptor, Set<String> sockets) {
    try {
      return sockets.contains(Files.readSymbolicLink(descriptor).toString());
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  private static Stream<Path> list(Path folder) {
    try (var entries = Files.newDirectoryStream(folder)) {
      Stream.Builder<Path> paths = Stream.builder();
      entries.forEach(paths::add);
      return paths.build();
    } catch (IOException endedOrForeign) {
      return Stream.empty();
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
