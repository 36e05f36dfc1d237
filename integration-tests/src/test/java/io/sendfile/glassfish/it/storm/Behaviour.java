package io.sendfile.glassfish.it.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.AllowedOrigins;
import io.sendfile.core.files.Origin;
import io.sendfile.core.settings.Element;
import io.sendfile.core.settings.Setting;
import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Browser;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.ServerUnderTest;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Whether the server's behaviour agrees with its settings. */
record Behaviour(ServerUnderTest server, Model model, Path file) {
  private static final Duration SOON = Duration.ofSeconds(15);
  private static final String MINE = "body:mine";

  /** Number of ranges in the longest header that the server accepts. */
  private static final int RANGES = 300;

  void check() throws IOException {
    roots();
    headers();
    ranges();
    entityTags();
    precompressed();
    zeroCopy();
    listeners();
  }

  private Answer ask(String steps, String... headers) throws IOException {
    return ask(server.httpPort(), steps, headers);
  }

  private static Answer ask(int port, String steps, String... headers) throws IOException {
    try (RawConnection connection = RawConnection.to(port)) {
      return connection.ask(steps, headers).leaksNothing();
    }
  }

  private boolean on(Setting setting) {
    return Boolean.parseBoolean(model.value(Node.CONFIG, setting));
  }

  private void roots() throws IOException {
    for (int i = 0; i < 6; i++) {
      Node root = Node.root("storm-" + i);
      Answer answer = ask(Play.steps("sendfile:" + root.name() + ":" + Values.FILE, MINE));
      if (model.has(root) && isOurs(root)) {
        answer.isFile(Path.of(model.value(root, Setting.ROOT_PATH), Values.FILE));
      } else {
        assertThat(answer.status()).as("status by " + root).isEqualTo(404);
      }
    }
  }

  private boolean isOurs(Node root) {
    return AllowedOrigins.parse(
            model.value(root, Setting.ROOT_APPLICATIONS),
            model.value(root, Setting.ROOT_VIRTUAL_SERVERS))
        .include(new Origin("it", "server"));
  }

  private void headers() throws IOException {
    String folder = file.getParent().getFileName().toString();
    String value = TestFiles.ROOT + ":" + folder.replace("-", "%2D") + "/" + Values.FILE;
    Answer escaped = ask(Play.steps("sendfile:" + value, MINE));
    assertThat(escaped.status()).isEqualTo(on(Setting.UNESCAPE) ? 200 : 404);
    handsOff(
        on(Setting.LIGHTTPD_HEADERS),
        ask(Play.steps("header:X-LIGHTTPD-send-file=" + TestFiles.value(file), MINE)),
        file);
    for (String name : model.names(Element.ROOT)) {
      Node root = Node.root(name);
      String prefix = model.value(root, Setting.ROOT_URI_PREFIX);
      if (!prefix.isEmpty() && isOurs(root)) {
        handsOff(
            on(Setting.ACCEL_REDIRECT),
            ask(Play.steps("header:X-Accel-Redirect=" + prefix + Values.FILE, MINE)),
            Path.of(model.value(root, Setting.ROOT_PATH), Values.FILE));
      }
    }
  }

  private static void handsOff(boolean on, Answer answer, Path file) {
    if (on) {
      answer.hasStatus(200).isFile(file);
    } else {
      assertThat(answer.hasStatus(200).text()).isEqualTo("mine");
    }
  }

  private void ranges() throws IOException {
    int limit = Integer.parseInt(model.value(Node.CONFIG, Setting.RANGE_LIMIT));
    assertThat(ranges(Math.min(limit, RANGES)).status()).isEqualTo(206);
    if (limit < RANGES) {
      assertThat(ranges(limit + 1).status()).isEqualTo(200);
    }
  }

  private Answer ranges(int count) throws IOException {
    String ranges =
        IntStream.range(0, count)
            .mapToObj(i -> 1000 * i + "-" + (1000 * i + 9))
            .collect(Collectors.joining(",", "Range: bytes=", ""));
    return ask(Play.steps("sendfile:" + TestFiles.value(file)), ranges);
  }

  private void entityTags() throws IOException {
    String etag = ask(Play.steps("sendfile:" + TestFiles.value(file))).header("ETag");
    switch (model.value(Node.CONFIG, Setting.ETAG)) {
      case "strong", "strong-inode" -> assertThat(etag).startsWith("\"");
      case "weak" -> assertThat(etag).startsWith("W/\"");
      default -> assertThat(etag).isNull();
    }
  }

  private void precompressed() throws IOException {
    Path page = TestFiles.page();
    TestFiles.compressed(page);
    Answer answer = ask(Play.steps("sendfile:" + TestFiles.value(page)), "Accept-Encoding: gzip");
    assertThat(answer.header("Content-Encoding"))
        .isEqualTo(on(Setting.PRECOMPRESSED) ? "gzip" : null);
  }

  private void zeroCopy() throws IOException {
    Path large = TestFiles.ofLength(3 << 20);
    boolean on = Boolean.parseBoolean(model.inForce(server.httpListener(), Setting.ZERO_COPY));
    Snapshot before = server.probe();
    ask(Play.steps("sendfile:" + TestFiles.value(large))).isFile(large);
    Await.until(
        "the download is counted",
        SOON,
        () -> server.probe().number("Bytes") - before.number("Bytes") == 3 << 20);
    assertThat(server.probe().number("BytesZeroCopy") - before.number("BytesZeroCopy"))
        .isEqualTo(on ? 3 << 20 : 0);
  }

  private void listeners() throws IOException {
    Browser.TLS.ask(Play.steps(MINE)).hasStatus(200);
    Answer united = ask(server.unitedPort(), Play.steps("sendfile:" + TestFiles.value(file), MINE));
    handsOff(Boolean.parseBoolean(model.inForce(Changes.IDLE, Setting.ENABLED)), united, file);
    for (String listener :
        new String[] {server.httpListener(), server.httpsListener(), Changes.IDLE}) {
      String prefix = "buffers." + listener + ".";
      String policy = model.inForce(listener, Setting.BUFFER_POLICY);
      Await.until(
          () -> listener + " has " + policy + ": " + server.probe().values(),
          SOON,
          () -> policy.equals(server.probe().values().get(prefix + "Policy")));
      Await.until(
          () -> listener + " has its buffers back: " + server.probe().values(),
          SOON,
          // A change of a listener closes connections, which may just be read from.
          () -> server.probe().number(prefix + "InUse") <= Snapshot.FORGOTTEN_READS);
      assertThat(server.probe().number(prefix + "Misuses")).as(prefix + "Misuses").isZero();
    }
  }
}
