package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.OwnProcess;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Release;
import io.sendfile.glassfish.it.harness.Rest;
import io.sendfile.glassfish.it.harness.ServerProcess;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Signed links, in a server that can be killed and knows password aliases. */
@Timeout(300)
@OwnProcess
class LinksIT extends Scenario {
  private static final String SECRET = "a secret of a good length";
  private static final String CREATE = Rest.CONFIG + "create-sendfile-link";
  private static final int LARGE = 20 << 20;

  private final Path small = TestFiles.settled("linked.txt", 1 << 10);
  private final Path brief = TestFiles.settled("linked.60k", 60_000);
  private final Path middle = TestFiles.settled("linked.mid", 1 << 20);
  private final Path large = TestFiles.settled("linked.bin", LARGE);

  @BeforeEach
  void setUp() {
    server.command("create-password-alias", "--aliaspassword", SECRET, "links");
    keys("2026a=${ALIAS=links}");
  }

  @AfterEach
  void tearDown() {
    server.command("delete-sendfile-plugin", "links");
    server.command("delete-password-alias", "links");
  }

  private void keys(String keys) {
    server.command("set-sendfile-plugin", "--property", "keys=" + keys, "links");
  }

  private static String link(Path file, String... options) {
    String[] all =
        Stream.concat(Stream.of("file=" + TestFiles.value(file)), Stream.of(options))
            .toArray(String[]::new);
    return Rest.post(CREATE, all).data().getString("link");
  }

