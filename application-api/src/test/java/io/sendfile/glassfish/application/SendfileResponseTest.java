package io.sendfile.glassfish.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.AsyncContext;
import jakarta.ws.rs.NotFoundException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

class SendfileResponseTest extends PlainServer {
  private static String length(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Length").orElse("none");
  }

  @Test
  void copiesWholeFiles() throws Exception {
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              answer.getOutputStream().print("dropped");
              SendfileResponse.send(request, answer, file);
            });

    assertThat(response.body()).isEqualTo(bytes);
    assertThat(length(response)).isEqualTo("" + LENGTH);
    assertThat(length(ask("HEAD"))).isEqualTo("" + LENGTH);
  }

  @Test
  void copiesParts() throws Exception {
    HttpResponse<byte[]> response =
        get((request, answer) -> SendfileResponse.transfer(request, answer, file, 7, 100_000));

    assertThat(response.body()).isEqualTo(Arrays.copyOfRange(bytes, 7, 100_007));
    assertThat(length(response)).isEqualTo("100000");
  }

  @Test
  void copiesFilesOfOtherFileSystems() throws Exception {
    URI zip = URI.create("jar:" + folder.resolve("a.zip").toUri());
    try (FileSystem system = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      Path packed = Files.write(system.getPath("/f"), bytes);
      HttpResponse<byte[]> response =
          get(
              (request, answer) -> {
                request.setAttribute(SendfileResponse.FILE, true);
                SendfileResponse.send(request, answer, packed);
              });
      assertThat(response.body()).isEqualTo(bytes);
    }
  }

  @Test
  void asynchronousCopyTellsItsEnd() throws Exception {
    CompletableFuture<Long> sent = new CompletableFuture<>();
    CompletableFuture<List<String>> locks = new CompletableFuture<>();
    HttpResponse<byte[]> response =
        get(
            (request, answer) ->
                SendfileResponse.transfer(request.startAsync(), file, 7, 900_000)
                    .whenComplete(
                        (count, failure) -> {
                          locks.complete(ownLocks());
                          sent.complete(count);
                        }));

    assertThat(response.body()).isEqualTo(Arrays.copyOfRange(bytes, 7, 900_007));
    assertThat(sent.get(10, TimeUnit.SECONDS)).isEqualTo(900_000);
    assertThat(locks.join()).isEmpty();
  }

  /** Classes of this module whose monitors the thread holds. */
  private static List<String> ownLocks() {
    long[] thread = {Thread.currentThread().getId()};
    return Arrays.stream(
            ManagementFactory.getThreadMXBean()
                .getThreadInfo(thread, true, false)[0]
                .getLockedMonitors())
        .map(MonitorInfo::getClassName)
        .filter(name -> name.startsWith("io.sendfile."))
        .toList();
  }

  @Test
  void asynchronousCopyTellsThatTheClientHasGone() throws Exception {
    Files.write(file, new byte[50_000_000]);
    CompletableFuture<Throwable> failed = new CompletableFuture<>();
    application =
        (request, answer) ->
            SendfileResponse.transfer(request.startAsync(), file, 0, 50_000_000)
                .whenComplete((count, failure) -> failed.complete(failure));
    try (Socket client = new Socket("127.0.0.1", port())) {
      client.setSoLinger(true, 0);
      client
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      client.getInputStream().readNBytes(1000);
    }

    assertThat(failed.get(30, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
  }

  @Test
  void passesTheFileWhereItIsTaken() throws Exception {
    get(
        (request, answer) -> {
          request.setAttribute(SendfileResponse.FILE, true);
          assertThat(SendfileResponse.isActive(request)).isTrue();
          SendfileResponse.transfer(request, answer, file, 7, 9);
          assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(file);
          assertThat(request.getAttribute(SendfileResponse.POSITION)).isEqualTo(7L);
          assertThat(request.getAttribute(SendfileResponse.COUNT)).isEqualTo(9L);
          answer.setStatus(204);
        });
    assertThat(ask("GET").statusCode()).isEqualTo(204);
  }

  @Test
  void mediaTypeIsThatOfTheContext() throws Exception {
    Path page = Files.copy(file, folder.resolve("page.html"));

    assertThat(type(get((request, answer) -> SendfileResponse.send(request, answer, page))))
        .isEqualTo("text/html");
    assertThat(type(ask("HEAD"))).isEqualTo("text/html");
    assertThat(
            type(get((request, answer) -> SendfileResponse.transfer(request, answer, page, 0, 1))))
        .isEqualTo("text/html");
    assertThat(
            type(
                get(
                    (request, answer) ->
                        SendfileResponse.transfer(request.startAsync(), page, 0, 1))))
        .isEqualTo("text/html");
    assertThat(type(get((request, answer) -> SendfileResponse.send(request, answer, file))))
        .isEqualTo("application/octet-stream");
    assertThat(
            type(
                get(
                    (request, answer) -> {
                      answer.setContentType("x/y");
                      SendfileResponse.send(request, answer, page);
                    })))
        .isEqualTo("x/y");
  }

  @Test
  void mediaTypeThatTheContextDoesNotKnowIsThatOfAHandOff() throws Exception {
    Path manifest = Files.copy(file, folder.resolve("site.webManifest"));
    Path none = Files.copy(file, folder.resolve("webmanifest"));

    assertThat(type(get((request, answer) -> SendfileResponse.send(request, answer, manifest))))
        .isEqualTo("application/manifest+json");
    assertThat(type(get((request, answer) -> SendfileResponse.send(request, answer, none))))
        .isEqualTo("application/octet-stream");
  }

  private static String type(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Type").orElse("none");
  }

  @Test
  void fileIsOpenedByTheCall() throws Exception {
    get(
        (request, answer) -> {
          List<Object> opened = new ArrayList<>();
          ToLongFunction<Object> opener =
              path -> {
                opened.add(path);
                return 10;
              };
          request.setAttribute(SendfileResponse.FILE, true);
          request.setAttribute(SendfileResponse.OPENER, opener);
          Path gone = folder.resolve("gone");
          SendfileResponse.send(request, answer, gone);
          assertThat(opened).containsExactly(gone);
          assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(gone);
          request.setAttribute(SendfileResponse.FILE, true);
        });
    assertThat(ask("GET").statusCode()).isEqualTo(200);
  }

  @Test
  void lastCallCounts() throws Exception {
    get(
        (request, answer) -> {
          request.setAttribute(SendfileResponse.FILE, true);
          Path other = Files.copy(file, folder.resolve("other" + UUID.randomUUID()));
          SendfileResponse.transfer(request, answer, file, 7, 9);
          SendfileResponse.send(request, answer, other);
          assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(other);
          assertThat(request.getAttribute(SendfileResponse.POSITION)).isNull();
          assertThat(request.getAttribute(SendfileResponse.COUNT)).isNull();
          answer.setStatus(410);
          SendfileResponse.send(request, answer, file);
          assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(true);
        });
    assertThat(ask("GET").body()).isEqualTo(bytes);
    get(
        (request, answer) -> {
          request.setAttribute(SendfileResponse.FILE, true);
          SendfileResponse.send(request, answer, file);
          answer.setStatus(410);
          answer.getOutputStream().print("dropped");
          SendfileResponse.transfer(request, answer, file, 7, 9);
          assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(true);
        });
    assertThat(ask("GET").body()).isEqualTo(Arrays.copyOfRange(bytes, 7, 16));
    get(
        (request, answer) -> {
          request.setAttribute(SendfileResponse.FILE, true);
          SendfileResponse.send(request, answer, file);
          answer.setStatus(410);
          answer.getOutputStream().print("dropped");
          SendfileResponse.transfer(request.startAsync(), file, 7, 9);
          assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(true);
        });
    HttpResponse<byte[]> copied = ask("GET");
    assertThat(copied.body()).isEqualTo(Arrays.copyOfRange(bytes, 7, 16));
  }

  /** A header field could not name it. */
  @Test
  void fileWithAControlCharacterInItsNameIsCopied() throws Exception {
    Path odd = Files.copy(file, folder.resolve("a\tb"));
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              request.setAttribute(SendfileResponse.FILE, true);
              SendfileResponse.send(request, answer, odd);
              assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(true);
            });
    assertThat(response.body()).isEqualTo(bytes);
  }

  /** As the server tells it. */
  @SuppressWarnings("unchecked")
  private CompletableFuture<Long> ended(String outcome, String reason) throws Exception {
    CompletableFuture<CompletionStage<Long>> ended = new CompletableFuture<>();
    get(
        (request, answer) -> {
          request.setAttribute(SendfileResponse.FILE, true);
          answer.getOutputStream().print("dropped");
          CompletionStage<Long> sent = SendfileResponse.transfer(request.startAsync(), file, 7, 9);
          assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(file);
          assertThat(request.getAttribute(SendfileResponse.POSITION)).isEqualTo(7L);
          assertThat(request.getAttribute(SendfileResponse.COUNT)).isEqualTo(9L);
          ((Consumer<Map<String, Object>>) request.getAttribute(SendfileResult.LISTENER))
              .accept(
                  Map.of(
                      "outcome",
                      outcome,
                      "reason",
                      reason,
                      "bytes",
                      9L,
                      "status",
                      200,
                      "length",
                      9L,
                      "size",
                      16L,
                      "duration_ms",
                      1L));
          ended.complete(sent);
        });
    return ended.get(30, TimeUnit.SECONDS).toCompletableFuture();
  }

  @Test
  void asynchronousHandOffTellsItsEnd() throws Exception {
    assertThat(ended("completed", "").get(30, TimeUnit.SECONDS)).isEqualTo(9);
    assertThatThrownBy(() -> ended("stalled", "").get(30, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(IOException.class)
        .hasRootCauseMessage("the transfer ended as stalled");
    assertThatThrownBy(() -> ended("stalled", "for a minute").get(30, TimeUnit.SECONDS))
        .hasRootCauseMessage("the transfer ended as stalled (for a minute)");
  }

  @Test
  void temporaryFileIsDeleted() throws Exception {
    application = (request, answer) -> SendfileResponse.sendAndDelete(request, answer, file);

    assertThat(ask("GET").body()).isEqualTo(bytes);

    // The client has its last byte before that.
    while (Files.exists(file)) {
      Thread.onSpinWait();
    }
    assertThat(ask("GET").statusCode()).isEqualTo(404);
    Path empty = Files.createDirectory(folder.resolve("d"));
    application = (request, answer) -> SendfileResponse.sendAndDelete(request, answer, empty);
    assertThat(ask("GET").statusCode()).isEqualTo(404);
    assertThat(empty).exists();
  }

  @Test
  void tellsHandOffsToFilters() throws Exception {
    get(
        (request, answer) -> {
          SendfileResponse.send(request, answer, file);
          assertThat(SendfileResponse.isHandedOff(request, answer)).as("copied").isFalse();
        });
    get(
        (request, answer) -> {
          request.setAttribute(SendfileResponse.FILE, true);
          assertThat(SendfileResponse.isHandedOff(request, answer)).isFalse();
          SendfileResponse.send(request, answer, file);
          assertThat(SendfileResponse.isHandedOff(request, answer)).isTrue();
        });
    get(
        (request, answer) -> {
          answer.setHeader("x-sendfile", "files:f");
          assertThat(SendfileResponse.isHandedOff(request, answer)).isTrue();
        });
    assertThat(ask("GET").statusCode()).isEqualTo(200);
  }

  @Test
  void copiesTheBodyOfAnError() throws Exception {
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              request.setAttribute(SendfileResponse.FILE, true);
              answer.setStatus(410);
              SendfileResponse.send(request, answer, file);
              assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(true);
            });

    assertThat(response.statusCode()).isEqualTo(410);
    assertThat(response.body()).isEqualTo(bytes);
  }

  private List<Path> unsendable() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return List.of(folder.resolve("missing"), folder, file.resolve("below"), pipe);
  }

  private void isNotFound(Application servlet) throws Exception {
    application = servlet;
    for (String method : List.of("GET", "HEAD")) {
      HttpResponse<byte[]> response = ask(method);
      assertThat(response.statusCode()).isEqualTo(404);
      assertThat(new String(response.body(), StandardCharsets.UTF_8))
          .doesNotContain(folder.toString());
    }
  }

  @Test
  void whatCannotBeSentIsNotFoundAndNoPathReachesTheClient() throws Exception {
    for (Path path : unsendable()) {
      isNotFound((request, answer) -> SendfileResponse.send(request, answer, path));
      isNotFound((request, answer) -> SendfileResponse.sendAndDelete(request, answer, path));
      isNotFound((request, answer) -> SendfileResponse.transfer(request, answer, path, 0, 0));
      isNotFound(
          (request, answer) -> Archive.of(Map.of("a", file, "b", path)).send(request, answer));
      CompletableFuture<Throwable> told = new CompletableFuture<>();
      isNotFound(
          (request, answer) ->
              SendfileResponse.transfer(request.startAsync(), path, 0, 0)
                  .whenComplete((count, failure) -> told.complete(failure)));
      assertThat(told.get(10, TimeUnit.SECONDS))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageNotContaining(folder.toString());
    }
    isNotFound((request, answer) -> SendfileResponse.transfer(request, answer, file, 1, LENGTH));
    isNotFound(
        (request, answer) -> SendfileResponse.transfer(request, answer, file, LENGTH + 1L, 0));
  }

  @Test
  void errorWithoutItsFileStaysThatError() throws Exception {
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              answer.setStatus(410);
              SendfileResponse.send(request, answer, folder.resolve("missing"));
            });

    assertThat(response.statusCode()).isEqualTo(410);
  }

  @Test
  void fileThatBecomesShorterIsAFaultWithoutPath() throws Exception {
    try (Copy copy = Copy.of(file)) {
      Files.write(file, new byte[10]);
      assertThatThrownBy(() -> copy.to(OutputStream.nullOutputStream()))
          .isInstanceOf(EOFException.class)
          .hasMessageNotContaining(folder.toString());
    }
  }

  @Test
  void negativeNumbersAreAFaultOfTheCall() throws Exception {
    get(
        (request, answer) ->
            assertThatThrownBy(() -> SendfileResponse.transfer(request, answer, file, -1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("file"));
    get(
        (request, answer) -> {
          AsyncContext async = request.startAsync();
          assertThatThrownBy(() -> SendfileResponse.transfer(async, file, 0, -1))
              .isInstanceOf(IllegalArgumentException.class);
          async.complete();
        });
    assertThat(ask("GET").statusCode()).isEqualTo(200);
  }

  /** A folder on the way may be a link, as that to the release in force often is. */
  @Test
  void pathWithDotsIsResolvedAsTheSystemDoes() throws Exception {
    Path release = Files.createDirectories(folder.resolve("releases/5"));
    Path shared = Files.createDirectories(folder.resolve("releases/shared")).resolve("f");
    Files.write(shared, bytes);
    Path current = Files.createSymbolicLink(folder.resolve("current"), release);
    Path asked = current.resolve("../shared/f");
    get(
        (request, answer) -> {
          request.setAttribute(SendfileResponse.FILE, true);
          assertThat(SendfileResponse.takes(request, answer, asked)).isTrue();
          SendfileResponse.send(request, answer, asked);
          assertThat(request.getAttribute(SendfileResponse.FILE)).isEqualTo(shared.toRealPath());
          Archive.of(Map.of("a", asked)).send(request, answer);
          assertThat(request.getAttribute(SendfileResponse.FILE))
              .isEqualTo(Map.of("a", shared.toRealPath()));
          request.setAttribute(SendfileResponse.FILE, true);
        });
    assertThat(ask("GET").statusCode()).isEqualTo(200);
    assertThat(get((request, answer) -> SendfileResponse.send(request, answer, asked)).body())
        .isEqualTo(bytes);
  }

  @Test
  void refusesCommittedResponses() throws Exception {
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              answer.flushBuffer();
              assertThatThrownBy(() -> SendfileResponse.send(request, answer, file))
                  .isInstanceOf(IllegalStateException.class);
            });

    assertThat(response.statusCode()).isEqualTo(200);
  }

  @Test
  void entitiesOfJakartaRestCopyThemselves() throws Exception {
    SendfileEntity entity = new SendfileEntity(file);
    assertThat(entity.get()).isEqualTo(file);
    try (var stream = entity.asStream()) {
      assertThat(stream.readAllBytes()).isEqualTo(bytes);
    }
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              try {
                entity.write(answer.getOutputStream());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    assertThat(response.body()).isEqualTo(bytes);
  }

  @Test
  void entitiesOfJakartaRestThatCannotBeSentAreNotFound() throws Exception {
    for (Path path : unsendable()) {
      SendfileEntity whole = new SendfileEntity(path);
      OutputStream out = OutputStream.nullOutputStream();
      assertThatThrownBy(() -> whole.write(out)).isInstanceOf(NotFoundException.class);
      assertThatThrownBy(() -> new SendfilePart(path, 0, 0).write(out))
          .isInstanceOf(NotFoundException.class)
          .hasMessageNotContaining(folder.toString());
      try (var stream = whole.asStream()) {
        assertThatThrownBy(stream::read).isInstanceOf(NotFoundException.class);
      }
    }
  }
}
