package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.MarkWatcher;
import io.sendfile.glassfish.it.harness.OnGrizzly;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of every size arrive whole, over every protocol. */
@OnGrizzly
class FileSizesIT extends Scenario {
  private static final long MIB = 1 << 20;

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1 << 10, 200 << 10, 500 << 10, MIB, 20 * MIB, 100 * MIB})
  void arrivesOverClearHttp(long length) throws Exception {
    Path file = TestFiles.ofLength(length);

    play(sendfile(file), "body:dropped").hasStatus(200).isFile(file);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1 << 10, 200 << 10, 500 << 10, MIB, 20 * MIB, 100 * MIB})
  void arrivesOverTlsAndHttp2(long length) throws Exception {
    Path file = TestFiles.ofLength(length);
    String target = Play.steps(sendfile(file), "body:dropped");

    Browser.TLS.ask(target).hasStatus(200).isFile(file);
    Browser.HTTP_2.ask(target).hasStatus(200).isFile(file);
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void keepsConnectionUsableFromFileToFile(Browser browser) throws Exception {
    for (long length : new long[] {MIB, 1, 0, 200 << 10, 1 << 10, MIB}) {
      Path file = TestFiles.ofLength(length);
      browser.ask(Play.steps(sendfile(file))).hasStatus(200).isFile(file);
      assertThat(browser.ask("/it/hello").text()).isEqualTo("hello");
    }
  }

  @Test
  @Release
  void sendsMoreThanFourGigabytesWithoutCopying() throws Exception {
    Path file = TestFiles.huge();
    MarkWatcher body = new MarkWatcher();
    Snapshot before = server.probe();

    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      RawConnection.Head head =
          connection.send(RawConnection.get(Play.steps(sendfile(file)))).head();
      assertThat(head.status()).isEqualTo(200);
      connection.body(head, body);
      assertThat(connection.ask("/it/hello").text()).isEqualTo("hello");
    }

    assertThat(body.length()).isEqualTo(TestFiles.HUGE);
    awaitGrown("Completed", 1, before);
    assertThat(grown("BytesZeroCopy", before)).isEqualTo(TestFiles.HUGE);
  }

  @ParameterizedTest
  @EnumSource(Browser.class)
  void announcesMoreThanFourGigabytesOverEveryProtocol(Browser browser) throws Exception {
    HttpResponse<InputStream> response = browser.open(Play.steps(sendfile(TestFiles.huge())));
    try (InputStream body = response.body()) {
      assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(TestFiles.HUGE);
      MarkWatcher watcher = new MarkWatcher();
      watcher.write(body.readNBytes(8 << 20));
    }
    browser.forgetConnections();
  }

  @Test
  void sendsThroughBuffersWhereZeroCopyIsOff() throws Exception {
    Path file = TestFiles.ofLength(20 * MIB);
    Snapshot before = server.probe();
    configure("zero-copy", "false");

    play(sendfile(file)).isFile(file);

    awaitGrown("Completed", 1, before);
    assertThat(grown("BytesZeroCopy", before)).isZero();
  }
}
