package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bundles beside the module add algorithms and buffer policies, good and bad ones. */
@Timeout(120)
@InContainer
class PlugInsIT extends Scenario {
  private static final int MIB = 1 << 20;

  /** Number of turns of slow-start, of 64 KiB, 128 KiB and so on to 4 MiB, in 20 MiB. */
  private static final long TURNS = 11;

  private final Path large = TestFiles.ofLength(20L * MIB);

  @Test
  void algorithmOfAPlugInSendsTheRightBytesOverEveryProtocol() throws IOException {
    configure("algorithm", "slow-start");
    sendsTheRightBytes();
  }

  private void sendsTheRightBytes() throws IOException {
    for (Browser browser : Browser.values()) {
      for (int length : new int[] {1 << 10, 300 << 10, 20 * MIB}) {
        Path file = TestFiles.ofLength(length);
        browser.ask(Play.steps(sendfile(file))).isFile(file);
      }
    }
  }

  /** Embedded servers have no bundles. */
  @Test
  void bundleWithoutPlugInIsTold() throws Exception {
    if (!Settings.server().equals("embedded")) {
      Await.until(
          "it is told",
          Duration.ofSeconds(30),
          () ->
              server
                  .command("get-sendfile-configuration")
                  .contains("bundle io.sendfile.glassfish.it.silent: imports io.sendfile.spi"));
    }
  }

  @Test
  void oneListenerMayHaveTheAlgorithmOfAPlugIn() throws Exception {
    server.command("set-sendfile-listener", "--algorithm", "fails-while-sending", "united");
    try {
      assertThat(failuresWhileSendingAt(server.unitedPort())).isPositive();
      assertThat(failuresWhileSendingAt(server.httpPort())).isZero();
    } finally {
      server.command("delete-sendfile-listener", "united");
    }
    assertThat(failuresWhileSendingAt(server.unitedPort())).isZero();
  }

  private long failuresWhileSendingAt(int port) throws IOException {
    Snapshot before = server.probe();
    try (RawConnection connection = RawConnection.to(port)) {
      connection.ask(Play.steps(sendfile(large))).isFile(large);
    }
    awaitGrown("Completed", 1, before);
    return grown("PlugInFailures", before);
  }

  @Test
  void turnsAreThoseThePlugInDecides() throws IOException {
    configure("algorithm", "slow-start", "zero-copy", "false", "buffer-bytes", "1048576");
    Snapshot before = server.probe();
    play(sendfile(large)).isFile(large);
    awaitGrown("Completed", 1, before);
    assertThat(grown("Bursts", before)).isGreaterThanOrEqualTo(TURNS);
    assertThat(grown("PlugInFailures", before)).isZero();
  }

  @Test
  void failingAlgorithmIsStoodInForAndCounted() throws IOException {
    configure("algorithm", "fails-while-sending");
    Snapshot before = server.probe();
    sendsTheRightBytes();
    assertThat(grown("PlugInFailures", before)).isPositive();
    assertThat(grown("IoErrors", before)).isZero();
  }

  @Test
  void failingBufferPolicyIsStoodInForAndCounted() throws IOException {
    configure("buffer-policy", "fails-now-and-then", "zero-copy", "false");
    Snapshot before = server.probe();
    sendsTheRightBytes();
    assertThat(grown("PlugInFailures", before)).isPositive();
    for (String listener : List.of(server.httpListener(), server.httpsListener())) {
      String prefix = "buffers." + listener + ".";
      assertThat(server.probe().values()).containsEntry(prefix + "Policy", "fails-now-and-then");
      assertThat(server.probe().number(prefix + "Exhausted")).isPositive();
      Await.until(
          "buffers are given back", SOON, () -> server.probe().number(prefix + "InUse") == 0);
    }
  }

  @Test
  void listenerIsToldOfTransfersAndDownloads() throws IOException {
    tellListener("download-log", "level=INFO");
    try {
      play(sendfile(large)).isFile(large);
      awaitListener("download-log", "received 2, waiting 0, dropped 0, failed 0");
    } finally {
      tellListener("download-log", "level=");
    }
    awaitListener("download-log", "not set up");
  }

