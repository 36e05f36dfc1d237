package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The process of the server under test, where it has one of its own. */
public final class ServerProcess {
  private static final int SECONDS = 120;

  private ServerProcess() {}

  /** Kills it, as in a failure of the machine (SIGKILL). */
  public static void kill() throws Exception {
    Path file = domain().resolve("config/pid");
    long pid = Long.parseLong(Files.readString(file).trim());
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().get(SECONDS, TimeUnit.SECONDS);
  }

  /** Starts it again and waits until it runs. */
  public static void start() throws IOException, InterruptedException {
    run("start-domain");
  }

  /** Restarts it and waits until it runs. */
  public static void restart() throws IOException, InterruptedException {
    run("restart-domain");
  }

  private static void run(String command) throws IOException, InterruptedException {
    Path asadmin = Settings.glassfishHome().resolve("bin/asadmin");
    Path log = Settings.work().resolve(command + ".log");
    Process process =
        new ProcessBuilder(asadmin.toString(), command, "domain1")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    // asadmin waits for a minute; a busy machine may need more.
    Await.until(
        () -> command + ", see " + log,
        Duration.ofSeconds(SECONDS),
        () -> ServerUnderTest.current().probe().values().containsKey("java.feature"));
  }

  /** The folder of the domain. */
  public static Path domain() {
    return Settings.glassfishHome().resolve("glassfish/domains/domain1");
  }
}
