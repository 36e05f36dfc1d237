package io.sendfile.glassfish.it.installation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Command;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The Dockerfile of docs/install.md, without a container: its copies go into a GlassFish as
 * downloaded, and its commands run there.
 */
@Timeout(600)
@OwnProcess
@Release
class ImageIT {
  private static final Pattern DOCKERFILE =
      Pattern.compile("```dockerfile\n(.*?)```", Pattern.DOTALL);
  private static final Duration SOON = Duration.ofSeconds(120);

  private final Path file = TestFiles.ofLength(300 << 10);

  @Test
  void handsOffAFileOnceItIsStarted() throws IOException {
    Distribution distribution = Distribution.unpack();
    try (OwnServer server = OwnServer.unpack("image")) {
      for (String step : steps(Files.readString(distribution.file("docs/install.md")))) {
        List<String> words = List.of(step.split(" "));
        if (words.get(0).equals("COPY")) {
          copy(words, distribution, server);
        } else if (words.get(0).equals("RUN")) {
          assertThat(run(step.substring("RUN ".length()), server).succeeded())
              .contains("Root media is in force")
              .doesNotContainIgnoringCase("failed");
        }
      }
      server.start();
      Await.until("the application", SOON, () -> server.ask("/shop/hello").status() == 200);
      server.ask("/shop/send?value=media:" + file.getFileName()).isFile(file);
      assertThat(server.ask("/health/ready").text()).contains("ready");
      assertThat(server.command("get-sendfile-configuration"))
          .containsPattern("trusted-proxies +172.16.0.0/12 ")
          .contains("socket options: on");
    }
  }

  /** Its instructions, a line for each. */
  private static List<String> steps(String page) {
    Matcher dockerfile = DOCKERFILE.matcher(page);
    assertThat(dockerfile.find()).isTrue();
    return dockerfile.group(1).replace("\\\n", "").lines().toList();
  }

  private static void copy(List<String> words, Distribution distribution, OwnServer server)
      throws IOException {
    String target = words.get(words.size() - 1).replaceFirst("^/opt/glassfish7/", "");
    Path folder = server.home().resolve(target);
    assertThat(folder).isDirectory();
    for (String source : words.subList(1, words.size() - 1)) {
      Path from =
          distribution.file(
              source.equals("shop.war") ? "sample.war" : source.replaceFirst("^sendfile/", ""));
      Files.copy(from, folder.resolve(Path.of(source).getFileName()));
    }
  }

  /** Runs the line with an asadmin that knows its server, as that of the image does. */
  private Command.Outcome run(String line, OwnServer server) throws IOException {
    Path bin = Files.createDirectories(server.home().resolveSibling("bin"));
    Path asadmin = bin.resolve("asadmin");
    Files.writeString(
        asadmin,
        "#!/bin/sh\nexec %s/bin/asadmin --user admin --port %d \"$@\"\n"
            .formatted(server.home(), server.adminPort()));
    Files.setPosixFilePermissions(asadmin, PosixFilePermissions.fromString("rwxr-xr-x"));
    String here = line.replace("/srv/media", file.getParent().toString());
    return Command.run(server.home(), "bash", "-c", "PATH=" + bin + ":$PATH; " + here);
  }
}
