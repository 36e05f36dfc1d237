package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The shortest way through everything. */
class SmokeIT extends Scenario {
  @Test
  void answersWithoutHandOff() throws Exception {
    assertThat(ask("/it/hello").hasStatus(200).leaksNothing().text()).isEqualTo("hello");
  }

  @Test
  void sendsAFileAndCountsIt() throws Exception {
    Path file = TestFiles.ofLength(1 << 20);
    Snapshot before = server.probe();

    play(sendfile(file)).hasStatus(200).isFile(file);

    assertThat(grown("Started", before)).isEqualTo(1);
  }
}
