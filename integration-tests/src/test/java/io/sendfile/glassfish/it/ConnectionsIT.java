package io.sendfile.glassfish.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.EachGrizzly;
import io.sendfile.glassfish.it.harness.InContainer;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.RawConnection.Head;
import io.sendfile.glassfish.it.harness.Settings;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Request after request on one connection: each gets its own response, with the right end. */
@EachGrizzly
class ConnectionsIT extends Scenario {
  private static final int MANY = 2_000;

  private final Path large = TestFiles.ofLength(1 << 20);
  private final Path small = TestFiles.ofLength(1 << 10);

  private RawConnection connect() throws Exception {
    return RawConnection.to(server.httpPort());
  }

  @Test
  @Timeout(300)
  @InContainer
  void thousandsOfFilesOnOneConnection() throws Exception {
    Snapshot before = server.probe();
    String get = Play.steps(sendfile(small));
    withRequestsWithoutLimit(
        () -> {
          try (RawConnection connection = connect()) {
            for (int i = 0; i < MANY; i++) {
              boolean now = i % 1000 == 999;
              Path file = now ? large : small;
              connection.ask(now ? Play.steps(sendfile(large)) : get).hasStatus(200).isFile(file);
            }
          }
        });
    awaitGrown("Completed", MANY, before);
  }