  private int head(String link) throws IOException {
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      return connection.send(RawConnection.request("HEAD", link)).answer("HEAD").status();
    }
  }

  /** The server knows the end of a response a moment after its client. */
  private void awaitStatus(int status, String link, String... headers) {
    Await.until(status + " for a link", SOON, () -> ask(link, headers).status() == status);
  }

  @Test
  void linkIsAnsweredAsItWasMade() throws Exception {
    String link =
        link(large, "save-as=Märchen.txt", "identity=customer-7", "rate=500M", "expires=1h");
    for (int i = 0; i < 2; i++) {
      Answer answer = ask(link).hasStatus(200).isFile(large).leaksNothing();
      assertThat(answer.header("Content-Disposition"))
          .isEqualTo("attachment; filename=\"M_rchen.txt\"; filename*=UTF-8''M%C3%A4rchen.txt");
    }
    ask(link, "Range: bytes=10-19").hasStatus(206);
    Pattern row = Pattern.compile("completed .* customer-7 .* " + TestFiles.value(large));
    Await.until(
        "it has ended",
        SOON,
        () -> row.matcher(server.command("list-sendfile-ended-transfers", "--long=true")).find());

    String other = link.replace("sendfile-links/2026a.", "sendfile-links/2026a.A");
    ask(other).hasStatus(404).leaksNothing();
    ask("/sendfile-links/x").hasStatus(404).leaksNothing();
    String missing = link(TestFiles.folder().resolve("missing"));
    ask(missing).hasStatus(404).leaksNothing();
    assertThat(server.command("explain-sendfile", "--uri", "true", missing))
        .contains("state: valid", "requests: 1", "last answer: missing");

    server.command("revoke-sendfile-link", link);
    ask(link).hasStatus(410).leaksNothing();
    assertThat(server.command("list-sendfile-history", "--from", "5m"))
        .containsPattern(" plugin +\\S+ +Link \\S+ was revoked");
    awaitStatus(410, link(small, "expires=1s"));
  }

  @Test
  void applicationMakesLinks() throws Exception {
    String link = play("link:" + TestFiles.value(small)).hasStatus(200).text();
    ask(link).hasStatus(200).isFile(small);
    awaitStatus(410, link);
  }

  @Test
  void keysAreRotated() throws Exception {
    String old = link(small);
    keys("2026b=another secret of this length,2026a=${ALIAS=links}");
    ask(old).hasStatus(200);
    String young = link(small);
    assertThat(young).startsWith("/sendfile-links/2026b.");
    keys("2026b=another secret of this length");
    ask(young).hasStatus(200);
    ask(old).hasStatus(404);

    assertThatThrownBy(() -> keys("2026b=short"))
        .hasMessageContaining("would be off: the secret of key 2026b must have at least 16");
    ask(young).hasStatus(200);
    keys("2026a=${ALIAS=links}");
    assertThatThrownBy(() -> server.command("create-sendfile-link", "nowhere:f"))
        .hasMessageContaining("there is no root nowhere; there are: " + TestFiles.ROOT);
  }

  @Test
  void linkToBeUsedOnceIsResumedUntilItIsDeliveredCompletely() throws Exception {
    String link = link(large, "once=true");
    assertThat(head(link)).isEqualTo(200);
    String etag;
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(RawConnection.get(link));
      etag =
          connection.head().headers().stream()
              .filter(field -> field.name().equals("ETag"))
              .map(Answer.Header::value)
              .findFirst()
              .orElseThrow();
      connection.bytes(1000, new ByteArrayOutputStream());
      Answer second = ask(link).hasStatus(503).leaksNothing();
      assertThat(second.header("Retry-After")).isNotEmpty();
    }
    awaitStatus(206, link, "Range: bytes=1000-1999", "If-Range: " + etag);
    awaitStatus(206, link, "Range: bytes=1000-", "If-Range: " + etag);
    awaitStatus(410, link);
    ask(link, "Range: bytes=1000-").hasStatus(410).leaksNothing();
    assertThat(head(link)).isEqualTo(410);
  }

  /** The kernel has taken all of it long before. */
  @Test
  void clientThatLeavesInTheMiddleOfASmallFileComesBack() throws Exception {
    String link = link(brief, "once=true");
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(RawConnection.get(link));
      connection.head();
      // Longer than the server's looks at what the client has acknowledged.
      TimeUnit.SECONDS.sleep(1);
      connection.reset();
    }
    awaitStatus(200, link);
    awaitStatus(410, link);
  }

  /** Whatever it leaves out, or accepts: what is sent is counted. */
  @Test
  void clientThatLeavesOutAByteGetsTheFileTwiceAtMost() throws Exception {
    String link = link(middle, "once=true");
    long size = Files.size(middle);
    long got = 0;
    for (int i = 0; i < 6; i++) {
      String range = i % 2 == 0 ? "bytes=0-" + (size - 2) : "bytes=" + i + "-" + (size - 2);
      Answer answer = ask(link, "Range: " + range, "Accept-Encoding: gzip");
      got += answer.status() == 206 ? answer.length() : 0;
      ask(link, "Range: bytes=0-0", "Accept-Encoding: gzip");
    }
    assertThat(got).isBetween(size, 2 * size);
    assertThat(ask(link).hasStatus(410).text()).isEqualTo("410 Gone\n");
    assertThat(server.command("list-sendfile-refusals", "--reason", "used"))
        .contains(TestFiles.value(middle), "more than twice");
  }

  @Test
  void refusedLinkIsToldAsAnyOtherFile() throws Exception {
    String link = link(small, "expires=1s");
    awaitStatus(410, link);
    String id = "/sendfile-links/2026a.";
    assertThat(server.command("explain-sendfile", "--uri", "true", link))
        .contains("refused: expired", "file: " + TestFiles.value(small), "state: expired", "410");
    assertThat(server.command("explain-sendfile", link))
        .as("its path in place of a value")
        .contains("refused: expired", "state: expired");
    assertThat(server.command("explain-sendfile", "--uri", "true", link(small, "once=true")))
        .contains("verdict        served", "once only: yes", "state: valid", "requests: 0", "200");
    assertThat(server.command("explain-sendfile", "--uri", "true", link + "x"))
        .contains("refused: forged", "404");
    assertThat(server.command("list-sendfile-refusals", "--reason", "expired"))
        .contains(TestFiles.value(small))
        .doesNotContain(id);
    try (RawConnection connection = RawConnection.to(server.httpPort())) {
      Answer options = connection.send(RawConnection.request("OPTIONS", link)).answer("OPTIONS");
      assertThat(options.status()).isEqualTo(204);
      assertThat(options.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
    }
    ask(link(small, "once=true"), "Sec-Purpose: prefetch").hasStatus(403).leaksNothing();
  }

  @Test
  @Release
  void killedServerDeliversNothingThrice() throws Exception {
    String delivered = link(small, "once=true");
    ask(delivered).hasStatus(200).isFile(small);
    awaitStatus(410, delivered);
    String cut = link(large, "once=true");
    String untouched = link(small, "once=true");
    assertThat(head(untouched)).isEqualTo(200);
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 4096)) {
      connection.send(RawConnection.get(cut));
      connection.bytes(1000, new ByteArrayOutputStream());
      ServerProcess.kill();
    }
    ServerProcess.start();
    ask(delivered).hasStatus(410);
    ask(cut, "Range: bytes=900-").hasStatus(206);
    awaitStatus(206, cut, "Range: bytes=0-899");
    awaitStatus(410, cut);
    ask(untouched).hasStatus(200).isFile(small);
    assertThat(Files.readString(ServerProcess.domain().resolve("sendfile/links/journal")))
        .doesNotContain("linked");
  }

  /**
   * Each byte is accounted for: a client keeps what it has got, and no link brings more than twice
   * its file.
   */
  @Test
  @Release
  @Timeout(1800)
  void tenKillsUnderLoadDeliverNothingThrice() throws Exception {
    for (int round = 0; round < 10; round++) {
      List<Asked> all = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        Path file = i % 3 == 0 ? small : i % 3 == 1 ? middle : large;
        all.add(new Asked(link(file, "once=true"), file));
      }
      String untouched = link(small, "once=true");
      killWhileTheyLoad(all, 40 * round);
      ServerProcess.start();
      for (Asked each : all) {
        each.isAnsweredByTheRest();
      }
      ask(untouched).hasStatus(200).isFile(small);
    }
  }

  @Test
  @Release
  @Timeout(1800)
  void worstClientsGetTheFileTwiceAtMost() throws Exception {
    WorstClients.play(
        "one",
        List.of(server.httpPort()),
        middle,
        file -> link(file, "once=true"),
        () -> {
          ServerProcess.kill();
          ServerProcess.start();
        });
  }

  /** Two clients ask for each link; the server dies after so many milliseconds. */
  private void killWhileTheyLoad(List<Asked> all, long millis) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(12);
    try {
      List<Future<?>> loads = new ArrayList<>();
      for (Asked each : all) {
        loads.add(clients.submit(each::load));
        loads.add(clients.submit(each::load));
      }
      // As a load that ends at some other place each time.
      TimeUnit.MILLISECONDS.sleep(millis);
      ServerProcess.kill();
      for (Future<?> load : loads) {
        load.get(60, TimeUnit.SECONDS);
      }
    } finally {
      clients.shutdownNow();
    }
  }

  /** A link, and what clients got by it. */
  private final class Asked {
    private final String link;
    private final Path file;
    private final List<byte[]> got = new CopyOnWriteArrayList<>();

    Asked(String link, Path file) {
      this.link = link;
      this.file = file;
    }

    /** Keeps what it gets, until the server dies. */
    void load() {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      int status = 0;
      try (RawConnection connection = RawConnection.to(server.httpPort())) {
        connection.send(RawConnection.get(link));
        RawConnection.Head head = connection.head();
        status = head.status();
        if (status == 200) {
          connection.body(head, body);
        }
      } catch (IOException killed) {
        // Bytes that have arrived until then are in the body.
      }
      if (status == 200) {
        got.add(body.toByteArray());
      }
    }

    void isAnsweredByTheRest() throws Exception {
      byte[] content = Files.readAllBytes(file);
      long whole = got.stream().filter(body -> body.length == content.length).count();
      assertThat(whole).as("complete deliveries of " + link).isLessThanOrEqualTo(1);
      for (byte[] body : got) {
        assertThat(body).isEqualTo(Arrays.copyOf(content, body.length));
      }
      int most = got.stream().mapToInt(body -> body.length).max().orElse(-1);
      if (most < 0) {
        // Nobody had got even a header.
        ask(link).hasStatus(200);
        return;
      }
      if (most < content.length) {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        try (RawConnection connection = RawConnection.to(server.httpPort())) {
          connection.send(RawConnection.get(link, "Range: bytes=" + most + "-"));
          RawConnection.Head head = connection.head();
          assertThat(head.status()).isEqualTo(206);
          connection.body(head, rest);
        }
        assertThat(rest.toByteArray()).isEqualTo(Arrays.copyOfRange(content, most, content.length));
        // After a header without a byte, the rest was the whole.
        if (most > 0) {
          awaitStatus(206, link, "Range: bytes=0-" + (most - 1));
        }
        awaitStatus(410, link);
      }
    }
  }
}
