package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.HeapWalk;
import io.sendfile.glassfish.it.harness.Http2Connection;
import io.sendfile.glassfish.it.harness.Http2Way;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * An undeployed application is unloaded entirely while its downloads go on. Searches the heap for
 * it: other modules leaked through thread-locals of pools, and through inherited contexts of
 * threads.
 */
@Timeout(180)
class UndeployIT extends ToldScenario {
  private static final String LEAVING = "leaving";

  private final Path file = TestFiles.ofLength(20 << 20);

  private String ofLeaving(String target) {
    return target.replace("/it/", "/" + LEAVING + "/");
  }

  /** Uses every feature that might create a thread on behalf of this application. */
  private void useEverything() throws Exception {
    for (String way : new String[] {"event", "map"}) {
      for (int length : new int[] {300, 300 << 10, 2 << 20}) {
        Path sent = TestFiles.ofLength(length);
        // Handed off with the application on the stack, and after its return.
        ask(ofLeaving(target(way, sendfile(sent)) + "&step=flush")).isFile(sent);
        ask(ofLeaving("/it/async?later=" + encoded(sendfile(sent)))).isFile(sent);
      }
    }
    try (Http2Connection connection = Http2Way.ALPN.open()) {
      connection.ask(ofLeaving(target("event", sendfile(file)))).isFile(file);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void downloadsGoOnAndNothingOfTheApplicationIsLeft() throws Exception {
    deploy(LEAVING);
    List<RawConnection> running = new ArrayList<>();
    try {
      useEverything();
      awaitGrown(TOLD, 7, before);
      for (int i = 0; i < 3; i++) {
        RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 64 << 10);
        running.add(connection);
        connection.send(RawConnection.get(ofLeaving(target("event", sendfile(file)))));
      }
      List<RawConnection.Head> heads = new ArrayList<>();
      for (RawConnection connection : running) {
        heads.add(connection.head());
      }
      server.command("undeploy", LEAVING);
      assertThat(grown(DROPPED, before)).isEqualTo(3);
      assertThat(server.probe().number("applications.Waiting")).isZero();
      for (int i = 0; i < running.size(); i++) {
        running.get(i).answerBody(heads.get(i)).isFile(file);
      }
      awaitGrown("Completed", heads.size() + 13, before);
      assertThat(grown(TOLD, before)).isEqualTo(7);
      assertThat(ask("/leaving/hello").status()).isEqualTo(404);
    } finally {
      for (RawConnection connection : running) {
        connection.close();
      }
    }
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() throws IOException {
    Path folder = Files.createTempDirectory(TestFiles.folder().getParent(), "heap");
    Path dump = folder.resolve("undeployed.hprof");
    try {
      assertThat(ask("/it/heap?file=" + encoded(dump.toString())).text()).isEqualTo("dumped");
      HeapWalk walk = new HeapWalk(dump);
      assertThat(walk.loaders("it")).as("of the application that stays").isNotEmpty();
      for (long loader : walk.loaders(LEAVING)) {
        // GlassFish itself keeps the last application it validated.
        assertThat(walk.heldByServer(loader)).as("held, but not by GlassFish").isNotEmpty();
        assertThat(walk.heldByModule(loader)).isEmpty();
      }
    } finally {
      Files.deleteIfExists(dump);
      Files.delete(folder);
    }
  }
}
