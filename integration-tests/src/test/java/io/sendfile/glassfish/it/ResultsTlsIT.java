package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Certificate;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.ResultReceiver;
import io.sendfile.glassfish.it.harness.ServerProcess;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Results are posted over TLS only to destinations that the server's trust store accepts. */
@Timeout(300)
@OwnProcess
class ResultsTlsIT extends ResultsScenario {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private void receive(ResultReceiver secure) {
    receiver.close();
    receiver = secure;
  }

  @Test
  void trustedDestinationIsTold() throws Exception {
    receive(ResultReceiver.secure(Certificate.trusted(), 0));
    sendToReceiver();
    download("secure-1");
    await("secure-1", "transfer-finished");
    assertThat(server.probe().values().get("ResultSender.Problem")).isEmpty();
  }

  /** Waiting results go out as soon as the destination is right, also after a restart. */
  @Test
  @Release
  void strangerIsToldNothingAndResultsWaitForTheRightOne() throws Exception {
    receive(ResultReceiver.secure(Certificate.unknown(), 0));
    sendToReceiver();
    download("secure-2");
    Await.until("it is tried again", SOON, () -> server.probe().number("ResultSender.Retried") > 1);
    assertThat(server.probe().values().get("ResultSender.Problem"))
        .startsWith("nothing is delivered to https://localhost:" + receiver.port() + ": ")
        .contains("its certificate is not trusted (")
        .contains("add it, or that of its issuer, to ", "/config/cacerts.")
        .endsWith("and restart the server");
    assertThat(receiver.posts()).isEmpty();

    ServerProcess.kill();
    int port = receiver.port();
    receiver.close();
    receive(ResultReceiver.secure(Certificate.trusted(), port));
    ServerProcess.start();
    for (String event : new String[] {"transfer-finished", "download-complete"}) {
      Await.until(event, PATIENCE, () -> !about("secure-2", event).isEmpty());
    }
    Await.until("nothing waits", PATIENCE, () -> server.probe().number("ResultSender.Queued") == 0);
    assertThat(server.probe().values().get("ResultSender.Problem")).isEmpty();
  }
}
