package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.transfer.TransferState;
import io.sendfile.spi.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Time and byte count of an access-log line, over each way of sending. */
class DeferredLineTest {
  abstract static class Contract extends ServerFixture {
    private static final int LARGE = 500_000;
    private static final int SMALL = 100;

    /** Byte counts of the lines. */
    private final Queue<Long> lines = new ConcurrentLinkedQueue<>();

    private void logged(Application served) {
      application =
          (request, response) -> {
            assertThat(DeferredLine.defer(request, lines::add)).isTrue();
            served.service(request, response);
          };
    }

    private void handsOff() {
      logged((request, response) -> response.setHeader("X-Sendfile", request.getQueryString()));
    }

    /** A line is written a moment after the client has its last byte. */
    private void awaitLines(Long... bytes) {
      await("as many lines as requests", () -> lines.size() >= bytes.length);
      assertThat(lines).containsExactly(bytes);
    }

    /** The application never completes; the request ends when the client leaves. */
    private void neverCompletes(Application served) {
      logged(
          (request, response) -> {
            response.suspend();
            served.service(request, response);
          });
    }

    private static void flushed(Request request, Response response) throws IOException {
      response.setHeader("X-Sendfile", request.getQueryString());
      response.flush();
    }

    private static void write(Response response, String text) throws IOException {
      response.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void tellsTheBytesOfEachRequestOfAConnection() throws IOException {
      file("large", LARGE);
      file("small", SMALL);
      handsOff();
      try (RawClient client = client()) {
        client.get("/?files:large");
        client.get("/?files:small");
        client.head("/?files:large");
        client.send("GET /?files:large HTTP/1.1\r\nHost: t\r\nRange: bytes=10-109\r\n\r\n").read();
        int refused = client.get("/?files:missing").body().length;
        client.head("/?files:missing");
        logged((request, response) -> write(response, "own"));
        client.get("/");
        handsOff();
        client.get("/?files:large");
        awaitLines((long) LARGE, (long) SMALL, 0L, 100L, (long) refused, 0L, -1L, (long) LARGE);
      }
    }

    @Test
    void tellsWhatAClientThatLeftHasTaken() throws Exception {
      sparseFile("huge", 1L << 30);
      handsOff();
      try (RawClient client = client()) {
        client.sendGet("/?files:huge").readHead();
        awaitState(TransferState.WAITING_PEER);
        client.abort();
      }
      long bytes = awaitEnd(Outcome.CLIENT_ABORTED).bytes();
      assertThat(bytes).isPositive();
      awaitLines(bytes);
    }

    @Test
    void waitsForAsynchronousApplications() throws IOException {
      file("large", LARGE);
      CompletableFuture<Void> go = new CompletableFuture<>();
      logged(
          (request, response) -> {
            response.suspend();
            CompletableFuture.runAsync(
                () -> {
                  go.orTimeout(5, TimeUnit.SECONDS).join();
                  response.setHeader("X-Sendfile", request.getQueryString());
                  response.resume();
                });
          });
      try (RawClient client = client()) {
        client.sendGet("/?files:large");
        assertThat(lines).isEmpty();
        go.complete(null);
        client.read();
        client.get("/?files:large");
        awaitLines((long) LARGE, (long) LARGE);
      }
    }

    @Test
    void tellsOfAnAsynchronousHandOffWhoseClientLeft() throws Exception {
      sparseFile("huge", 1L << 30);
      neverCompletes(Contract::flushed);
      try (RawClient client = client()) {
        client.sendGet("/?files:huge").readHead();
        assertThat(lines).isEmpty();
        client.abort();
      }
      awaitLines(awaitEnd(Outcome.CLIENT_ABORTED).bytes());
    }

    @Test
    void tellsOfAnAsynchronousRequestWhoseConnectionIsClosed() throws IOException {
      neverCompletes(
          (request, response) ->
              CompletableFuture.runAsync(request.getContext().getConnection()::closeSilently));
      try (RawClient client = client()) {
        assertThat(client.sendGet("/").drain()).isZero();
      }
      awaitLines(-1L);
    }

    @Test
    void doesNotWaitOnceTheApplicationsOwnBytesAreOut() throws IOException {
      neverCompletes(
          (request, response) -> {
            write(response, "own");
            response.flush();
          });
      try (RawClient client = client()) {
        client.sendGet("/").readHead();
        awaitLines(-1L);
        client.abort();
      }
    }

    @Test
    void tellsOfAnApplicationThatFails() throws IOException {
      logged(
          (request, response) -> {
            throw new IllegalStateException("scripted");
          });
      try (RawClient client = client()) {
        assertThat(client.get("/").status()).isEqualTo(500);
        awaitLines(-1L);
      }
    }

    @Test
    void isWrittenOnceForEachRequest() throws IOException {
      file("small", SMALL);
      handsOff();
      for (int i = 0; i < 20; i++) {
        try (RawClient client = client()) {
          client.get("/?files:small");
          client.get("/?files:small");
        }
      }
      awaitLines(Collections.nCopies(40, (long) SMALL).toArray(Long[]::new));
    }
  }

  @Nested
  class ZeroCopy extends Contract {}

  @Nested
  class Buffered extends Contract {
    @Override
    String[] settings() {
      return new String[] {"ZERO_COPY", "false"};
    }
  }

  @Nested
  class Tls extends Contract {
    Tls() {
      overTls = true;
    }
  }
}
