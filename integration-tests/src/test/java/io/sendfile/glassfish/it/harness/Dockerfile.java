package io.sendfile.glassfish.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.UnaryOperator;

/** The instructions of a Dockerfile, without a container: a server gets its copies and commands. */
public final class Dockerfile {
  private final OwnServer server;
  private final Path context;
  private final UnaryOperator<String> names;
  private final Path temporary;

  /**
   * An image that is made of nothing yet.
   *
   * @param server as downloaded
   * @param context the folder from which files are copied
   * @param names gives the name of such a file there
   * @param temporary takes the place of {@code /tmp}
   */
  public Dockerfile(OwnServer server, Path context, UnaryOperator<String> names, Path temporary) {
    this.server = server;
    this.context = context;
    this.names = names;
    this.temporary = temporary;
  }

  /**
   * Plays the copies and commands of the text.
   *
   * @param media takes the place of {@code /srv/media}
   */
  public void play(String text, Path media) throws IOException {
    for (String step : text.replace("\\\n", "").lines().toList()) {
      List<String> words = List.of(step.split(" "));
      if (words.get(0).equals("COPY")) {
        copy(words.subList(1, words.size() - 1), words.get(words.size() - 1));
      } else if (words.get(0).equals("RUN")) {
        String line =
            step.substring("RUN ".length())
                .replace("/tmp/", temporary + "/")
                .replace("/srv/media", media.toString());
        assertThat(run(line).succeeded())
            .contains("Root media is in force")
            .doesNotContainIgnoringCase("failed");
      }
    }
  }

  private void copy(List<String> sources, String target) throws IOException {
    Path folder =
        target.equals("/tmp/")
            ? temporary
            : server.home().resolve(target.replaceFirst("^/opt/glassfish7/", ""));
    assertThat(folder).isDirectory();
    for (String source : sources) {
      Path file = context.resolve(names.apply(source));
      Files.copy(file, folder.resolve(Path.of(source).getFileName()));
    }
  }

  /** Runs the line with an asadmin that knows its server, as that of the image does. */
  private Command.Outcome run(String line) throws IOException {
    Path bin = Files.createDirectories(server.home().resolveSibling("bin"));
    Path asadmin = bin.resolve("asadmin");
    Files.writeString(
        asadmin,
        "#!/bin/sh\nexec %s/bin/asadmin --user admin --port %d \"$@\"\n"
            .formatted(server.home(), server.adminPort()));
    Files.setPosixFilePermissions(asadmin, PosixFilePermissions.fromString("rwxr-xr-x"));
    return Command.run(server.home(), "bash", "-c", "PATH=" + bin + ":$PATH; " + line);
  }
}
