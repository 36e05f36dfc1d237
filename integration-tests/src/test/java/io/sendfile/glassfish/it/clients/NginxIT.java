package io.sendfile.glassfish.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.glassfish.it.harness.Answer;
import io.sendfile.glassfish.it.harness.Await;
import io.sendfile.glassfish.it.harness.Client;
import io.sendfile.glassfish.it.harness.Play;
import io.sendfile.glassfish.it.harness.RawConnection;
import io.sendfile.glassfish.it.harness.Snapshot;
import io.sendfile.glassfish.it.harness.TestFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A proxy in front of the server, which caches whole files and parts. */
@Client(commands = "nginx", packages = "nginx")
class NginxIT extends ClientScenario {
  private final Path file = TestFiles.settled("client-proxied.bin", 10 * MIB + 77);

  private Nginx nginx;

  @BeforeEach
  void proxy() throws IOException {
    nginx = Nginx.start(folder, server.httpPort(), server.freePort());
  }

  @AfterEach
  void noProxy() throws IOException {
    nginx.close();
    assertThat(nginx.log()).doesNotContain("[alert]", "[crit]", "[emerg]");
  }

  /** The application's steps through nginx. */
  private Answer by(String location, String steps, String... headers) throws IOException {
    try (RawConnection connection = RawConnection.to(nginx.port())) {
      return connection.ask(steps.replaceFirst("/it", location), headers).leaksNothing();
    }
  }

  private void isPart(Answer answer, int first, int last) throws IOException {
    byte[] part = Arrays.copyOfRange(Files.readAllBytes(file), first, last + 1);
    answer.hasStatus(206);
    assertThat(answer.header("Content-Range"))
        .isEqualTo("bytes %d-%d/%d".formatted(first, last, Files.size(file)));
    assertThat(answer.length()).isEqualTo(part.length);
    assertThat(answer.digest()).isEqualTo(TestFiles.digest(part));
  }

  private static void isFromCache(Answer answer, String expected) {
    assertThat(answer.header("X-Cache-Status")).isEqualTo(expected);
  }

  @Test
  void passesFilesOnOverConnectionsThatItKeeps() throws Exception {
    Set<String> ports = new HashSet<>();
    for (Path each : List.of(file, TestFiles.ofLength(1000), TestFiles.ofLength(0), file)) {
      Answer answer = by("/it", Play.steps("port", sendfile(each))).hasStatus(200).isFile(each);
      ports.add(answer.header("Remote-Port"));
      isPart(by("/it", Play.steps(sendfile(file)), "Range: bytes=5-2000005"), 5, 2_000_005);
    }
    assertThat(ports).hasSize(1);
  }

  @Test
  void cachesTheWholeFileAndServesPartsOfIt() throws Exception {
    String steps = Play.steps(sendfile(file));
    Snapshot before = server.probe();

    isFromCache(by("/cached", steps).hasStatus(200).isFile(file), "MISS");
    Answer hit = by("/cached", steps).hasStatus(200).isFile(file);
    isFromCache(hit, "HIT");
    Answer part = by("/cached", steps, "Range: bytes=5000000-6000000");
    isFromCache(part, "HIT");
    isPart(part, 5_000_000, 6_000_000);
    String etag = String.valueOf(hit.header("ETag"));
    by("/cached", steps, "If-None-Match: " + etag).hasStatus(304);
    isPart(by("/cached", steps, "Range: bytes=7-9", "If-Range: " + etag), 7, 9);
    by("/cached", steps, "Range: bytes=7-9", "If-Range: \"old\"").hasStatus(200).isFile(file);

    awaitGrown("Started", 1, before);
  }

  @Test
  void cachesPartsAndPutsTheFileTogetherFromThem() throws Exception {
    String steps = Play.steps(sendfile(file));
    Snapshot before = server.probe();

    Answer part = by("/sliced", steps, "Range: bytes=2500000-4500000");
    isFromCache(part, "MISS");
    isPart(part, 2_500_000, 4_500_000);
    awaitGrown("AnsweredByStatus.206", 3, before);
    part = by("/sliced", steps, "Range: bytes=2500000-4500000");
    isFromCache(part, "HIT");
    isPart(part, 2_500_000, 4_500_000);
    awaitGrown("AnsweredByStatus.206", 3, before);

    by("/sliced", steps).hasStatus(200).isFile(file);
    Answer whole = by("/sliced", steps).hasStatus(200).isFile(file);
    isFromCache(whole, "HIT");
    isPart(by("/sliced", steps, "Range: bytes=-1000000"), 10 * MIB + 77 - 1_000_000, 10 * MIB + 76);
    awaitGrown("AnsweredByStatus.206", 11, before);
  }

  @Test
  void noticesByTheEntityTagThatPartsAreOfAnotherFile() throws Exception {
    Path changing = TestFiles.settled("client-sliced.bin", 4 * MIB);
    String steps = Play.steps(sendfile(changing));
    String old = String.valueOf(by("/sliced", steps, "Range: bytes=0-9").header("ETag"));
    // The response arrives before nginx has the rest of the part.
    Await.until(
        "nginx has the first part",
        SOON,
        () -> "HIT".equals(by("/sliced", steps, "Range: bytes=0-9").header("X-Cache-Status")));

    Files.write(changing, new byte[3 * MIB]);
    TestFiles.settle(changing);

    // nginx has the first part of the old file, and must not continue with one of the new.
    try (RawConnection connection = RawConnection.to(nginx.port())) {
      connection.send(RawConnection.get(steps.replaceFirst("/it", "/sliced")));
      RawConnection.Head head = connection.head();
      assertThat(head.headers()).contains(new Answer.Header("ETag", old));
      connection.bytes(MIB, OutputStream.nullOutputStream());
      assertThat(connection.atEnd()).isTrue();
    }
    assertThat(nginx.log()).contains("etag mismatch in slice response");
    Files.delete(changing);
  }

  @Test
  void findsNothingLeftToRedirect() throws Exception {
    Path folder = Files.createDirectories(TestFiles.folder().resolve("proxied"));
    Path copy = folder.resolve("copy.bin");
    Files.copy(file, copy, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    server.createRoot("proxied", folder, "uri-prefix", "/protected/");
    try {
      String redirect = "header:X-Accel-Redirect=/protected/copy.bin";
      assertThat(by("/it", Play.steps(redirect, "body:own")).text()).isEqualTo("own");
      configure("accel-redirect", "true");
      by("/it", Play.steps(redirect, "body:own")).hasStatus(200).isFile(file);
    } finally {
      server.deleteRoot("proxied");
      Files.delete(copy);
    }
  }

  @Test
  void clientThatLeavesEndsTheTransferBehindIt() throws Exception {
    Snapshot before = server.probe();
    String steps = Play.steps(sendfile(large()));

    try (RawConnection connection = RawConnection.withSmallBuffer(nginx.port(), 16_384)) {
      connection.send(RawConnection.get(steps.replaceFirst("/it", "/unbuffered")));
      assertThat(connection.head().status()).isEqualTo(200);
      connection.bytes(MIB, OutputStream.nullOutputStream());
    }

    awaitGrown("ClientAborted", 1, before);
    by("/it", steps).hasStatus(200).isFile(large());
  }
}
