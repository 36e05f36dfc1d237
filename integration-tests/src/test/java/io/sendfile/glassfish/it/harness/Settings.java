package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the build says about this run; {@code integration-tests/pom.xml} sets it. */
public final class Settings {
  private Settings() {}

  /** {@code embedded}, {@code 7} or {@code 8}. */
  public static String server() {
    return required("scenario.server");
  }

  static boolean embedded() {
    return server().equals("embedded");
  }

  static Path glassfishHome() {
    return Path.of(required("scenario.glassfish.home"));
  }

  /** A folder for this run alone, with no symbolic link in its path. */
  public static Path work() throws IOException {
    return Files.createDirectories(Path.of(required("scenario.work"), server())).toRealPath();
  }

  /** GlassFish as it is downloaded. */
  static Path glassfishZip() {
    return Path.of(required("scenario.glassfish.zip"));
  }

  /** What an administrator downloads of this project. */
  static Path distributionZip() {
    return Path.of(required("scenario.distribution.zip"));
  }

  /** The sample application. */
  static Path sampleWar() {
    return Path.of(required("scenario.sample.war"));
  }

  /** A script of the sources. */
  static Path script(String name) {
    return Path.of(required("scenario.scripts"), name);
  }

  /** Options of the JVM of the server under test, with blanks between. */
  static String jvmOptions() {
    return required("scenario.jvm.options");
  }

  private static String required(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException(
          "The system property " + name + " is not set: run the scenarios with Maven");
    }
    return value;
  }
}
