package io.sendfile.glassfish.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
    HttpResponse<byte[]> response =
        get(
            (request, answer) ->
                SendfileResponse.transfer(request.startAsync(), file, 7, 900_000)
                    .whenComplete((count, failure) -> sent.complete(count)));

    assertThat(response.body()).isEqualTo(Arrays.copyOfRange(bytes, 7, 900_007));
    assertThat(sent.get(10, TimeUnit.SECONDS)).isEqualTo(900_000);
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

  @Test
  void faultsAreToldBeforeAnythingIsSent() throws Exception {
    HttpResponse<byte[]> response =
        get(
            (request, answer) -> {
              assertThatThrownBy(
                      () -> SendfileResponse.send(request, answer, folder.resolve("missing")))
                  .isInstanceOf(NoSuchFileException.class);
              assertThatThrownBy(() -> SendfileResponse.send(request, answer, folder))
                  .hasMessageContaining("no regular file");
              assertThatThrownBy(() -> SendfileResponse.transfer(request, answer, file, 1, LENGTH))
                  .isInstanceOf(EOFException.class)
                  .hasMessageContaining("has 1000000 bytes, not the 1000000 from 1");
              assertThatThrownBy(() -> SendfileResponse.transfer(request, answer, file, -1, 1))
                  .isInstanceOf(IllegalArgumentException.class);
              answer.sendError(404);
            });

    assertThat(response.statusCode()).isEqualTo(404);
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
}
