package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.OpenDescriptors;
import io.sendfile.core.RandomBytes;
import io.sendfile.core.content.HandOffAttributes;
import io.sendfile.core.content.PassedArchive;
import io.sendfile.core.content.PassedFile;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.stats.Figure;
import io.sendfile.core.transfer.Admission;
import io.sendfile.grizzly.filter.RawClient.Reply;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.zip.ZipFile;
import org.glassfish.grizzly.http.server.Request;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that the application has opened by its call, and deletes as soon as that has returned. */
class OpenedFilesTest extends ServerFixture {
  private byte[] bytes;
  private Path file;

  @BeforeEach
  void makeFile() throws IOException {
    make(200_000);
  }

  private void make(int length) throws IOException {
    bytes = file("f", length);
    file = files.resolve("f");
  }

  @Override
  @Nullable HandOffAttributes passed(Request request) {
    Object passed = request.getAttribute(PassedFile.FILE);
    if (passed instanceof Map<?, ?> archive) {
      return new PassedArchive(archive);
    }
    return passed instanceof Path
        ? new PassedFile(
            passed,
            request.getAttribute(PassedFile.POSITION),
            request.getAttribute(PassedFile.COUNT))
        : null;
  }

  @SuppressWarnings("unchecked")
  private static long open(Request request, Object what) {
    return ((ToLongFunction<Object>) request.getAttribute(PassedFile.OPENER)).applyAsLong(what);
  }

  /** As SendfileResponse.send does, and its caller in a finally. */
  private static void sendAndDelete(Request request, Path path) throws IOException {
    assertThat(open(request, path)).isEqualTo(Files.size(path));
    request.setAttribute(PassedFile.FILE, path);
    Files.delete(path);
  }

  private Reply ask(String method, String... fields) throws IOException {
    try (RawClient client = client()) {
      client.send(
          method + " / HTTP/1.1\r\nHost: test\r\n" + String.join("\r\n", fields) + "\r\n\r\n");
      return client.read();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 200_000, 3_000_000})
  void areSentWhole(int length) throws IOException {
    make(length);
    application = (request, response) -> sendAndDelete(request, file);

    Reply reply = ask("GET");

    assertThat(reply.status()).isEqualTo(200);
    assertBytes(reply.body(), bytes);
    assertThat(file).doesNotExist();
    await("the transfer is counted", () -> started() == (length == 0 ? 0 : 1));
  }

  private long started() {
    return Figure.STARTED.of(stats.snapshot());
  }

  @Test
  void areThoseOfTheCallWhereAnotherFileTakesTheirName() throws IOException {
    application =
        (request, response) -> {
          sendAndDelete(request, file);
          Files.write(file, new byte[bytes.length]);
        };

    assertBytes(ask("GET").body(), bytes);
  }

  @Test
  void partsAndRangesAreSent() throws IOException {
    application =
        (request, response) -> {
          request.setAttribute(PassedFile.POSITION, 7L);
          request.setAttribute(PassedFile.COUNT, 100_000L);
          sendAndDelete(request, file);
        };
    assertBytes(ask("GET").body(), Arrays.copyOfRange(bytes, 7, 100_007));

    makeFile();
    application = (request, response) -> sendAndDelete(request, file);
    Reply part = ask("GET", "Range: bytes=5-9,90000-90009");
    assertThat(part.status()).isEqualTo(206);
  }

  @ParameterizedTest
  @CsvSource({
    "HEAD, X: y, 200",
    "GET, If-None-Match: *, 304",
    "GET, If-Match: \"other\", 412",
    "GET, Range: bytes=200000-, 416"
  })
  void areClosedWhereNoByteIsSent(String method, String field, int status) throws IOException {
    application = (request, response) -> sendAndDelete(request, file);
    try (RawClient client = client()) {
      client.send(method + " / HTTP/1.1\r\nHost: test\r\n" + field + "\r\n\r\n");
      assertThat(client.read(method).status()).isEqualTo(status);
    }
    allIsClosed();
  }

  @Test
  void connectionGoesOnAfterHead() throws IOException {
    application =
        (request, response) -> {
          response.setContentLength(bytes.length);
          open(request, file);
          request.setAttribute(PassedFile.FILE, file);
        };
    try (RawClient client = client()) {
      for (int i = 0; i < 3; i++) {
        client.send("HEAD / HTTP/1.1\r\nHost: test\r\n\r\n");
        assertThat(client.read("HEAD").status()).isEqualTo(200);
        assertBytes(client.get("/").body(), bytes);
      }
    }
  }

  private void allIsClosed() {
    await("all files are closed", () -> below().isEmpty());
  }

  private String below() {
    return OpenDescriptors.below(files).toString().replace("[]", "");
  }

