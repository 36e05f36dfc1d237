package io.sendfile.grizzly.filter;

import io.sendfile.core.engine.Decision;
import io.sendfile.core.engine.Explanation;
import io.sendfile.core.engine.ListenerEngine;
import io.sendfile.core.engine.Question;
import io.sendfile.core.files.Origin;
import io.sendfile.core.files.Target;
import io.sendfile.core.http.ResponseView;
import java.util.List;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.util.Header;
import org.jspecify.annotations.Nullable;

/**
 * A file by which the server would answer a request.
 *
 * @param target its place
 * @param mediaType its Content-Type, or null when the server knows none
 * @param origin the web application that owns it
 */
public record StaticFile(Target.Static target, @Nullable String mediaType, Origin origin) {
  /** The outcome of a request for it; the question need not name its application. */
  public Explanation explain(Question question, ListenerEngine engine) {
    Question named =
        new Question(
            question.header(), question.value(), question.method(), question.fields(), origin);
    return engine.explainer().explain(named, new ExpectedResponse(mediaType), target);
  }

  /**
   * The open file that answers a request in place of the server's own servlet; null if the server
   * itself must answer.
   */
  static Decision.@Nullable Send prepare(
      Request request, ListenerEngine engine, ServletLayer servlets) {
    StaticFile file = servlets.staticFile(request);
    return file != null
            && engine.serve(
                    new PacketRequestView(request.getRequest()),
                    new ExpectedResponse(file.mediaType()),
                    file.target(),
                    file.origin())
                instanceof Decision.Send send
        ? send
        : null;
  }

  /** Whether a request is GET or HEAD, without a body or a wish for another protocol. */
  static boolean isPlain(HttpRequestPacket request) {
    return (request.getMethod() == Method.GET || request.getMethod() == Method.HEAD)
        && request.getContentLength() <= 0
        && !request.isChunked()
        && request.getHeader(Header.Upgrade) == null
        && request.getHeader(Header.Expect) == null;
  }

  /** The response the server would give, before the module sets its fields. */
  private record ExpectedResponse(@Nullable String mediaType) implements ResponseView {
    @Override
    public boolean describesFile() {
      return false;
    }

    @Override
    public int status() {
      return 200;
    }

    @Override
    public List<String> headers(String name) {
      String type = mediaType;
      return type != null && name.equals("Content-Type") ? List.of(type) : List.of();
    }
  }
}
