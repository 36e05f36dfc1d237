package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.RawConnection.Head;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every algorithm, switched live, sends the right bytes over every protocol. */
@Timeout(120)
@OnGrizzly
class AlgorithmsIT extends Scenario {
  private static final int MIB = 1 << 20;

  private final Path large = TestFiles.ofLength(20L * MIB);

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "equal-blocking", "equal-non-blocking", "simple-blocking"})
  void sendsTheRightBytesOverEveryProtocol(String algorithm) throws IOException {
    configure("algorithm", algorithm);
    for (Browser browser : Browser.values()) {
      for (int length : new int[] {1 << 10, 300 << 10, 20 * MIB}) {
        Path file = TestFiles.ofLength(length);
        browser.ask(Play.steps(sendfile(file))).isFile(file);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"equal-blocking", "simple-blocking"})
  void workersThatWaitForSlowClientsAreFreeAgainWhenThoseLeave(String algorithm) throws Exception {
    configure("algorithm", algorithm, "worker-threads", "2");
    List<RawConnection> slow = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      slow.add(begin());
    }
    assertThat(ask("/it/hello").text()).as("request threads are free").isEqualTo("hello");
    for (RawConnection connection : slow) {
      connection.reset();
    }
    play(sendfile(large)).isFile(large);
  }

  @Test
  void runningDownloadEndsUnderTheAlgorithmItBeganWith() throws Exception {
    List<RawConnection> begun = new ArrayList<>();
    List<Head> heads = new ArrayList<>();
    for (String algorithm : List.of("simple-blocking", "adaptive", "equal-blocking")) {
      configure("algorithm", algorithm);
      RawConnection connection = begin();
      heads.add(connection.head());
      begun.add(connection);
    }
    configure("algorithm", "equal-non-blocking");
    for (int i = begun.size() - 1; i >= 0; i--) {
      begun.get(i).answerBody(heads.get(i)).isFile(large);
      begun.get(i).close();
    }
  }

  private RawConnection begin() throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    return connection.send(RawConnection.get(Play.steps(sendfile(large))));
  }
}