  private void withRequestsWithoutLimit(Work work) throws Exception {
    changeHttpListener("max-connections", "-1");
    try {
      work.run();
    } finally {
      changeHttpListener("max-connections", "250");
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws Exception {
    String hello = RawConnection.get("/it/hello");
    for (Path file : List.of(large, small)) {
      String sent = RawConnection.get(Play.steps(sendfile(file), "body:dropped"));
      try (RawConnection connection = connect()) {
        connection.send(sent + hello + sent + sent + hello);

        connection.answer("GET").hasStatus(200).isFile(file);
        assertThat(connection.answer("GET").text()).isEqualTo("hello");
        connection.answer("GET").hasStatus(200).isFile(file);
        connection.answer("GET").hasStatus(200).isFile(file);
        assertThat(connection.answer("GET").text()).isEqualTo("hello");
        connection.ask(Play.steps(sendfile(large))).isFile(large);
      }
    }
  }

  /** The worker that ends a large file comes upon the next request. */
  @Test
  @InContainer
  void pipelinedRequestBehindALargeFileRunsOnARequestThread() throws Exception {
    String sent = RawConnection.get(Play.steps(sendfile(large)));
    String next = RawConnection.get(Play.steps("thread", "body:served"));
    for (int i = 0; i < 20; i++) {
      try (RawConnection connection = connect()) {
        connection.send(sent + next);

        connection.answer("GET").isFile(large);
        assertThat(connection.answer("GET").header("Thread")).startsWith("http-");
      }
    }
  }

  @Test
  void pipelinedRequestsBehindAsynchronousOnesAreAnsweredInOrder() throws Exception {
    String async = RawConnection.get(Play.at("/async", Play.parameter("later", sendfile(large))));
    try (RawConnection connection = connect()) {
      connection.send(async + RawConnection.get("/it/hello") + async);

      connection.answer("GET").isFile(large);
      assertThat(connection.answer("GET").text()).isEqualTo("hello");
      connection.answer("GET").isFile(large);
    }
  }

  @Test
  void requestThatArrivesWhileTheFileIsSentWaits() throws Exception {
    Path file = TestFiles.ofLength(20 << 20);
    try (RawConnection connection = RawConnection.withSmallBuffer(server.httpPort(), 16_384)) {
      Head head = connection.send(RawConnection.get(Play.steps(sendfile(file)))).head();
      connection.bytes(1 << 20, java.io.OutputStream.nullOutputStream());
      connection.send(RawConnection.get("/it/hello"));
      connection.bytes(19 << 20, java.io.OutputStream.nullOutputStream());

      assertThat(head.status()).isEqualTo(200);
      assertThat(connection.answer("GET").text()).isEqualTo("hello");
    }
  }

  @Test
  void headGetsTheHeaderSectionOnly() throws Exception {
    for (Path file : List.of(large, small)) {
      try (RawConnection connection = connect()) {
        String head = RawConnection.request("HEAD", Play.steps(sendfile(file), "body:dropped"));

        Answer answer = connection.send(head).answer("HEAD").hasStatus(200).leaksNothing();

        assertThat(answer.header("Content-Length"))
            .isEqualTo(Long.toString(java.nio.file.Files.size(file)));
        assertThat(connection.ask("/it/hello").text()).isEqualTo("hello");
      }
    }
  }

  @Test
  void postWithUnreadBodyIsAnsweredAndItsBodyIsNoRequest() throws Exception {
    for (Path file : List.of(large, small)) {
      String body = "GET /it/hello HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200);
      String post =
          RawConnection.request(
              "POST", Play.steps(sendfile(file)), "Content-Length: " + body.length());
      try (RawConnection connection = connect()) {
        connection.send(post + body).answer("POST").hasStatus(200).isFile(file);

        connection.ask(Play.steps(sendfile(file))).isFile(file);
      }
    }
  }

  @Test
  void postWhoseBodyWasReadIsAnswered() throws Exception {
    String body = "x".repeat(100_000);
    String post =
        RawConnection.request(
            "POST", Play.steps("read", sendfile(large)), "Content-Length: " + body.length());
    try (RawConnection connection = connect()) {
      connection.send(post + body).answer("POST").hasStatus(200).isFile(large);
      assertThat(connection.ask("/it/hello").text()).isEqualTo("hello");
    }
  }

  /** GlassFish 7 sends no 100 to a client that announces chunks. */
  static Stream<Arguments> expectations() {
    Arguments length = arguments("Content-Length: 5", "12345");
    Arguments chunks = arguments("Transfer-Encoding: chunked", "5\r\n12345\r\n0\r\n\r\n");
    return Settings.server().equals("glassfish8") ? Stream.of(length, chunks) : Stream.of(length);
  }

  @ParameterizedTest
  @MethodSource("expectations")
  void expectedContinueComesBeforeTheFile(String framing, String body) throws Exception {
    for (Path file : List.of(large, small)) {
      String post =
          RawConnection.request(
              "POST", Play.steps("read", sendfile(file)), "Expect: 100-continue", framing);
      try (RawConnection connection = connect()) {
        assertThat(connection.send(post).head().status()).isEqualTo(100);

        Answer answer = connection.send(body).answer("POST").hasStatus(200).isFile(file);

        assertThat(answer.header("Content-Encoding")).isNull();
        assertThat(connection.ask("/it/hello").text()).isEqualTo("hello");
      }
    }
  }

  @Test
  void expectationOfAnUnreadBodyIsAnswered() throws Exception {
    String post =
        RawConnection.request(
            "POST", Play.steps(sendfile(large)), "Expect: 100-continue", "Content-Length: 5");
    try (RawConnection connection = connect()) {
      Head first = connection.send(post).head();
      if (first.status() == 100) {
        connection.send("12345").answer("POST").hasStatus(200).isFile(large);
        assertThat(connection.ask("/it/hello").text()).isEqualTo("hello");
      } else {
        assertThat(first.status()).isEqualTo(200);
        connection.answerBody(first).isFile(large);
      }
    }
  }

  @Test
  void httpOneZeroClosesAfterTheFile() throws Exception {
    for (Path file : List.of(large, small)) {
      try (RawConnection connection = connect()) {
        String get = "GET " + Play.steps(sendfile(file)) + " HTTP/1.0\r\n\r\n";

        connection.send(get).answer("GET").hasStatus(200).isFile(file);

        assertThat(connection.atEnd()).isTrue();
      }
    }
  }

  @Test
  void httpOneZeroWithKeepAliveGoesOn() throws Exception {
    String get =
        "GET " + Play.steps(sendfile(large)) + " HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
    try (RawConnection connection = connect()) {
      connection.send(get).answer("GET").hasStatus(200).isFile(large);
      connection.send(get).answer("GET").hasStatus(200).isFile(large);
    }
  }

  @Test
  void connectionCloseClosesAfterTheFile() throws Exception {
    for (Path file : List.of(large, small)) {
      try (RawConnection connection = connect()) {
        Answer answer = connection.ask(Play.steps(sendfile(file)), "Connection: close");

        assertThat(answer.hasStatus(200).isFile(file).header("Connection")).isEqualTo("close");
        assertThat(connection.atEnd()).isTrue();
      }
    }
  }

  @Test
  void requestHeadersNeverCauseAHandOff() throws Exception {
    Answer answer =
        ask("/it/hello", "X-Sendfile: " + TestFiles.value(large), "X-Sendfile-Id: mine");

    assertThat(answer.hasStatus(200).leaksNothing().text()).isEqualTo("hello");
  }

  @Test
  void stallingInTheMiddleOfARequestHarmsNobody() throws Exception {
    try (RawConnection connection = connect()) {
      String get = RawConnection.get(Play.steps(sendfile(large)));
      connection.send(get.substring(0, 10));
      ask(Play.steps(sendfile(large))).isFile(large);
      connection.send(get.substring(10)).answer("GET").isFile(large);
    }
  }
}