  @Test
  void listenerReadsWhatIsWrongWithItsProperties() {
    assertThatThrownBy(() -> tellListener("download-log", "level=LOUD"))
        .hasMessageContaining("download-log would be off: level must be a level");
    tellListener("download-log", "level=INFO");
    try {
      server.command(
          "set",
          "configs.config.server-config.sendfile-config.sendfile-plugin.download-log"
              + ".property.level=LOUD");
      awaitListener("download-log", "off: level must be a level of java.util.logging");
      assertThat(server.command("get-sendfile-configuration"))
          .contains("sendfile-plugin \"download-log\" is off: level must be");
    } finally {
      tellListener("download-log", "level=");
    }
  }

  @Test
  void failingListenerIsCountedAndHarmsNobody() throws IOException {
    tellListener("told-badly", "fails=yes");
    try {
      Snapshot before = server.probe();
      play(sendfile(large)).isFile(large);
      awaitGrown("PlugInFailures", 1, before);
      awaitListener("told-badly", "failed [1-9]");
    } finally {
      tellListener("told-badly", "fails=");
    }
  }

  @Test
  void slowListenerHoldsNoDownload() throws IOException {
    tellListener("told-badly", "millis=60000");
    try {
      Snapshot before = server.probe();
      for (int i = 0; i < 20; i++) {
        play(sendfile(large)).isFile(large);
      }
      awaitGrown("Completed", 20, before);
      awaitListener("told-badly", "waiting [1-9]");
    } finally {
      tellListener("told-badly", "millis=");
      server.command("set-sendfile-plugin", "--enabled", "false", "told-badly");
    }
    awaitListener("told-badly", "switched off");
    server.command("set-sendfile-plugin", "--enabled", "true", "told-badly");
  }

  private void tellListener(String name, String property) {
    server.command("set-sendfile-plugin", "--property", property, name);
  }

  private void awaitListener(String name, String state) {
    Pattern line = Pattern.compile("transfer-listener " + name + ": .*" + state);
    Await.until(
        name + " is " + state,
        SOON,
        () -> line.matcher(server.command("get-sendfile-configuration")).find());
  }

