package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The process of the server under test, where it has one of its own. */
public final class ServerProcess {
  private static final Duration DEADLINE = Duration.ofSeconds(240);

  /** Of the times in {@code /proc}. */
  private static final long MILLIS_PER_TICK = 10;

  private ServerProcess() {}

  /** Kills it, as in a failure of the machine (SIGKILL). */
  public static void kill() throws Exception {
    long pid = Long.parseLong(Files.readString(pid()).trim());
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  /** The program of its Java. */
  public static Path java() throws IOException {
    long pid = Long.parseLong(Files.readString(pid()).trim());
    return Path.of(ProcessHandle.of(pid).flatMap(it -> it.info().command()).orElseThrow());
  }

  /** CPU that its threads whose names begin so have used, on Linux. */
  public static Duration cpuOf(String thread) throws IOException {
    Path tasks = Path.of("/proc", Files.readString(pid()).trim(), "task");
    long ticks = 0;
    try (Stream<Path> all = Files.list(tasks)) {
      for (Path task : all.toList()) {
        String[] stat = Files.readString(task.resolve("stat")).split("[()]");
        if (stat[1].startsWith(thread)) {
          String[] values = stat[stat.length - 1].trim().split(" ");
          ticks += Long.parseLong(values[11]) + Long.parseLong(values[12]);
        }
      }
    }
    return Duration.ofMillis(ticks * MILLIS_PER_TICK);
  }

  /** Starts it again and waits until it runs. */
  public static void start() throws IOException {
    launch();
    awaitRunning();
  }

  /** Starts it for this run, still without the application; it is killed as the run ends. */
  static void begin() throws IOException {
    Runtime.getRuntime().addShutdownHook(new Thread(ServerProcess::end));
    launch();
  }

  private static void launch() throws IOException {
    Launch.domain(Settings.glassfishHome(), domain(), Ports.of(Ports.ADMIN));
  }

  private static void end() {
    try {
      ServerFolder.stopLeftOver(pid());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops it by SIGTERM. */
  public static void stop() throws IOException {
    ServerFolder.stop(pid());
  }

  /** Stops it by SIGTERM, starts it again and waits until it runs. */
  public static void restart() throws IOException {
    stop();
    start();
  }

  private static void awaitRunning() {
    Await.until(
        "a start",
        DEADLINE,
        () -> ServerUnderTest.current().probe().values().containsKey("java.feature"));
  }

  private static Path pid() {
    return domain().resolve("config/pid");
  }

  /** The folder of the domain. */
  public static Path domain() {
    return Settings.glassfishHome().resolve("glassfish/domains/domain1");
  }
}
