package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A deployed application with the jars of another framework, of the folder samples/framework-apps.
 */
public final class FrameworkApplication implements AutoCloseable {
  private final String name;

  private FrameworkApplication(String name) {
    this.name = name;
  }

  /** Deploys it under its name. */
  public static FrameworkApplication deploy(String name) throws IOException {
    Path war = Settings.frameworkWar(name).toRealPath();
    ServerUnderTest.current()
        .command("deploy", "--force=true", "--name", name, "--contextroot", name, war.toString());
    return new FrameworkApplication(name);
  }

  /** Request target of a path of the application that gets the file in its query. */
  public String target(String path, Path file) {
    return at(path) + "?file=" + URLEncoder.encode(file.toString(), StandardCharsets.UTF_8);
  }

  /** Request target of a path of the application. */
  public String at(String path) {
    return "/" + name + "/" + path;
  }

  @Override
  public void close() {
    ServerUnderTest.current().command("undeploy", name);
  }
}