  @Test
  void everyPlugInIsListedWithItsState() {
    assertThat(server.command("get-sendfile-configuration"))
        .contains("algorithm slow-start: ready")
        .contains("buffer-policy fails-now-and-then: ready")
        .containsPattern("Impostor: left out: .*the name adaptive is taken")
        .containsPattern("IsMissing: left out: .*ClassNotFoundException")
        .containsPattern("CannotBeMade: left out: .*a plug-in that cannot be made");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cannot-be-made", "nosuch"})
  void wrongNameIsRefusedWithTheNamesOfPlugIns(String name) {
    String sentence =
        "algorithm must be one of adaptive, equal-blocking, equal-non-blocking, simple-blocking,"
            + " fails-while-sending, slow-start";
    assertThatThrownBy(() -> server.configure("algorithm", name)).hasMessageContaining(sentence);
    assertThatThrownBy(() -> server.command("set-sendfile-listener", "--algorithm", name, "united"))
        .hasMessageContaining(sentence);
    assertThatThrownBy(
            () ->
                server.command(
                    "set", "configs.config.server-config.sendfile-config.algorithm=" + name))
        .hasMessageContaining(sentence);
    assertThatThrownBy(() -> server.configure("buffer-policy", name))
        .hasMessageContaining("direct-view, fails-now-and-then");
  }

  @Test
  void switchedOffPlugInIsStoodInForLiveAndComesBack() throws IOException {
    configure("algorithm", "slow-start", "zero-copy", "false", "buffer-bytes", "1048576");
    try (RawConnection slow = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      slow.send(RawConnection.get(Play.steps(sendfile(large))));
      RawConnection.Head head = slow.head();
      assertThat(server.command("set-sendfile-plugin", "--enabled", "false", "slow-start"))
          .contains("switched off", "algorithm names the plug-in \"slow-start\"");
      assertThat(server.command("get-sendfile-configuration"))
          .containsPattern("algorithm +adaptive +adaptive")
          .contains("plug-in \"slow-start\", which is switched off; the default adaptive holds");
      assertThat(server.command("list-sendfile-plugins"))
          .containsPattern(
              "slow-start +algorithm +false +io.sendfile.glassfish.example.*switched off");
      play(sendfile(large)).isFile(large);
      slow.answerBody(head).isFile(large);
      server.command("delete-sendfile-plugin", "slow-start");
      assertThat(server.command("get-sendfile-configuration"))
          .containsPattern("algorithm +slow-start +adaptive")
          .doesNotContain("which is switched off");
    }
  }

  @Test
  void switchedOffBufferPolicyIsStoodInForLive() throws IOException {
    configure("buffer-policy", "fails-now-and-then");
    server.command("set-sendfile-plugin", "--enabled", "false", "fails-now-and-then");
    try {
      play(sendfile(large)).isFile(large);
      assertThat(server.probe().values())
          .containsEntry("buffers." + server.httpListener() + ".Policy", "server-default");
    } finally {
      server.command("delete-sendfile-plugin", "fails-now-and-then");
    }
    play(sendfile(large)).isFile(large);
    assertThat(server.probe().values())
        .containsEntry("buffers." + server.httpListener() + ".Policy", "fails-now-and-then");
  }

  @Test
  void failuresAreListedByPlugIn() throws IOException {
    configure("algorithm", "fails-while-sending");
    play(sendfile(large)).isFile(large);
    assertThat(server.command("list-sendfile-plugins"))
        .containsPattern("fails-while-sending +algorithm +true +\\S.* +[1-9][0-9]* ")
        .containsPattern("Impostor +algorithm .*the name adaptive is taken");
  }

  @Test
  void propertiesAreSetAndRemovedOneByOne() {
    String list = "list-sendfile-plugins";
    server.command("set-sendfile-plugin", "--property", "a=b:url=https\\://x/y?z=1", "not-there");
    try {
      assertThat(server.command(list))
          .containsPattern("not-there .*a=b")
          .contains("url=https://x/y?********", "not installed");
      server.command("set-sendfile-plugin", "--property", "a=:url=c", "not-there");
      assertThat(server.command(list)).containsPattern("not-there .* url=c ");
      String property = "sendfile-config.sendfile-plugin.not-there.property.url";
      server.command("set", "configs.config.server-config." + property + "=d");
      assertThat(server.command(list)).containsPattern("not-there .* url=d ");
      assertThatThrownBy(
              () -> server.command("set-sendfile-plugin", "--property", "a=b:c", "not-there"))
          .hasMessageContaining("property must be name=value:name=value");
    } finally {
      server.command("delete-sendfile-plugin", "not-there");
    }
    assertThat(server.command(list)).doesNotContain("not-there");
    assertThatThrownBy(
            () -> server.command("set-sendfile-plugin", "--enabled", "false", "adaptive"))
        .hasMessageContaining("none of the module's own algorithms and buffer policies");
  }

  /** One character that XML cannot hold stops each later change of the whole domain. */
  @Test
  void noTextThatDomainXmlCannotHoldGetsIntoIt() {
    String element = "configs.config.server-config.sendfile-config.sendfile-plugin.not-there";
    server.command("set-sendfile-plugin", "--property", "a=b", "not-there");
    try {
      assertThatThrownBy(
              () -> server.command("set-sendfile-plugin", "--property", "a=b\u0001c", "not-there"))
          .hasMessageContaining("property a has the character U+0001 at position 2");
      assertThatThrownBy(() -> server.command("set", element + ".property.a=c\u0001c"))
          .hasMessageContaining("U+0001");
      assertThatThrownBy(() -> server.command("set", element + ".property.b=c\u0001c"))
          .hasMessageContaining("U+0001");
      assertThatThrownBy(
              () -> server.command("create-sendfile-root", "--path", "/srv/a\u0001b", "odd"))
          .hasMessageContaining("path has the character U+0001 at position 7");
      server.command("set", element + ".property.a=d");
      assertThat(server.command("list-sendfile-plugins")).containsPattern("not-there .* a=d ");
    } finally {
      server.command("delete-sendfile-plugin", "not-there");
    }
  }

  @Test
  void asadminSetTakesAPlugIn() throws IOException {
    configure("algorithm", "equal-blocking");
    String attribute = "configs.config.server-config.sendfile-config.algorithm";
    server.command("set", attribute + "=slow-start");
    assertThat(server.command("get-sendfile-configuration"))
        .containsPattern("algorithm +slow-start +adaptive +live +domain.xml");
    play(sendfile(large)).isFile(large);
  }
}
