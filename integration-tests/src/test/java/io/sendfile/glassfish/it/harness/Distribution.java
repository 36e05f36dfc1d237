package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The zip of this project, unpacked as an administrator would. */
public final class Distribution {
  private final Path folder;

  private Distribution(Path folder) {
    this.folder = folder;
  }

  /** Unpacks it. */
  public static Distribution unpack() throws IOException {
    Path parent = Settings.work().resolve("distribution");
    Zip.unpack(Settings.distributionZip(), parent);
    try (Stream<Path> content = Files.list(parent)) {
      return new Distribution(content.findFirst().orElseThrow());
    }
  }

  /** The zip itself. */
  public static Path zip() {
    return Settings.distributionZip();
  }

  /** A page's commands, which name the last release, for this build. */
  public static String ofThisBuild(String commands) {
    String name = zip().getFileName().toString().replaceFirst("\\.zip$", "");
    return commands.replaceAll("sendfile-\\d[\\w.-]*?(?=/|\\.zip)", name);
  }

  /** The module's jar. */
  public Path module() {
    return folder.resolve("modules/sendfile-module.jar");
  }

  /** Path of a file of the distribution. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** A copy of this sample, built by its own pom with what the zip has. */
  public Path build(String sample, Path temp) throws IOException {
    Path copy = temp.resolve("a " + sample);
    Command.run(temp, "cp", "-R", file("samples/" + sample).toString(), copy.toString())
        .succeeded();
    Path options = Files.createDirectory(copy.resolve(".mvn")).resolve("jvm.config");
    Files.writeString(options, "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Command.run(copy, "mvn", "-q", "-Dmaven.repo.local=" + repository(temp), "package").succeeded();
    return copy;
  }

  /** The user's, with the jars of the distribution, as the page for installation says. */
  private Path repository(Path temp) throws IOException {
    Path users = Path.of(System.getProperty("user.home"), ".m2/repository");
    Files.createDirectories(users.resolve("io"));
    Path here = Files.createDirectories(temp.resolve("repository/io")).getParent();
    linkAll(users, here, "io");
    linkAll(users.resolve("io"), here.resolve("io"), "sendfile");
    Files.createSymbolicLink(
        here.resolve("io/sendfile"), file("maven/io/sendfile").toAbsolutePath());
    return here;
  }

  private static void linkAll(Path from, Path to, String butFor) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(file -> !file.endsWith(butFor)).toList()) {
        Files.createSymbolicLink(to.resolve(file.getFileName()), file);
      }
    }
  }

  /** Names of the ready set-ups. */
  public List<String> setUps() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("set-ups"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".asadmin"))
          .map(name -> name.replace(".asadmin", ""))
          .sorted()
          .toList();
    }
  }

  /** Runs {@code install.sh}. */
  public Command.Outcome installInto(Path home) throws IOException {
    return Command.run(folder, folder.resolve("install.sh").toString(), home.toString());
  }

  /** Runs {@code install.sh} with all optional bundles. */
  public Command.Outcome installAllInto(Path home) throws IOException {
    return Command.run(
        folder, folder.resolve("install.sh").toString(), "--with-all", home.toString());
  }

  /** Runs {@code install.sh} so that it adds JVM options. */
  public Command.Outcome installWithOptionsInto(Path home) throws IOException {
    return Command.run(
        folder, folder.resolve("install.sh").toString(), "--jvm-options", home.toString());
  }

  /** Runs {@code install.sh} so that the settings of the last kept copy come back. */
  public Command.Outcome restoreInto(Path home) throws IOException {
    return Command.run(
        folder, folder.resolve("install.sh").toString(), "--restore-settings", home.toString());
  }

  /** Runs {@code uninstall.sh}. */
  public Command.Outcome uninstallFrom(Path home) throws IOException {
    return Command.run(folder, folder.resolve("uninstall.sh").toString(), home.toString());
  }
}
