package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files that are on the disk, and not in the page cache. */
@EachGrizzly
@OnGrizzly
class ColdFilesIT extends Scenario {
  private static final int MIB = 20;

  private final Path file = TestFiles.ofLength((long) MIB << 20);

  /** By dd(1) of coreutils, once nothing of the file waits to be written. */
  private void dropFromMemory() throws IOException, InterruptedException {
    assumeFalse(Files.getFileStore(file).type().equals("tmpfs"), "the file is on a disk");
    try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    Process dd =
        new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0")
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start();
    assumeTrue(dd.waitFor() == 0, "dd knows nocache");
  }

  /**
   * The server finds its way to ask while the first transfers run. The file is left on the disk.
   */
  @BeforeEach
  void kernelIsAsked() throws Exception {
    dropFromMemory();
    Await.until(
        "files on the disk are recognized",
        Duration.ofSeconds(20),
        () -> {
          boolean asked = reads(Browser.CLEAR) > 0;
          dropFromMemory();
          return asked;
        });
  }

  private long reads(Browser browser) throws Exception {
    Snapshot before = server.probe();
    browser.ask(Play.steps(sendfile(file))).hasStatus(200).isFile(file);
    awaitGrown("Completed", 1, before);
    return grown("DiskReads", before);
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void areReadAheadOverEveryProtocol(Browser browser) throws Exception {
    long reads = reads(browser);
    // The kernel keeps pages that are in use, so a drop may fail.
    for (int drops = 0; reads == 0 && drops < 5; drops++) {
      dropFromMemory();
      reads = reads(browser);
    }
    assertThat(reads).isBetween(1L, (long) MIB);
  }
}
