package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ServerUnderTest.CommandFailed;
import io.sendfile.glassfish.it.harness.Smoke;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Settings of single listeners, set and deleted at run time. */
@Timeout(120)
@Smoke
@InContainer
class ListenerSettingsIT extends Scenario {
  private static final String CONFIG = "configs.config.server-config.sendfile-config.";

  private final Path file = TestFiles.ofLength(300 << 10);
  private final Set<String> changed = new HashSet<>();

  private String set(String listener, String... options) {
    changed.add(listener);
    String[] arguments = new String[options.length + 1];
    System.arraycopy(options, 0, arguments, 0, options.length);
    arguments[options.length] = listener;
    return server.command("set-sendfile-listener", arguments);
  }

  private void delete(String listener) {
    changed.remove(listener);
    server.command("delete-sendfile-listener", listener);
  }

  @AfterEach
  void listenersInheritAgain() {
    Set.copyOf(changed).forEach(this::delete);
  }

  private long zeroCopiedBy(int port) throws IOException {
    Snapshot before = server.probe();
    try (RawConnection connection = RawConnection.to(port)) {
      connection.ask(Play.steps(sendfile(file))).isFile(file);
      assertThat(connection.ask("/it/hello").status()).as("the next request").isEqualTo(200);
    }
    awaitGrown("Completed", 1, before);
    return grown("BytesZeroCopy", before);
  }

  @Test
  void overrideHoldsForOneListenerOnly() throws IOException {
    assertThat(zeroCopiedBy(server.httpPort())).isEqualTo(300 << 10);
    set(server.httpListener(), "--zero-copy", "false");
    assertThat(zeroCopiedBy(server.httpPort())).isZero();
    assertThat(zeroCopiedBy(server.unitedPort())).isEqualTo(300 << 10);

    set(server.httpListener(), "--zero-copy=");
    assertThat(zeroCopiedBy(server.httpPort())).isEqualTo(300 << 10);
    set("united", "--zero-copy", "false");
    assertThat(zeroCopiedBy(server.unitedPort())).isZero();
    delete("united");
    assertThat(zeroCopiedBy(server.unitedPort())).isEqualTo(300 << 10);
  }

  @Test
  void sizesMayBeGivenInLargerUnits() {
    assertThat(set(server.httpListener(), "--burst-bytes", "64Ki")).contains("burst-bytes=65536");
    assertThatThrownBy(() -> set(server.httpListener(), "--burst-bytes", "64X"))
        .hasMessageContaining("(found \"64X\"); write multiples as in 64k, 5M or 16Mi");
  }

  @Test
  void listenerWhereHandOffIsOffStillStripsTheHeaders() throws IOException {
    set(server.httpListener(), "--enabled", "false");
    assertThat(play(sendfile(file), "body:mine").leaksNothing().text()).isEqualTo("mine");
    try (RawConnection other = RawConnection.to(server.unitedPort())) {
      other.ask(Play.steps(sendfile(file), "body:mine")).isFile(file);
    }
  }

  @Test
  void runningDownloadEndsUnderTheSettingsAndWorkersItBeganWith() throws Exception {
    Path large = TestFiles.ofLength(20 << 20);
    set(server.httpListener(), "--worker-threads", "1", "--algorithm", "equal-blocking");
    try (RawConnection slow = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      slow.send(RawConnection.get(Play.steps(sendfile(large))));
      RawConnection.Head head = slow.head();
      set(server.httpListener(), "--algorithm", "simple-blocking", "--worker-threads", "2");
      delete(server.httpListener());
      play(sendfile(large)).isFile(large);
      slow.answerBody(head).isFile(large);
    }
  }

  @Test
  void badValuesAreRefusedWithASentenceAndChangeNothing() {
    assertThatThrownBy(
            () -> set(server.httpListener(), "--buffer-bytes", "1", "--zero-copy", "false"))
        .isInstanceOf(CommandFailed.class)
        .hasMessageContaining(
            "buffer-bytes must be a whole number of bytes from 4096 to 1048576 (found \"1\")");
    assertThatThrownBy(() -> set(server.httpListener()))
        .hasMessageContaining("Give at least one of")
        .hasMessageContaining("slab-bytes");
    assertThatThrownBy(() -> set("a/b", "--zero-copy", "false"))
        .hasMessageContaining("name must be the name of a network-listener");
    changed.clear();
    assertThatThrownBy(() -> delete(server.httpListener()))
        .hasMessageContaining("has no settings of its own");
    assertThat(server.command("get-sendfile-configuration"))
        .doesNotContain("Listeners with values of their own");
  }

  @Test
  void badValueIsRefusedByAsadminSetToo() {
    set(server.httpListener(), "--buffer-bytes", "8192");
    String name = CONFIG + "sendfile-listener." + server.httpListener() + ".buffer-bytes";
    assertThatThrownBy(() -> server.command("set", name + "=77"))
        .hasMessageContaining("buffer-bytes must be a whole number of bytes");
    server.command("set", name + "=16384");
    assertThat(server.command("get", name)).contains("buffer-bytes=16384");
    assertThat(server.command("get-sendfile-configuration"))
        .contains(server.httpListener() + ": [buffer-bytes=16384]");
  }

  @Test
  void settingsMayComeBeforeTheListener() throws Exception {
    assertThat(set("early-listener", "--zero-copy", "false"))
        .contains("Warning: there is no network-listener", "early-listener");
    assertThat(server.command("list-sendfile-listeners")).contains("no such listener");
    int port = server.createListener("early-listener");
    try {
      awaitHello(port);
      assertThat(zeroCopiedBy(port)).isZero();
      assertThat(server.probe().values()).containsKey("buffers.early-listener.Policy");
    } finally {
      server.command("delete-http-listener", "early-listener");
    }
    Await.until(
        "the MXBean of a deleted listener is gone",
        SOON,
        () -> !server.probe().values().containsKey("buffers.early-listener.Policy"));
  }

  @Test
  void listsWhatEachListenerHasAndUses() {
    set(server.httpsListener(), "--buffer-policy", "heap-view", "--slab-bytes", "1048576");
    String list = server.command("list-sendfile-listeners");
    assertThat(list)
        .contains("buffer-policy=heap-view slab-bytes=1048576")
        .containsPattern(server.httpListener() + " +http:\\S+ +yes +- +server-default");
    assertThat(server.probe().values())
        .containsEntry("buffers." + server.httpsListener() + ".Policy", "heap-view")
        .containsEntry("buffers." + server.httpListener() + ".Policy", "server-default")
        .containsEntry("buffers." + server.httpListener() + ".Taken", "0");
  }
}
