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

  /** The module's jar. */
  public Path module() {
    return folder.resolve("modules/sendfile-module.jar");
  }

  /** Path of a file of the distribution. */
  public Path file(String name) {
    return folder.resolve(name);
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
