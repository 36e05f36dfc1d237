package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Parameters of this run from the build; {@code suites/pom.xml} sets them. */
public final class Settings {
  private Settings() {}

  /** {@code embedded}, or the name of a server and its number, such as {@code grizzly4}. */
  public static String server() {
    return required("scenario.server");
  }

  /** The first and the last version of Java for the server, such as {@code 17-23}. */
  static String javaRange() {
    return required("scenario.java");
  }

  /** Whether the server is embedded GlassFish, in this process. */
  public static boolean embedded() {
    return server().equals("embedded");
  }

  /** Whether the server is Grizzly without a container, in this process. */
  static boolean grizzly() {
    return server().startsWith("grizzly");
  }

  /** Whether the server is a Payara. */
  public static boolean payara() {
    return server().startsWith("payara");
  }

  /** The folder of the server. */
  public static Path glassfishHome() {
    return Path.of(required("scenario.glassfish.home"));
  }

  /** A folder for this run alone, without a symbolic link in its path. */
  public static Path work() throws IOException {
    return Files.createDirectories(Path.of(required("scenario.work"), server())).toRealPath();
  }

  /** Whether pages are kept as pictures, which takes half a second each. */
  static boolean screenshots() {
    return Boolean.parseBoolean(required("scenario.screenshots"));
  }

  /** Archive of GlassFish, as downloaded. */
  static Path glassfishZip() {
    return Path.of(required("scenario.glassfish.zip"));
  }

  /** Archive of this project's distribution. */
  static Path distributionZip() {
    return Path.of(required("scenario.distribution.zip"));
  }

  /** An application with the jars of another framework. */
  static Path frameworkWar(String name) {
    return Path.of(required("scenario.framework.war").formatted(name));
  }

  /** The program of {@link ObjectStore}. */
  static Path store() {
    return Path.of(required("scenario.store"));
  }

  /** A script of the sources. */
  static Path script(String name) {
    return Path.of(required("scenario.scripts"), name);
  }

  /** JVM options of the server under test, separated by blanks. */
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
