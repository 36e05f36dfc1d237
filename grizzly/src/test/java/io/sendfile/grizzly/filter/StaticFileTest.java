package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.files.Target;
import io.sendfile.core.stats.Breakdown;
import io.sendfile.grizzly.filter.RawClient.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.glassfish.grizzly.http.server.Request;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Static files answered before the request reaches the server. */
class StaticFileTest extends ServerFixture {
  private @Nullable String name;

  @Override
  String[] settings() {
    return new String[] {"STATIC_FILES", "true"};
  }

  @Override
  @Nullable StaticFile staticFile(Request request) {
    String path = name;
    return path == null ? null : new StaticFile(new Target.Static(files, path), "x/y", ORIGIN);
  }

  @BeforeEach
  void serverHasItsOwnAnswer() {
    application =
        (request, response) ->
            response.getOutputStream().write("server".getBytes(StandardCharsets.US_ASCII));
  }

  private void assertTheServersTurn(RawClient client) throws IOException {
    Reply reply = client.get("/");
    assertThat(new String(reply.body(), StandardCharsets.US_ASCII)).isEqualTo("server");
  }

  @Test
  void sendsTheFile() throws IOException {
    byte[] large = file("large", 100_000);
    byte[] small = file("small", 10);
    try (RawClient client = client()) {
      for (int i = 0; i < 3; i++) {
        name = "large";
        Reply reply = client.get("/");
        assertBytes(reply.body(), large);
        assertThat(reply.header("Content-Type")).isEqualTo("x/y");
        assertThat(client.head("/").header("Content-Length")).isEqualTo("100000");
        name = "small";
        assertBytes(client.get("/").body(), small);
        name = null;
        assertTheServersTurn(client);
      }
    }
  }

  @Test
  void leavesWhatIsNoPlainFileToTheServer() throws IOException {
    file("f", 10);
    Files.createDirectory(files.resolve("d"));
    Files.createDirectory(files.resolve("WEB-INF"));
    file("WEB-INF/web.xml", 10);
    Files.createSymbolicLink(files.resolve("link"), Path.of("f"));
    try (RawClient client = client()) {
      for (String left : new String[] {"none", "d", "link", "f/x", "WEB-INF/web.xml", "../x"}) {
        name = left;
        assertTheServersTurn(client);
      }
    }
    assertThat(stats.snapshot().counts().each(Breakdown.REFUSALS)).isEmpty();
  }

  @Test
  void leavesOtherRequestsToTheServer() throws IOException {
    file("f", 10);
    name = "f";
    for (String request :
        new String[] {
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: x\r\n\r\n",
        }) {
      try (RawClient client = client()) {
        assertThat(new String(client.send(request).read().body(), StandardCharsets.US_ASCII))
            .isEqualTo("server");
      }
    }
    try (RawClient client = client()) {
      engine.apply(settingsWith("STATIC_FILES", "false"));
      assertTheServersTurn(client);
      engine.apply(settingsWith("STATIC_FILES", "true", "ENABLED", "false"));
      assertTheServersTurn(client);
    }
  }
}
