package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.Smoke;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One virtual thread per file of simple-blocking, where the server's Java has them. */
@Timeout(120)
@Smoke
@OnGrizzly
class VirtualThreadsIT extends Scenario {
  private static final int MIB = 1 << 20;
  private static final int CLIENTS = 200;

  private final Path large = TestFiles.ofLength(20L * MIB);

  /** An older Java refuses the setting, with the reason. */
  private void whereAvailable(Work work) throws Exception {
    boolean available = Integer.parseInt(server.probe().values().get("java.feature")) >= 21;
    if (available) {
      configure("algorithm", "simple-blocking", "virtual-threads", "true", "worker-threads", "2");
      work.run();
    } else {
      assertThatThrownBy(() -> configure("virtual-threads", "true"))
          .isInstanceOf(CommandFailed.class)
          .hasMessageContaining(
              "virtual-threads must be false, as true needs Java 21 or later and this is Java");
    }
  }

  @Test
  void moreSlowClientsThanWorkersAllGetTheirFirstBytes() throws Exception {
    whereAvailable(
        () -> {
          List<RawConnection> slow = new ArrayList<>();
          try {
            for (int i = 0; i < CLIENTS; i++) {
              slow.add(begin());
            }
            for (RawConnection connection : slow) {
              assertThat(connection.head().status()).isEqualTo(200);
              connection.bytes(MIB / 8, OutputStream.nullOutputStream());
            }
            play(sendfile(large)).isFile(large);
          } finally {
            for (RawConnection connection : slow) {
              connection.close();
            }
          }
        });
  }

  private RawConnection begin() throws IOException {
    RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096);
    return connection.send(RawConnection.get(Play.steps(sendfile(large))));
  }

  @Test
  void sendsTheRightBytesOverEveryProtocol() throws Exception {
    whereAvailable(
        () -> {
          for (Browser browser : Browser.values()) {
            for (int length : new int[] {1 << 10, 300 << 10, 20 * MIB}) {
              Path file = TestFiles.ofLength(length);
              browser.ask(Play.steps(sendfile(file))).isFile(file);
            }
          }
        });
  }
}
