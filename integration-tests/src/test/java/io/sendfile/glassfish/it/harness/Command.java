package io.sendfile.glassfish.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An external program, isolated from the machine's proxies and the user's settings. Its output is
 * kept, and it ends: by itself within a time limit, or when it is closed.
 */
public final class Command implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(400);
  private static final int KILLED = 137;
  private static final Duration TO_STOP = Duration.ofSeconds(10);

  private final List<String> line;
  private final Path log;
  private final Process process;

  private Command(List<String> line, Path log, Process process) {
    this.line = line;
    this.log = log;
    this.process = process;
  }

  /**
   * Outcome of a program.
   *
   * @param status 137 if it was killed at its deadline
   * @param output text of both its streams
   */
  public record Outcome(String line, int status, String output) {
    /**
     * Checks for success.
     *
     * @return its output
     */
    public String succeeded() {
      assertThat(status).as("status of %s%n%s", line, output).isZero();
      return output;
    }
  }

  /** Path of the program: its own path, the search path, or Debian's folder for servers. */
  public static Optional<Path> find(String program) {
    if (program.contains(File.separator)) {
      return Optional.of(Path.of(program)).filter(Files::isExecutable);
    }
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(Arrays.stream(path.split(File.pathSeparator)), Stream.of("/usr/sbin"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Starts a program in a folder, which is also its home. */
  public static Command start(Path folder, String... line) throws IOException {
    List<String> found = new java.util.ArrayList<>(List.of(line));
    found.set(0, find(line[0]).orElseThrow(() -> new IOException(line[0] + " is missing")) + "");
    Path log = Files.createTempFile(Settings.work(), Path.of(line[0]).getFileName() + "-", ".log");
    ProcessBuilder builder = new ProcessBuilder(found).directory(folder.toFile());
    isolate(builder.environment(), folder);
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new Command(found, log, process);
  }

  static void isolate(Map<String, String> environment, Path home) {
    environment.keySet().removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
    environment.keySet().removeAll(List.of("GF_CLIENT_DIR", "AS_GFCLIENT"));
    environment.put("HOME", home.toString());
    environment.put("LC_ALL", "C.UTF-8");
  }

  /** Runs a program to its end. */
  public static Outcome run(Path folder, String... line) throws IOException {
    try (Command command = start(folder, line)) {
      return command.end();
    }
  }

  /** Runs a program to its end, or kills it at its deadline. */
  static Outcome run(Duration deadline, Path folder, String... line) throws IOException {
    try (Command command = start(folder, line)) {
      return command.endsWithin(deadline)
          ? command.end()
          : new Outcome(command.line.toString(), KILLED, "late: " + command.output());
    }
  }

  /** Waits for its end. */
  public Outcome end() throws IOException {
    if (!endsWithin(DEADLINE)) {
      throw new IOException(
          "not ended within " + DEADLINE.toSeconds() + " s: " + line + "\n" + output());
    }
    return new Outcome(line.toString(), process.exitValue(), output());
  }

  /** Its output so far. */
  public String output() throws IOException {
    return Files.readString(log, StandardCharsets.UTF_8);
  }

  /** Asks it to end, and waits. */
  public Outcome interrupt() throws IOException {
    process.destroy();
    return end();
  }

  /** Kills it, without a chance to clean up. */
  public void kill() {
    process.destroyForcibly();
    endsWithin(TO_STOP);
  }

  private boolean endsWithin(Duration time) {
    try {
      return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    if (!endsWithin(TO_STOP)) {
      kill();
    }
    Files.deleteIfExists(log);
  }
}
