package io.sendfile.grizzly.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sendfile.core.content.FileAttributes;
import io.sendfile.core.stats.Figure;
import io.sendfile.grizzly.filter.RawClient.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.HttpContent;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Request attributes in place of headers: announced, obeyed, and never taken from a peer. */
class AttributesHandOffTest extends ServerFixture {
  private boolean hostile;

  @Override
  @Nullable FileAttributes attributes(Request request) {
    Object name = request.getAttribute(FileAttributes.FILENAME);
    return name == null
        ? null
        : new FileAttributes(
            name,
            request.getAttribute(FileAttributes.START),
            request.getAttribute(FileAttributes.END),
            List.of(),
            false);
  }

  /** An AJP peer can make attributes of any name. */
  @Override
  void configure(NetworkListener listener) {
    listener.registerAddOn(
        (unused, builder) ->
            builder.add(builder.indexOfType(HttpServerFilter.class) + 1, new HostilePeer()));
  }

  private final class HostilePeer extends BaseFilter {
    @Override
    public NextAction handleRead(FilterChainContext context) {
      if (hostile
          && context.getMessage() instanceof HttpContent content
          && content.getHttpHeader() instanceof HttpRequestPacket packet) {
        packet.setAttribute(FileAttributes.FILENAME, files.resolve("f").toString());
        packet.setAttribute(FileAttributes.START, 0L);
        packet.setAttribute(FileAttributes.END, 5L);
        packet.setAttribute(FileAttributes.TOKEN, "x");
        packet.setAttribute(FileAttributes.SUPPORT, "true");
        packet.setAttribute(Exchange.ACTIVE, "true");
        packet.setAttribute(ServletLayer.LISTENER, "x");
      }
      return context.getInvokeAction();
    }
  }

  private void handOff(Request request, String name, long start, long end) {
    request.setAttribute(FileAttributes.FILENAME, files.resolve(name).toString());
    request.setAttribute(FileAttributes.START, start);
    request.setAttribute(FileAttributes.END, end);
  }

  private String announced() throws IOException {
    application =
        (request, response) ->
            write(
                response,
                request.getAttribute(FileAttributes.SUPPORT)
                    + " "
                    + request.getAttribute(Exchange.ACTIVE)
                    + " "
                    + Optional.ofNullable(request.getAttribute(FileAttributes.FILENAME))
                        .or(() -> Optional.ofNullable(request.getAttribute(FileAttributes.TOKEN)))
                        .or(() -> Optional.ofNullable(request.getAttribute(ServletLayer.LISTENER)))
                        .isPresent());
    try (RawClient client = client()) {
      return new String(client.get("/").body(), StandardCharsets.US_ASCII);
    }
  }

  private static void write(Response response, String text) throws IOException {
    response.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void tellsApplicationsWhatWorks() throws IOException {
    assertThat(announced()).isEqualTo("true true false");
    engine.apply(settingsWith("TOMCAT_ATTRIBUTES", "false"));
    assertThat(announced()).isEqualTo("null true false");
    engine.apply(settingsWith().withRoots(List.of()));
    assertThat(announced()).isEqualTo("true null false");
    engine.apply(settingsWith("ENABLED", "false"));
    assertThat(announced()).isEqualTo("null null false");
  }

  @Test
  void forgetsAttributesThatCameWithTheRequest() throws IOException {
    file("f", 5);
    hostile = true;
    assertThat(announced()).isEqualTo("true true false");
    engine.apply(settingsWith("ENABLED", "false"));
    assertThat(announced()).isEqualTo("null null false");
    assertThat(Figure.STARTED.of(stats.snapshot())).isZero();
  }

  @Test
  void sendsTheFileInPlaceOfTheBody() throws IOException {
    byte[] large = file("large", 100_000);
    byte[] small = file("small", 10);
    application =
        (request, response) -> {
          String name = request.getQueryString();
          handOff(request, name, 0, files.resolve(name).toFile().length());
          write(response, "dropped");
        };
    try (RawClient client = client()) {
      assertBytes(client.get("/?large").body(), large);
      assertBytes(client.get("/?small").body(), small);
      assertThat(client.head("/?large").header("Content-Length")).isEqualTo("100000");
      assertBytes(client.get("/?large").body(), large);
    }
  }

  @Test
  void sendsAPart() throws IOException {
    byte[] bytes = file("f", 100_000);
    application =
        (request, response) -> {
          handOff(request, "f", 1000, 91_000);
          response.flush();
          write(response, "dropped");
        };
    try (RawClient client = client()) {
      for (int i = 0; i < 3; i++) {
        Reply reply = client.get("/");
        assertBytes(reply.body(), Arrays.copyOfRange(bytes, 1000, 91_000));
        assertThat(reply.header("Content-Length")).isEqualTo("90000");
      }
    }
  }

  @Test
  void asynchronousApplicationsMayUseThemToo() throws IOException {
    byte[] bytes = file("f", 100_000);
    application = asynchronous((request, response) -> handOff(request, "f", 0, 100_000));
    try (RawClient client = client()) {
      for (int i = 0; i < 20; i++) {
        assertBytes(client.get("/").body(), bytes);
      }
    }
  }

  @Test
  void meanNothingOnceTheApplicationsOwnBytesAreOut() throws IOException {
    file("f", 100_000);
    application =
        (request, response) -> {
          write(response, "own");
          response.flush();
          if (request.getAttribute(FileAttributes.SUPPORT) != null) {
            handOff(request, "f", 0, 100_000);
          }
          write(response, " bytes");
        };
    try (RawClient client = client()) {
      assertThat(new String(client.get("/").body(), StandardCharsets.US_ASCII))
          .isEqualTo("own bytes");
    }
    assertThat(Figure.STARTED.of(stats.snapshot())).isZero();
  }

  @Test
  void anErrorOfTheApplicationStands() throws IOException {
    file("f", 100_000);
    application =
        (request, response) -> {
          handOff(request, "f", 0, 100_000);
          response.sendError(403);
        };
    try (RawClient client = client()) {
      assertThat(client.get("/").status()).isEqualTo(403);
    }
  }

  @Test
  void refusesWhatLiesOutside() throws IOException {
    file("f", 10);
    application =
        (request, response) -> {
          handOff(request, "../secret", 0, 10);
          write(response, "dropped");
        };
    try (RawClient client = client()) {
      assertThat(client.get("/").status()).isEqualTo(404);
      application = (request, response) -> handOff(request, "f", 0, 11);
      assertThat(client.get("/").status()).isEqualTo(404);
    }
  }
}
