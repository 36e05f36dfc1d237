package io.sendfile.glassfish.it.harness;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.UnaryOperator;

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
    return deploy(name, Settings.frameworkWar(name).toRealPath());
  }

  private static FrameworkApplication deploy(String name, Path war) {
    ServerUnderTest.current()
        .command("deploy", "--force=true", "--name", name, "--contextroot", name, war.toString());
    return new FrameworkApplication(name);
  }

  /** Deploys it with another {@code web.xml}. */
  public static FrameworkApplication deploy(String name, UnaryOperator<String> webXml)
      throws IOException {
    Path war = Settings.work().resolve(name + ".war");
    Files.copy(Settings.frameworkWar(name), war, StandardCopyOption.REPLACE_EXISTING);
    try (FileSystem content = FileSystems.newFileSystem(war)) {
      Path descriptor = content.getPath("WEB-INF/web.xml");
      Files.writeString(descriptor, webXml.apply(Files.readString(descriptor)));
    }
    return deploy(name, war);
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
