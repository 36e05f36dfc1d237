package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.content.Origin;
import io.sendfile.glassfish.glassfish.jmx.RunningTransfer;
import io.sendfile.glassfish.transfer.TransferId;
import io.sendfile.glassfish.transfer.TransferInfo;
import io.sendfile.glassfish.transfer.TransferSnapshot;
import io.sendfile.glassfish.transfer.TransferState;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningBytesTest {
  private static RunningTransfer transfer(String root, String listener, long bytes) {
    TransferInfo info =
        new TransferInfo(
            new TransferId("7f-1", null),
            Origin.UNKNOWN,
            listener,
            root,
            "a.mp4",
            new InetSocketAddress("192.0.2.7", 5),
            200,
            "");
    return new RunningTransfer(
        new TransferSnapshot(
            info, "adaptive", TransferState.SENDING, "", bytes, 1000, 10, 0, 0, Duration.ZERO));
  }

  @Test
  void areAddedUpByRootAndByListener() {
    RunningBytes running =
        RunningBytes.of(
            List.of(
                transfer("media", "http-listener-1", 100),
                transfer("media", "http-listener-2", 20),
                transfer("private", "http-listener-2", 3)));
    assertThat(running.total()).isEqualTo(123);
    assertThat(running.ofRoot("media")).isEqualTo(120);
    assertThat(running.ofListener("http-listener-2")).isEqualTo(23);
    assertThat(running.ofListener("admin-listener")).isZero();
  }
}
