package io.sendfile.grizzly.filter;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.engine.CopiedBodies;
import io.sendfile.spi.CleanThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.Test;

/** Large bodies of applications are recorded while that is on. */
class WatchedBodyTest extends ServerFixture {
  private static final int PIECE = 10_000;
  private static final long PAUSE_NANOS = MILLISECONDS.toNanos(20);

  @Override
  String[] settings() {
    return new String[] {"WATCH_COPIES", "true"};
  }

  private static void copy(Response response, int pieces) throws IOException {
    for (int i = 0; i < pieces; i++) {
      response.getOutputStream().write(new byte[PIECE]);
    }
    response.getOutputStream().flush();
  }

  private void get(String target) throws IOException {
    try (RawClient client = client()) {
      assertThat(client.get(target).status()).isEqualTo(200);
    }
  }

  private List<CopiedBodies.BodySum> sums() {
    return engine.copies().list();
  }

  @Test
  void sumsUpLargeBodies() throws Exception {
    application =
        (request, response) -> {
          response.setContentType("video/mp4");
          copy(response, 10);
          LockSupport.parkNanos(PAUSE_NANOS);
        };
    get("/a?secret");
    get("/b");

    await("both are recorded", () -> sums().size() == 1 && sums().get(0).bodies() == 2);
    CopiedBodies.BodySum sum = sums().get(0);
    assertThat(sum.source()).isEqualTo(new CopiedBodies.BodySource(ORIGIN, ""));
    assertThat(sum.bytes()).isEqualTo(2 * 10 * PIECE);
    assertThat(sum.heldNanos()).isGreaterThanOrEqualTo(2 * PAUSE_NANOS);
    assertThat(sum.cpuNanos()).isBetween(1L, sum.heldNanos());
    assertThat(sum.largest())
        .extracting(body -> body.path() + " " + body.mediaType() + " " + body.writer())
        .containsExactly("/a video/mp4 UNKNOWN", "/b video/mp4 UNKNOWN");
  }

  @Test
  void leavesOutSmallBodiesAndHandOffs() throws Exception {
    file("f", 1_000_000);
    application =
        (request, response) -> {
          if (request.getRequestURI().equals("/handed-off")) {
            response.setHeader("X-Sendfile", "files:f");
          }
          copy(response, request.getRequestURI().equals("/small") ? 6 : 10);
        };
    get("/small");
    get("/handed-off");
    get("/large");

    await("the large one is recorded", () -> !sums().isEmpty());
    assertThat(sums()).extracting(CopiedBodies.BodySum::bodies).containsExactly(1L);
    assertThat(sums().get(0).largest()).singleElement().extracting("path").isEqualTo("/large");
  }

  @Test
  void tellsFilesFromByteArrays() throws Exception {
    file("f", 200_000);
    Path file = files.resolve("f");
    application =
        (request, response) -> {
          if (request.getRequestURI().equals("/file")) {
            Files.copy(file, response.getOutputStream());
          } else {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Files.copy(file, bytes);
            bytes.writeTo(response.getOutputStream());
          }
        };
    get("/bytes");
    get("/file");

    await("both are recorded", () -> sums().size() == 1 && sums().get(0).bodies() == 2);
    assertThat(sums().get(0).noFiles()).isEqualTo(1);
    assertThat(sums().get(0).largest())
        .extracting(body -> body.path() + " " + body.writer())
        .containsExactly("/file FILE", "/bytes BYTES");
  }

  @Test
  void recordsBodiesThatAnotherThreadWrites() throws Exception {
    application = WatchedBodyTest::copyLater;
    get("/later");

    await("it is recorded", () -> !sums().isEmpty());
    assertThat(sums().get(0).bytes()).isEqualTo(10 * PIECE);
    assertThat(sums().get(0).heldNanos()).isPositive();
  }

  private static void copyLater(Request request, Response response) {
    response.suspend();
    CleanThreads.make(() -> new Thread(() -> copyAndResume(response))).start();
  }

  private static void copyAndResume(Response response) {
    try {
      copy(response, 10);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } finally {
      response.resume();
    }
  }

  @Test
  void recordsNothingOnceSwitchedOffAndBeginsAnew() throws Exception {
    application = (request, response) -> copy(response, 10);
    get("/");
    await("it is recorded", () -> sums().size() == 1);
    engine.apply(settingsWith("WATCH_COPIES", "false"));
    get("/");
    get("/");

    assertThat(sums()).extracting(CopiedBodies.BodySum::bodies).containsExactly(1L);
    engine.apply(settingsWith("WATCH_COPIES", "true"));
    assertThat(sums()).isEmpty();
  }
}
