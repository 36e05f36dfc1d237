package io.sendfile.glassfish.it.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code asadmin multimode}: many commands, one process. */
public final class AsadminSession implements AutoCloseable {
  private static final int SECONDS = 60;
  private static final Pattern END =
      Pattern.compile("Command (\\S+) (executed successfully|failed)\\.");

  private final Process process;
  private final Writer in;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private AsadminSession(Process process) {
    this.process = process;
    this.in = process.outputWriter(StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "asadmin-output");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Outcome of a command.
   *
   * @param text its output
   */
  public record Outcome(boolean succeeded, String text) {}

  /** Starts the session for the server under test. */
  public static AsadminSession open() throws IOException {
    Path asadmin = Settings.glassfishHome().resolve("bin/asadmin");
    // From a file: otherwise GlassFish 8 treats its input as a terminal, with line editing.
    ProcessBuilder builder =
        new ProcessBuilder(
            asadmin.toString(),
            "--user",
            "admin",
            "--interactive=false",
            "--port",
            Integer.toString(Ports.of(Ports.ADMIN)),
            "multimode",
            "--file",
            "/dev/stdin");
    Command.isolate(builder.environment(), Settings.work());
    return new AsadminSession(builder.redirectErrorStream(true).start());
  }

  private void read() {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add(e.toString());
    }
  }

  /** Runs a command. */
  public Outcome run(String... words) throws IOException {
    in.write(
        Arrays.stream(words).map(AsadminSession::quoted).collect(Collectors.joining(" ")) + "\n");
    in.flush();
    StringBuilder text = new StringBuilder();
    for (String line = next(words, text); ; line = next(words, text)) {
      Matcher end = END.matcher(line);
      if (end.matches() && end.group(1).equals(words[0])) {
        return new Outcome(end.group(2).startsWith("executed"), text.toString());
      }
      text.append(line).append('\n');
    }
  }

  private String next(String[] words, StringBuilder soFar) throws IOException {
    try {
      String line = lines.poll(SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        throw new IOException("no end of " + Arrays.toString(words) + ": " + soFar);
      }
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static String quoted(String word) {
    return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Override
  public void close() {
    try {
      in.close();
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }
}