  @Test
  void areClosedWhereTheApplicationAnswersItself() throws IOException {
    application =
        (request, response) -> {
          sendAndDelete(request, file);
          response.sendError(403);
        };
    assertThat(ask("GET").status()).isEqualTo(403);
    allIsClosed();

    makeFile();
    application =
        (request, response) -> {
          open(request, file);
          response.getOutputStream().write(new byte[100_000]);
          response.flush();
        };
    assertThat(ask("GET").body()).hasSize(100_000);
    allIsClosed();

    application =
        (request, response) -> {
          open(request, file);
          throw new IllegalStateException("the application fails");
        };
    assertThat(ask("GET").status()).isEqualTo(500);
    allIsClosed();
  }

  @Test
  void lastOneCounts() throws IOException {
    byte[] other = file("other", 150_000);
    application =
        (request, response) -> {
          sendAndDelete(request, file);
          sendAndDelete(request, files.resolve("other"));
        };

    assertBytes(ask("GET").body(), other);
    allIsClosed();
  }

  @Test
  void headerOfTheApplicationWins() throws IOException {
    byte[] named = file("named", 150_000);
    application =
        (request, response) -> {
          sendAndDelete(request, file);
          response.setHeader("X-Sendfile", "files:named");
        };

    assertBytes(ask("GET").body(), named);
    allIsClosed();
  }

  @Test
  void refusalClosesThem() throws IOException {
    application =
        (request, response) -> {
          request.setAttribute(PassedFile.POSITION, 7L);
          request.setAttribute(PassedFile.COUNT, 200_000L);
          sendAndDelete(request, file);
        };
    assertThat(ask("GET").status()).isEqualTo(404);
    allIsClosed();

    makeFile();
    application = (request, response) -> sendAndDelete(request, file);
    engine.scheduler().refuseNew(Admission.DRAINING);
    assertThat(ask("GET").status()).isEqualTo(503);
    engine.scheduler().resume();
    allIsClosed();
  }

  /** The refusal is that of the call, whatever is there when the response begins. */
  @Test
  void whatCannotBeSentIsRefused() throws IOException {
    for (Path path : List.of(files.resolve("missing"), files, file.resolve("below"))) {
      application =
          (request, response) -> {
            assertThat(open(request, path)).isEqualTo(-1);
            request.setAttribute(PassedFile.FILE, path);
            if (path.endsWith("missing")) {
              Files.write(path, bytes);
            }
          };
      Reply reply = ask("GET");
      assertThat(reply.status()).isEqualTo(404);
      assertThat(new String(reply.body(), StandardCharsets.UTF_8)).doesNotContain(files.toString());
    }
    assertThat(noted).hasSize(3);
  }

  /** As by a handler of exceptions; a header would be gone as well. */
  @Test
  void resetOfTheResponseWithdrawsThem() throws IOException {
    application =
        (request, response) -> {
          sendAndDelete(request, file);
          response.reset();
          response.getOutputStream().write("other".getBytes(StandardCharsets.US_ASCII));
        };

    Reply reply = ask("GET");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).asString().isEqualTo("other");
    assertThat(reply.header("X-Sendfile-Opened")).isEmpty();
    allIsClosed();

    makeFile();
    application =
        (request, response) -> {
          open(request, file);
          response.reset();
          sendAndDelete(request, file);
        };
    assertBytes(ask("GET").body(), bytes);
    allIsClosed();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void asynchronousApplicationsMayUseThemToo(boolean fails) throws IOException {
    application =
        asynchronous(
            (request, response) -> {
              sendAndDelete(request, file);
              if (fails) {
                response.sendError(410);
              }
            });
    try (RawClient client = client()) {
      for (int i = 0; i < 20; i++) {
        Reply reply = client.get("/");
        assertThat(reply.status()).isEqualTo(fails ? 410 : 200);
        if (!fails) {
          assertBytes(reply.body(), bytes);
        }
        makeFile();
      }
    }
    allIsClosed();
  }

  @Test
  void areClosedWhereTheClientHasGoneBeforeTheApplicationIsDone() throws Exception {
    CountDownLatch opened = new CountDownLatch(1);
    CountDownLatch gone = new CountDownLatch(1);
    application =
        asynchronous(
            (request, response) -> {
              sendAndDelete(request, file);
              opened.countDown();
              gone.await();
            });
    try (RawClient client = client()) {
      client.sendGet("/");
      assertThat(opened.await(10, TimeUnit.SECONDS)).isTrue();
      client.abort();
    }
    gone.countDown();
    allIsClosed();
  }

