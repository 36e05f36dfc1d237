package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Prepares an unpacked GlassFish for a run, whatever an earlier run left in it. */
public final class ServerFolder {
  private static final int START_TIMEOUT_MILLIS = 180_000;
  private static final Duration STOP = Duration.ofSeconds(120);

  private ServerFolder() {}

  static void prepare(Path home) throws IOException {
    Path domain = home.resolve("glassfish/domains/domain1");
    stopLeftOver(domain.resolve("config/pid"));
    forgetInstances(home.resolve("glassfish/nodes"));
    delete(clientFolder());
    delete(domain.resolve("sendfile"));
    Path xml = domain.resolve("config/domain.xml");
    Files.writeString(xml, DomainXml.managed(Files.readString(shipped(xml))));
    Certificate.beTrustedBy(domain);
    PlugInBundle.putInto(home.resolve("glassfish/modules"));
    useJdk(home.resolve("glassfish/config/asenv.conf"), Jdk.forServer(Settings.server()));
  }

  /** Folders that a killed run could not delete. */
  private static void forgetInstances(Path nodes) throws IOException {
    for (Path file : tree(nodes)) {
      if (file.endsWith(Path.of("config", "pid"))) {
        stopLeftOver(file);
      }
    }
    delete(nodes);
  }

  /** GlassFish's cache of command parameters, by host and port. */
  public static Path clientFolder() {
    return Path.of(System.getenv("GF_CLIENT_DIR"));
  }

  private static void delete(Path folder) throws IOException {
    for (Path file : tree(folder)) {
      Files.deleteIfExists(file);
    }
  }

  private static List<Path> tree(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.sorted(Comparator.reverseOrder()).toList();
    }
  }

  /** A file as shipped; kept beside it since the first run. */
  private static Path shipped(Path file) throws IOException {
    Path copy = file.resolveSibling(file.getFileName() + ".shipped");
    if (!Files.exists(copy)) {
      Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
    }
    return copy;
  }

  /**
   * GlassFish's scripts read this file after the environment; it makes them wait longer, for busy
   * machines, and in GlassFish 8 compile less: asadmin lives for a second.
   */
  static void useJdk(Path asenv, Path jdk) throws IOException {
    String lines =
        """

        AS_JAVA="%1$s"
        export AS_JAVA
        JAVA_HOME="%1$s"
        export JAVA_HOME
        AS_START_TIMEOUT=%2$d
        export AS_START_TIMEOUT
        ASADMIN_JVM_OPTIONS="${ASADMIN_JVM_OPTIONS:-} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
        export ASADMIN_JVM_OPTIONS
        """
            .formatted(jdk, START_TIMEOUT_MILLIS);
    Files.writeString(asenv, Files.readString(shipped(asenv)) + lines);
  }

  /** A killed run could not stop its server. */
  static void stopLeftOver(Path pidFile) throws IOException {
    process(pidFile)
        .ifPresent(
            process -> {
              process.destroyForcibly();
              process.onExit().join();
            });
  }

  /** Stops a server by SIGTERM. */
  static void stop(Path pidFile) throws IOException {
    ProcessHandle process = process(pidFile).orElseThrow();
    process.destroy();
    Await.until("the stop of " + process.pid(), STOP, () -> !process.isAlive());
  }

  /** The process of a running server; none if its number belongs to another program now. */
  static Optional<ProcessHandle> process(Path pidFile) throws IOException {
    if (!Files.exists(pidFile)) {
      return Optional.empty();
    }
    return ProcessHandle.of(Long.parseLong(Files.readString(pidFile).trim()))
        .filter(
            process -> commandLine(process).contains(pidFile.getParent().getParent().toString()));
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
    } catch (IOException e) {
      return process.info().commandLine().orElse("");
    }
  }
}
