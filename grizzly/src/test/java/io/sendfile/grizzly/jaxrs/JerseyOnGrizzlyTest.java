package io.sendfile.grizzly.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.stats.Figure;
import io.sendfile.grizzly.Sendfile;
import io.sendfile.grizzly.filter.ServerFixture;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that resources return, by Jersey on a Grizzly server without servlets. */
@Timeout(30)
class JerseyOnGrizzlyTest {
  private static final int LENGTH = 1 << 20;

  @TempDir static java.nio.file.Path folder;
  private final Sendfile sendfile = Sendfile.builder().build();
  private HttpServer server;
  private byte[] bytes;
  private String base;

  @BeforeEach
  void start() throws IOException {
    bytes = new byte[LENGTH];
    new Random(1).nextBytes(bytes);
    Files.write(folder.resolve("file.bin"), bytes);
    ResourceConfig application = new ResourceConfig(Resource.class);
    server =
        GrizzlyHttpServerFactory.createHttpServer(
            URI.create("http://127.0.0.1:0/"), application, false);
    sendfile.install(server);
    server.start();
    base = "http://127.0.0.1:" + server.getListeners().iterator().next().getPort();
  }

  @AfterEach
  void stop() {
    server.shutdownNow();
    sendfile.close();
  }

  /** Methods that return a file in each way. */
  @Path("/")
  public static class Resource {
    private static java.nio.file.Path file() {
      return folder.resolve("file.bin");
    }

    @GET
    @Path("file")
    @Produces("video/mp4")
    public File file(@jakarta.ws.rs.QueryParam("x") String unused) {
      return file().toFile();
    }

    @GET
    @Path("path")
    @Produces("video/mp4")
    public java.nio.file.Path path() {
      return file();
    }

    @GET
    @Path("response")
    public Response response() {
      return Response.ok(file().toFile(), "video/mp4").header("X-Own", "kept").build();
    }

    @GET
    @Path("async")
    public void async(@Suspended AsyncResponse response) {
      new Thread(() -> response.resume(Response.ok(file().toFile(), "video/mp4").build())).start();
    }

    @GET
    @Path("part")
    @Produces("video/mp4")
    public StreamingOutput part() {
      return new Part();
    }

    @GET
    @Path("text")
    @Produces("text/plain")
    public String text() {
      return "text";
    }

    @GET
    @Path("missing")
    public File missing() {
      return folder.resolve("missing").toFile();
    }

    @GET
    @Path("folder")
    public java.nio.file.Path itsFolder() {
      return folder;
    }

    @GET
    @Path("error")
    public Response error() {
      return Response.status(410).entity(missing()).build();
    }

    @GET
    @Path("dots")
    @Produces("video/mp4")
    public java.nio.file.Path dots() {
      return folder.resolve("../" + folder.getFileName() + "/file.bin");
    }
  }

  /** As SendfileEntity does. */
  private static final class Part implements StreamingOutput, Supplier<Map<String, Object>> {
    @Override
    public Map<String, Object> get() {
      return Map.of(
          "io.sendfile.file",
          folder.resolve("file.bin"),
          "io.sendfile.position",
          10L,
          "io.sendfile.count",
          1000L);
    }

    @Override
    public void write(OutputStream out) {
      throw new AssertionError("copied");
    }
  }

  private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofByteArray());
  }

  /** They are counted a moment after the client has the last byte. */
  private void awaitHandedOff(int count) {
    ServerFixture.await(
        count + " hand-offs", () -> sendfile.statistics().counts().of(Figure.STARTED) == count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/file", "/path", "/response", "/async", "/dots"})
  void returnedFileIsHandedOff(String path) throws Exception {
    HttpResponse<byte[]> whole = get(path);
    HttpResponse<byte[]> range = get(path, "Range", "bytes=5-104");

    assertThat(whole.statusCode()).isEqualTo(200);
    assertThat(whole.body()).isEqualTo(bytes);
    assertThat(whole.headers().firstValue("Content-Type")).contains("video/mp4");
    assertThat(whole.headers().firstValue("ETag")).isPresent();
    assertThat(range.statusCode()).isEqualTo(206);
    assertThat(range.body()).isEqualTo(Arrays.copyOfRange(bytes, 5, 105));
    awaitHandedOff(2);
  }

  @Test
  void partOfAFileIsHandedOff() throws Exception {
    assertThat(get("/part").body()).isEqualTo(Arrays.copyOfRange(bytes, 10, 1010));
    awaitHandedOff(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/missing", "/folder", "/error"})
  void whatIsNoFileIsNotFoundAndNoPathReachesTheClient(String path) throws Exception {
    for (String passed : new String[] {"true", "false"}) {
      sendfile.settings(next -> next.set("enabled", passed));
      HttpResponse<byte[]> response = get(path);
      assertThat(response.statusCode()).isEqualTo(404);
      assertThat(response.body()).asString().doesNotContain(folder.toString());
    }
  }

  @Test
  void otherEntitiesStayAsTheyAre() throws Exception {
    assertThat(get("/text").body()).asString().isEqualTo("text");
    assertThat(get("/nowhere").statusCode()).isEqualTo(404);
    assertThat(sendfile.statistics().counts().of(Figure.STARTED)).isZero();
  }
}
