package io.sendfile.glassfish.it.installation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Distribution;
import io.sendfile.glassfish.it.harness.Dockerfile;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.OwnServer;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Dockerfile of the zip, without a container: its copies go into a GlassFish as downloaded, and
 * its commands run there.
 */
@Timeout(600)
@OwnProcess
@Release
class ImageIT {
  private static final Duration SOON = Duration.ofSeconds(120);

  private final Path file = TestFiles.ofLength(300 << 10);

  @TempDir Path folder;

  @Test
  void handsOffAFileOnceItIsStarted() throws IOException {
    Distribution distribution = Distribution.unpack();
    try (OwnServer server = OwnServer.unpack("image")) {
      new Dockerfile(server, distribution.file(""), ImageIT::nameInDistribution, folder)
          .play(Files.readString(distribution.file("service/Dockerfile")), file.getParent());
      server.start();
      Await.until("the application", SOON, () -> server.ask("/shop/hello").status() == 200);
      server.ask("/shop/send?value=media:" + file.getFileName()).isFile(file);
      assertThat(server.ask("/health/ready").text()).contains("ready");
      assertThat(server.command("get-sendfile-configuration"))
          .containsPattern("trusted-proxies +172.16.0.0/12 ")
          .contains("socket options: on");
    }
  }

  private static String nameInDistribution(String source) {
    return source.equals("shop.war") ? "sample.war" : source.replaceFirst("^sendfile/", "");
  }
}
