package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.engine.Drain.Phase;
import io.sendfile.glassfish.settings.SendfileSettings;
import io.sendfile.glassfish.settings.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;

/** The answer to a balancer that asks whether the server takes downloads. */
final class Readiness {
  private Readiness() {}

  /** Whether a request is such a question. */
  static boolean isAsked(Request request, SendfileSettings settings) {
    String path = settings.text(Setting.READINESS_PATH);
    // A word, and not a path, while there is none.
    return path.charAt(0) == '/'
        && (request.getMethod() == Method.GET || request.getMethod() == Method.HEAD)
        && path.equals(request.getRequestURI());
  }

  /** Answers it. */
  static void answer(Response response, Phase phase) throws IOException {
    byte[] body = (phase.label() + "\n").getBytes(StandardCharsets.US_ASCII);
    response.setStatus(phase == Phase.READY ? 200 : 503);
    response.setHeader("Cache-Control", "no-store");
    // Not by setContentType: Grizzly would add it after its mark of the header's end.
    response.getResponse().getHeaders().setValue("Content-Type").setString("text/plain");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }
}