  @Test
  void hasNoSiblingThatBelongsToAnotherFile() throws IOException {
    engine.apply(settingsWith("PRECOMPRESSED", "true"));
    Path sibling = files.resolve("f.gz");
    application =
        (request, response) -> {
          open(request, file);
          request.setAttribute(PassedFile.FILE, file);
          Files.write(sibling, new byte[50_000]);
          if (request.getQueryString() != null) {
            Files.move(file, files.resolve("moved"));
            Files.write(file, new byte[10]);
          }
        };
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L));

    assertThat(asks("/").header("Content-Encoding")).isEqualTo("gzip");
    assertBytes(asks("/?replaced").body(), bytes);
  }

  private Reply asks(String target) throws IOException {
    try (RawClient client = client()) {
      client.send("GET " + target + " HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n");
      return client.read();
    }
  }

  /** As Archive.send does, and its caller in a finally. */
  private static void archiveAndDelete(Request request, Map<String, Path> members)
      throws IOException {
    open(request, members);
    request.setAttribute(PassedFile.FILE, members);
    for (Path member : members.values()) {
      Files.delete(member);
    }
  }

  private Map<String, Path> members() throws IOException {
    file("m0", 10);
    file("m1", 300_000);
    file("m2", 0);
    file("m3", 300_000);
    Map<String, Path> members = new LinkedHashMap<>();
    for (int i = 0; i < 4; i++) {
      members.put("folder/" + i, files.resolve("m" + i));
    }
    return members;
  }

  @Test
  void membersOfArchivesAreSentThatAreGone() throws IOException {
    application = (request, response) -> archiveAndDelete(request, members());

    Reply reply = ask("GET");

    assertThat(reply.status()).isEqualTo(200);
    try (ZipFile zip = new ZipFile(Files.write(temp.resolve("a.zip"), reply.body()).toFile())) {
      assertThat(zip.size()).isEqualTo(4);
      byte[] large = RandomBytes.of(300_000);
      for (String name : List.of("folder/1", "folder/3")) {
        assertBytes(zip.getInputStream(zip.getEntry(name)).readAllBytes(), large);
      }
    }
    assertThat(files.resolve("m1")).doesNotExist();
    allIsClosed();
  }

  @ParameterizedTest
  @CsvSource({
    "HEAD, X: y, 200",
    "GET, If-None-Match: *, 304",
    "GET, If-Match: \"other\", 412",
    "GET, Range: bytes=10-20, 206",
    "GET, Range: bytes=9999999-, 416"
  })
  void membersOfArchivesAreClosed(String method, String field, int status) throws IOException {
    application = (request, response) -> archiveAndDelete(request, members());
    try (RawClient client = client()) {
      client.send(method + " / HTTP/1.1\r\nHost: test\r\n" + field + "\r\n\r\n");
      assertThat(client.read(method).status()).isEqualTo(status);
    }
    allIsClosed();
  }

  @Test
  void membersOfArchivesAreClosedWhereNoneIsSent() throws IOException {
    application =
        (request, response) -> {
          archiveAndDelete(request, members());
          response.sendError(403);
        };
    assertThat(ask("GET").status()).isEqualTo(403);
    allIsClosed();

    application =
        (request, response) -> {
          archiveAndDelete(request, members());
          throw new IllegalStateException("after the call");
        };
    assertThat(ask("GET").status()).isEqualTo(500);
    allIsClosed();

    application = (request, response) -> archiveAndDelete(request, members());
    engine.scheduler().refuseNew(Admission.DRAINING);
    assertThat(ask("GET").status()).isEqualTo(503);
    engine.scheduler().resume();
    allIsClosed();

    Map<String, Path> members = members();
    members.put("/absolute", file);
    application = (request, response) -> archiveAndDelete(request, members);
    assertThat(ask("GET").status()).isEqualTo(500);
    allIsClosed();

    Map<String, Path> missing = members();
    missing.put("missing", files.resolve("missing"));
    application =
        (request, response) -> {
          assertThat(open(request, missing)).isEqualTo(-1);
          request.setAttribute(PassedFile.FILE, missing);
        };
    assertThat(ask("GET").status()).isEqualTo(404);
    allIsClosed();
  }

  @Test
  void clientThatLeavesArchiveLeavesNoMemberOpen() throws Exception {
    sparseFile("big", 60_000_000);
    Map<String, Path> members = members();
    members.put("big", files.resolve("big"));
    application = (request, response) -> archiveAndDelete(request, members);
    try (RawClient client = new RawClient(connectPlain(10_000))) {
      client.sendGet("/").readHead();
      client.abort();
    }
    awaitEnd(Outcome.CLIENT_ABORTED);
    allIsClosed();
  }

  @Test
  void serverHoldsBoundedNumberOfMembers() throws IOException {
    assertThat(engine.at(LISTENER).holdMembers(ListenerEngine.MOST_MEMBERS - 3)).isTrue();
    application = (request, response) -> archiveAndDelete(request, members());
    assertThat(ask("GET").status()).isEqualTo(503);
    allIsClosed();

    engine.at(LISTENER).letGoOfMembers(1);
    assertThat(ask("GET").status()).isEqualTo(200);
    await("they are let go", () -> holds(4));
    engine.at(LISTENER).letGoOfMembers(ListenerEngine.MOST_MEMBERS - 4);
  }

  /** Whether that many more may be held. */
  private boolean holds(int more) {
    boolean may = engine.at(LISTENER).holdMembers(more);
    if (may) {
      engine.at(LISTENER).letGoOfMembers(more);
    }
    return may;
  }
}
