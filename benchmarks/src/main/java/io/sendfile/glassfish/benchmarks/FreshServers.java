package io.sendfile.glassfish.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Ends contestants and starts them anew.
 *
 * @param scripts folder with a script for each port, which starts its server; {@code run-bench.sh}
 *     leaves them there
 */
record FreshServers(Path scripts) {
  private static final int MOST_LOOKS = 600;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  /** Returns when the contestant answers, and the work of its start is done. */
  void restart(Contestant contestant) {
    ServerProcess.listeningOn(contestant.ports()).end();
    contestant.ports().forEach(this::start);
    for (int looks = 0; !answers(contestant); looks++) {
      if (looks == MOST_LOOKS) {
        throw new IllegalStateException(contestant.name() + " does not answer after its start");
      }
      ServerProcess.pause(BETWEEN_LOOKS);
    }
    ServerProcess.listeningOn(contestant.ports()).awaitRest();
  }

  private void start(int port) {
    try {
      new ProcessBuilder("bash", scripts.resolve(port + ".start").toString())
          .redirectError(ProcessBuilder.Redirect.INHERIT)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean answers(Contestant contestant) {
    try {
      URI hello = Protocol.CLEAR.uri(contestant.port(), contestant.hello());
      HttpURLConnection connection = (HttpURLConnection) hello.toURL().openConnection();
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException notYet) {
      return false;
    }
  }
}
